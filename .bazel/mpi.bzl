"""Which MPI a target is built against, and how its programs are started."""

load(":flags.bzl", "COPTS", "TEST_COPTS")

# "none": only for libraries that include no mpi.h, see mpi_free_library.
_MPIS = ["native", "openmpi", "mpi_abi", "smpi", "none"]

# For target_compatible_with: programs that mpiexec starts. With --config=smpi they are left out.
NATIVE_ONLY = select({
    "//.bazel:is_smpi": ["//.bazel:no_platform"],
    "//conditions:default": [],
})

# Like NATIVE_ONLY, for programs that look at what MPICH alone has. With --config=openmpi they are
# also left out.
MPICH_ONLY = select({
    "//.bazel:is_native": [],
    "//conditions:default": ["//.bazel:no_platform"],
})

# Programs that call functions of MPI 4, which Open MPI 4 does not have.
MPI_4_ONLY = select({
    "//.bazel:is_native": [],
    "//.bazel:is_mpi_abi": [],
    "//conditions:default": ["//.bazel:no_platform"],
})

# Programs in Fortran: no library has a module or mpif.h for the ABI of MPI 5 yet.
FORTRAN_ONLY = select({
    "//.bazel:is_smpi": ["//.bazel:no_platform"],
    "//.bazel:is_mpi_abi": ["//.bazel:no_platform"],
    "//conditions:default": [],
})

# Programs that run on each library with that ABI.
MPI_ABI_ONLY = select({
    "//.bazel:is_mpi_abi": [],
    "//conditions:default": ["//.bazel:no_platform"],
})

def _mpi_setting_impl(ctx):
    if ctx.build_setting_value not in _MPIS:
        fail("%s may be %s, not %s" % (ctx.label, " or ".join(_MPIS), ctx.build_setting_value))
    return []

mpi_setting = rule(
    implementation = _mpi_setting_impl,
    build_setting = config.string(flag = True),
)

def _to_none_impl(settings, attr):
    return {"//.bazel:mpi": "none"}

_to_none = transition(
    implementation = _to_none_impl,
    inputs = [],
    outputs = ["//.bazel:mpi"],
)

def _mpi_free_impl(ctx):
    library = ctx.attr.library[0]
    return [library[CcInfo], library[DefaultInfo]]

_mpi_free = rule(
    implementation = _mpi_free_impl,
    attrs = {
        "library": attr.label(mandatory = True, cfg = _to_none, providers = [CcInfo]),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)

def mpi_free_library(name, deps = [], visibility = None, testonly = False, **kwargs):
    """A cc_library that includes no mpi.h: compiled once for the programs of every MPI."""
    native.cc_library(
        name = name + "_once",
        copts = COPTS,
        deps = deps + ["@standard//:lib"],
        testonly = testonly,
        tags = ["manual"],
        **kwargs
    )
    _mpi_free(
        name = name,
        library = ":%s_once" % name,
        testonly = testonly,
        visibility = visibility,
    )

def _to_smpi_impl(settings, attr):
    return {"//.bazel:mpi": "smpi"}

_to_smpi = transition(
    implementation = _to_smpi_impl,
    inputs = [],
    outputs = ["//.bazel:mpi"],
)

def _smpi_program_impl(ctx):
    program = ctx.attr.program[0][DefaultInfo].files.to_list()[0]
    out = ctx.actions.declare_file(ctx.label.name + ".so")
    ctx.actions.symlink(output = out, target_file = program)
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

_smpi_program = rule(
    implementation = _smpi_program_impl,
    attrs = {
        "program": attr.label(mandatory = True, cfg = _to_smpi),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)

def smpi_binary(name, srcs, deps, copts = COPTS, testonly = False, visibility = None, is_machine = False):
    """NAME.so: srcs and deps built against SimGrid SMPI, a shared object for smpirun to load.

    is_machine: it describes a machine, and is not what the ranks run."""
    native.cc_binary(
        name = name + "_shared.so",
        srcs = srcs + ([] if is_machine else ["//tests:smpi/overheads.cc"]),
        copts = copts,
        # A rank is a copy of it, which SimGrid loads. From 4.1 on SimGrid no longer lets a copy look into
        # itself first, and so the entry points of one that intercepts calls would not be found.
        linkopts = ["-Wl,-Bsymbolic"],
        linkshared = True,
        deps = deps,
        testonly = testonly,
        tags = ["manual"],
    )
    _smpi_program(
        name = name,
        program = ":" + name + "_shared.so",
        testonly = testonly,
        visibility = visibility,
    )

def _programs(name, native_srcs, smpi_srcs, deps):
    """NAME_program for mpiexec and NAME_smpi for smpirun, each if it has sources."""
    if native_srcs:
        native.cc_binary(
            name = name + "_program",
            srcs = native_srcs,
            copts = TEST_COPTS,
            deps = deps,
            testonly = True,
            target_compatible_with = NATIVE_ONLY,
        )
    if smpi_srcs:
        smpi_binary(
            name = name + "_smpi",
            srcs = smpi_srcs,
            copts = TEST_COPTS,
            deps = deps,
            testonly = True,
        )

def _starts(name, program, ranks = [], smpi_ranks = [], size = "small", platform = "loggp", platforms = {}, args = [], tags = []):
    for n in ranks:
        native.sh_test(
            name = "%s_%d" % (name, n),
            size = size,
            srcs = ["//tests:under_mpiexec.sh"],
            args = [str(n), "$(rootpath :%s_program)" % program] + args,
            data = [":%s_program" % program, "@mpi//:mpiexec"],
            tags = ["cpu:2"] + tags,
            target_compatible_with = NATIVE_ONLY,
        )
    machines = [("smpi", platform, [])]
    if platforms:
        machines = [(machine, machine, more) for machine, more in platforms.items()]
    for middle, machine, more in machines:
        for n in smpi_ranks:
            native.sh_test(
                name = "%s_%s_%d" % (name, middle, n),
                size = size,
                srcs = ["//tests:under_smpirun.sh"],
                args = [machine, str(n), "$(rootpath :%s_smpi)" % program] + args + more,
                data = [":%s_smpi" % program, "//tests:smpi_platforms", "@smpi//:smpirun"],
                tags = ["nosan"] + tags,
            )

def mpi_test(name, srcs, deps, ranks = [], smpi_ranks = [], **kwargs):
    """One test NAME_N for each number of ranks N under mpiexec, NAME_smpi_N for each simulated one.

    args: what the program gets. platform: the simulated machine, a file tests/smpi/PLATFORM.xml.
    platforms: several of them, each with further arguments; the tests are then NAME_PLATFORM_N."""
    _programs(name, srcs if ranks else [], srcs if smpi_ranks else [], deps)
    _starts(name, name, ranks, smpi_ranks, **kwargs)

def mpi_tests(name, tests, deps):
    """The tests of many mpi_test, in programs that are linked once: NAME_program and NAME_smpi.

    tests: for each test, whose source is TEST.cc, what mpi_test takes but srcs and deps."""
    _programs(
        name,
        [test + ".cc" for test, how in tests.items() if "ranks" in how],
        [test + ".cc" for test, how in tests.items() if "smpi_ranks" in how],
        deps,
    )
    for test, how in tests.items():
        _starts(test, name, args = ["--only=%s.cc" % test], **how)
