"""Repositories for what is already installed on this machine: the toolchain, and libraries."""

load("@bazel_tools//tools/cpp:cc_configure.bzl", "cc_autoconf_impl")

# Directories that every compiler and linker searches by itself.
_DEFAULT_INCLUDE = ["/usr/include", "/usr/local/include"]
_DEFAULT_LIB = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]

_LIBRARY = """cc_library(
    name = "lib",
    hdrs = glob({globs}, allow_empty = True),
    includes = {includes},
    defines = {defines},
    linkopts = {links},
    visibility = ["//visibility:public"],
)
"""

def _output(ctx, argv):
    result = ctx.execute(argv)
    return result.stdout.strip() if result.return_code == 0 else None

def _tool(ctx, variable, names):
    """The path of the tool that an environment variable names, or of the first of names on PATH."""
    named = ctx.os.environ.get(variable)
    for name in ([named] if named else names):
        path = name if name.startswith("/") else ctx.which(name)
        if path:
            return str(path)
    return None

def _is_searched(ctx, folder, names):
    """Whether programs find by themselves what a folder's libraries of these names are links to."""
    for name in names:
        library = ctx.path("%s/lib%s.so" % (folder, name))
        if library.exists and str(library.realpath.dirname) not in _DEFAULT_LIB:
            return False
    return True

def _split(ctx, line):
    """Splits a compiler's command line into include folders, macros and linker options."""
    includes, defines, links = [], [], []
    words = line.replace("\n", " ").split(" ")
    names = [word[2:] for word in words if word.startswith("-l")]
    for word in words:
        if word.startswith("-I"):
            includes.append(word[2:])
        elif word.startswith("-D"):
            defines.append(word[2:])
        elif word.startswith("-L"):
            if word[2:] not in _DEFAULT_LIB:
                links.append(word)
                if not _is_searched(ctx, word[2:], names):
                    links.append("-Wl,-rpath," + word[2:])
        elif word.startswith("-l") or word.startswith("-Wl,") or word == "-pthread":
            links.append(word)
    return includes, defines, links

def _library(ctx, globs, includes, defines, links, more = ""):
    ctx.file("BUILD", more + _LIBRARY.format(
        globs = globs,
        includes = includes,
        defines = defines,
        links = links,
    ))

def _beside(ctx, mpicc, tool):
    """The path of another tool of the MPI library that mpicc belongs to."""
    path = ctx.path(ctx.path(mpicc).dirname).get_child(ctx.path(mpicc).basename.replace("mpicc", tool))
    return str(path) if path.exists else str(ctx.which(tool))

# Bazel hashes the headers that a repository names, but neither the compiler, nor the headers that come
# with it, nor the libraries that it links with. A file of each, of which Bazel makes an input of all that
# it compiles and links: another package of one of them is another key in its caches.
_COMPILER_PROGRAMS = ["cc1", "cc1plus", "as", "ld", "ld.gold"]
_COMPILER_LIBRARIES = [
    "crtbeginS.o",
    "libc.so.6",
    "libc_nonshared.a",
    "libgcc.a",
    "libstdc++.a",
    "libbenchmark.a",
    "libgmock.a",
    "libgtest.a",
    "librapidcheck.a",
]

def _toolchain_impl(ctx):
    cc_autoconf_impl(ctx)
    compiler = _tool(ctx, "CC", ["gcc"])
    if not compiler:
        return
    ctx.symlink(ctx.path(compiler).realpath, "extra_tools/compiler")
    for option, names in [("prog", _COMPILER_PROGRAMS), ("file", _COMPILER_LIBRARIES)]:
        for name in names:
            # A path, or where there is none the bare name.
            found = _output(ctx, [compiler, "-print-%s-name=%s" % (option, name)])
            path = found and (found if found.startswith("/") else ctx.which(found))
            if path and ctx.path(path).exists:
                ctx.symlink(ctx.path(path).realpath, "extra_tools/" + name)
            else:
                ctx.file("extra_tools/" + name)

toolchain_repository = repository_rule(
    implementation = _toolchain_impl,
    environ = ["CC", "CPLUS_INCLUDE_PATH", "PATH"],
    configure = True,
    local = True,
    doc = "@local_config_cc, as Bazel finds it, with the files that stand for the installed packages.",
)

_MPI_WANTED = """run .ci/setup, which installs MPICH; for --config=openmpi install Open MPI (Debian: \
libopenmpi-dev openmpi-bin), for --config=mpi_abi a library that has libmpi_abi.so.1; or set MPICC to the \
compiler wrapper of your MPI library"""

# How Open MPI is told that more ranks than cores are wanted, from release to release; it warns of the
# variable of another one.
_OVERSUBSCRIBE = [
    ("(Open MPI) 5.", "PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe"),
    ("(Open MPI) 6.", "PRTE_MCA_mapby=:oversubscribe"),
]

_HOME = "export HOME=\"${HOME:-${TEST_TMPDIR:-/tmp}}\""

# The standard ABI of MPI 5, where no mpicc_abi is installed for it: headers of Debian's MPICH 5 and Open
# MPI 6, in the folder of libmpi_abi.so.
_ABI_INCLUDES = ["mpi_abi_mpich/include", "openmpi/include/standard_abi"]

