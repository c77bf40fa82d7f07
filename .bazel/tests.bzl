"""Tests that need no launcher."""

load(":flags.bzl", "TEST_COPTS")

def unit_tests(names, deps, size = "small", **kwargs):
    """One GoogleTest program for each name, from NAME.cc."""
    for name in names:
        native.cc_test(
            name = name,
            size = size,
            srcs = [name + ".cc"],
            copts = TEST_COPTS,
            deps = deps + ["@gtest//:lib"],
            **kwargs
        )
