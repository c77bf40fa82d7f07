"""The C++ rules that Bazel itself carries, under the name Bazel 4 loads them by.

Without this repository Bazel 4 would download rules_cc for every build."""

_TAG = "__CC_RULES_MIGRATION_DO_NOT_USE_WILL_BREAK__"

def _tagged(attrs):
    attrs["tags"] = (attrs.get("tags") or []) + [_TAG]
    return attrs

def cc_binary(**attrs):
    native.cc_binary(**_tagged(attrs))

def cc_library(**attrs):
    native.cc_library(**_tagged(attrs))

def cc_test(**attrs):
    native.cc_test(**_tagged(attrs))

def cc_import(**attrs):
    native.cc_import(**_tagged(attrs))

def cc_proto_library(**attrs):
    native.cc_proto_library(**_tagged(attrs))

def cc_toolchain(**attrs):
    native.cc_toolchain(**_tagged(attrs))

def cc_toolchain_suite(**attrs):
    native.cc_toolchain_suite(**_tagged(attrs))

def objc_library(**attrs):
    native.objc_library(**_tagged(attrs))