def _abi(ctx):
    """(mpicc, mpiexec) of the ABI: a wrapper that is made here, and the launcher of what libmpi_abi.so.1 is."""
    for folder in _DEFAULT_LIB:
        library = ctx.path(folder + "/libmpi_abi.so.1")
        for include in [folder + "/" + name for name in _ABI_INCLUDES]:
            if library.exists and ctx.path(include + "/mpi.h").exists:
                compiler = _tool(ctx, "CC", ["gcc"])
                ctx.file("mpicc_abi", """#!/bin/sh
[ "$1" != -show ] || exec echo gcc -I{include} -lmpi_abi
exec {compiler} -I{include} "$@" -lmpi_abi
""".format(compiler = compiler, include = include), executable = True)
                name = "openmpi" if "openmpi" in str(library.realpath) else "mpich"
                return str(ctx.path("mpicc_abi")), str(ctx.which("mpiexec." + name) or ctx.which("mpiexec"))
    return None, None

def _mpi_impl(ctx):
    mpicc = _tool(ctx, "MPICC", ["mpicc.mpich", "mpicc"])
    launcher = None
    if not mpicc and ctx.os.environ.get("MPICC") == "mpicc_abi":
        mpicc, launcher = _abi(ctx)
    if not mpicc:
        fail("no %s: %s" % (ctx.os.environ.get("MPICC", "mpicc"), _MPI_WANTED))
    line = _output(ctx, [mpicc, "-show"]) or _output(ctx, [mpicc, "--showme"])
    if not line:
        fail(mpicc + " answers neither -show nor --showme")
    includes, defines, links = _split(ctx, line)
    if not [d for d in includes + _DEFAULT_INCLUDE if ctx.path(d + "/mpi.h").exists]:
        fail("no mpi.h where %s looks for it, in %s: %s" % (mpicc, includes, _MPI_WANTED))
    names = []
    for directory in includes:
        if directory not in _DEFAULT_INCLUDE and ctx.path(directory).exists:
            names.append("include%d" % len(names))
            ctx.symlink(directory, names[-1])
    mpiexec = ctx.os.environ.get("MPIEXEC") or launcher or _beside(ctx, mpicc, "mpiexec")
    mpifort = _beside(ctx, mpicc, "mpifort")

    # A script, not a link: Hydra looks for its proxy beside the name that it was started by.
    # Open MPI refuses root, and more ranks than cores, unless it is told otherwise.
    # Open MPI 6 wants a home, which Bazel's actions and tests do not have, for its compilers as well.
    # Its version makes tests run again that passed with another one.
    version = (_output(ctx, [mpiexec, "--version"]) or "").split("\n")
    oversubscribe = "OMPI_MCA_rmaps_base_oversubscribe=1"
    for release, variable in _OVERSUBSCRIBE:
        if release in version[0]:
            oversubscribe = variable
    ctx.file("mpiexec", "\n".join(["#!/bin/sh"] + ["# " + line.strip() for line in version] + [
        _HOME,
        "export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
        "export %s OMPI_MCA_mpi_yield_when_idle=1" % oversubscribe,
        "exec %s \"$@\"" % mpiexec,
        "",
    ]), executable = True)
    for name, compiler in [("mpicc", mpicc), ("mpifort", mpifort)]:
        ctx.file(name, "#!/bin/sh\n%s\nexec %s \"$@\"\n" % (_HOME, compiler), executable = True)
    _library(
        ctx,
        globs = [name + "/**/*.h" for name in names],
        includes = names,
        defines = defines + ["MPICH_SKIP_MPICXX=1", "OMPI_SKIP_MPICXX=1"],
        links = links,
        more = "exports_files([\"mpicc\", \"mpiexec\", \"mpifort\"])\n\n",
    )

mpi_repository = repository_rule(
    implementation = _mpi_impl,
    environ = ["MPICC", "MPIEXEC", "PATH"],
    local = True,
    doc = "@mpi//:lib, @mpi//:mpicc, @mpi//:mpiexec and @mpi//:mpifort: the MPI library of $MPICC, else of mpicc on PATH.",
)

def _smpi_impl(ctx):
    smpicxx = _tool(ctx, "SMPICXX", ["smpicxx"])
    if not smpicxx:
        fail("no smpicxx: run .ci/setup (Debian: libsimgrid-dev), or set SMPICXX")
    includes, _, links = _split(ctx, _output(ctx, [smpicxx, "-show", "x.cc", "-o", "x"]))

    # .../include/smpi holds mpi.h; simgrid/ and xbt/ are beside it.
    for directory in includes:
        if directory.endswith("/smpi"):
            ctx.symlink(directory, "include/smpi")
            for other in ["xbt", "simgrid"]:
                sibling = ctx.path(directory).dirname.get_child(other)
                if sibling.exists:
                    ctx.symlink(sibling, "include/" + other)
    ctx.symlink(ctx.path(smpicxx).dirname.get_child("smpirun"), "smpirun")
    _library(
        ctx,
        globs = ["include/**/*.h", "include/**/*.hpp"],
        includes = ["include/smpi", "include"],
        defines = ["COLLTUNE_SMPI=1", "SMPI_NO_OVERRIDE_MALLOC=1"],
        links = [link for link in links if not link.startswith("-Wl,")],
        more = "exports_files([\"smpirun\"])\n\n",
    )

