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

# Of test programs' own sources: GoogleTest's macros take long to optimise, and gain nothing by it.
TEST_COPTS = COPTS + ["-O1"]
