"""The Java rules that Bazel itself carries, under the name Bazel 4 loads them by.

Bazel 4 registers its Java toolchains in every build, and would download rules_java for that."""

_TAG = "__JAVA_RULES_MIGRATION_DO_NOT_USE_WILL_BREAK__"

def _tagged(attrs):
    attrs["tags"] = (attrs.get("tags") or []) + [_TAG]
    return attrs

def java_binary(**attrs):
    native.java_binary(**_tagged(attrs))

def java_library(**attrs):
    native.java_library(**_tagged(attrs))

def java_import(**attrs):
    native.java_import(**_tagged(attrs))

def java_runtime(**attrs):
    native.java_runtime(**_tagged(attrs))

def java_toolchain(**attrs):
    native.java_toolchain(**_tagged(attrs))
