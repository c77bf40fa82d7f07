"""Compiler flags of this project's own sources."""

COPTS = [
    "-Wall",
    "-Wextra",
    "-Wshadow",
    "-Werror",
] + select({
    # clang has neither the flag nor the symbols.
    "//.bazel:is_clang": [],
    # SMPI's ranks are copies of the program; unique symbols (inline variables, statics of
    # templates) would be shared by all of them.
    "//conditions:default": ["-fno-gnu-unique"],
})

# Flags for sources whose speed does not matter: CLI11's templates take long to optimise, and gain
# nothing from it.
COLD_COPTS = COPTS + ["-O1"]

# Flags for tests: compiling them takes longer than running them. A header is precompiled for tests:
# system.bzl.
TEST_COPTS = COPTS + ["-O0", "-U_FORTIFY_SOURCE"]

# Linker flags of a shared library that brings its own C++ library, as the application may have
# another one. The library exports only the symbols that exports.map beside it lists. --exclude-libs
# would add nothing, and binutils 2.44 hides the entry points by it as well.
SELF_CONTAINED = [
    "-Wl,--version-script,$(location exports.map)",
    "-Wl,-z,defs,-z,relro,-z,now",
    # Bazel links with gcc and its own -lstdc++ at the end: -static-libstdc++ does nothing.
    "-l:libstdc++.a",
    # libgcc_s as all others do: exceptions of the application pass frames of ours.
    "-shared-libgcc",
    "-Wl,--as-needed",
]