smpi_repository = repository_rule(
    implementation = _smpi_impl,
    environ = ["SMPICXX", "PATH"],
    local = True,
    doc = "@smpi//:lib and @smpi//:smpirun: SimGrid's MPI in virtual time.",
)

def _system_library_impl(ctx):
    includes, defines, links = [], list(ctx.attr.defines), list(ctx.attr.links)
    if ctx.attr.package:
        pkg_config = _tool(ctx, "PKG_CONFIG", ["pkg-config", "pkgconf"])
        line = pkg_config and _output(ctx, [pkg_config, "--cflags", "--libs", ctx.attr.package])
        if line == None and ctx.attr.optional:
            _library(ctx, globs = [], includes = [], defines = [], links = [])
            return
        if line == None:
            fail("pkg-config knows no %s: run .ci/setup" % ctx.attr.package)
        includes, more_defines, found_links = _split(ctx, line)
        defines += more_defines
        links = found_links + links

    # Only the named headers, so that /usr/include as a whole is never an input.
    for header in ctx.attr.headers:
        found = [d for d in includes + _DEFAULT_INCLUDE if ctx.path(d + "/" + header).exists]
        if not found:
            fail("no %s in %s: run .ci/setup" % (header, includes + _DEFAULT_INCLUDE))
        ctx.symlink(found[0] + "/" + header, "include/" + header)
    _library(
        ctx,
        # Without symlinks for loose files glob("**") finds folders' contents only.
        globs = ["include/**"],
        includes = ["include"],
        defines = defines,
        links = links,
    )

system_library = repository_rule(
    implementation = _system_library_impl,
    attrs = {
        "package": attr.string(doc = "pkg-config's name of it; none for a library of headers"),
        "headers": attr.string_list(mandatory = True, doc = "header folders or files below an include directory"),
        "defines": attr.string_list(doc = "macros for all who include the headers"),
        "links": attr.string_list(doc = "linker options that pkg-config does not know"),
        "optional": attr.bool(doc = "whether the library is empty, without macros, where pkg-config does not know it"),
    },
    environ = ["PKG_CONFIG", "PKG_CONFIG_PATH", "PATH"],
    local = True,
)

# Flags that a precompiled header must share with the source that includes it. Where they differ, as
# with the thread sanitizer, g++ reads the header itself. The flags are Bazel's for
# --compilation_mode=opt, and .bazelrc's.
_PRECOMPILED_FLAGS = [
    "-std=c++20",
    "-O2",
    "-fPIC",
    "-g0",
    "-DNDEBUG",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=1",
    "-fstack-protector",
    "-fno-omit-frame-pointer",
    "-fno-gnu-unique",
]

# Sets of further flags; a header is precompiled for each set, and g++ takes the one that agrees.
# They are the flags that .bazelrc's configurations add, and those that tests.bzl adds, with
# GoogleTest's headers.
_PRECOMPILED_FOR = {
    "opt": [],
    "tests": ["-O0", "-U_FORTIFY_SOURCE", "-DGTEST_HAS_PTHREAD=1", "-include", "gmock/gmock.h", "-include", "gtest/gtest.h"],
    "checked": ["-g1", "-O0", "-UNDEBUG", "-U_FORTIFY_SOURCE", "-fsanitize=address", "-fsanitize=undefined", "-fno-sanitize-recover=all"],
}

def _precompiled_impl(ctx):
    ctx.symlink(ctx.attr.header, "standard.h")
    for file in ctx.attr.stands_for:
        ctx.path(file)  # who asks for the path is told when the file changes
    compiler = _tool(ctx, "CC", ["gcc"])
    version = _output(ctx, [compiler, "--version"]) if compiler else None
    if version and "clang" not in version:
        # Without the precompiled header the results are the same, but compiling is slower.
        commands = [
            "'%s' -x c++-header %s standard.h -o standard.h.gch/%s" % (compiler, " ".join(_PRECOMPILED_FLAGS + flags), name)
            for name, flags in _PRECOMPILED_FOR.items()
        ]
        ctx.execute(["sh", "-c", "mkdir standard.h.gch; %s & wait" % " & ".join(commands)])

    # g++ writes other bytes each time. As inputs they would keep all that is compiled from being found in
    # a disk cache; the header, the compiler, and GoogleTest's headers are inputs without them.
    ctx.file("BUILD", _LIBRARY.format(globs = ["standard.h"], includes = [], defines = [], links = []))

precompiled_repository = repository_rule(
    implementation = _precompiled_impl,
    attrs = {
        "header": attr.label(mandatory = True),
        "stands_for": attr.label_list(doc = "files that change when what the header includes does"),
    },
    environ = ["CC", "PATH"],
    doc = "@NAME//:lib: a header of the standard library's, compiled once for each kind of flags.",
)
