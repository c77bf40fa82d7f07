"""Tests that need no launcher."""

load(":flags.bzl", "TEST_COPTS")

def unit_test(name, srcs, deps, size = "small", **kwargs):
    """One GoogleTest program of many sources, since to link takes longer than to run most of them.

    Their tests share a process: one that needs its own (environment, memory limits, what is loaded)
    is a program of its own. Some of them alone: --test_filter=SUITE.TEST, with '*'."""
    native.cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = TEST_COPTS,
        deps = deps + ["@gtest//:lib"],
        **kwargs
    )
