#!/usr/bin/env python3
"""rooms.py TREE: holds the sources of a tree against the drawing of its rooms, .bazel/rooms.bzl.

Prints a line for each
- room that the drawing does not have, or has without a folder,
- include of a room that the drawing does not let the including room use,
- circle of files that include each other; NAME.h and NAME.cc count as one,
- namespace in which a source defines something, and which .bazel/rooms.bzl does not give to its room,
- type that two places define in one namespace: a program that had both would be ill formed,
- page of a room whose sentence "Includes ..." names other rooms than the drawing.
Exit code 1 where there is one.
"""
import collections
import os
import re
import sys

TOPS = ("algorithms", "measure", "models", "profiles", "tuner")


def drawing(tree):
    """The rooms that each room may include, and the namespaces of folders. A .bzl file is Python as far
    as this one goes."""
    names = {}
    with open(os.path.join(tree, ".bazel/rooms.bzl")) as file:
        exec(file.read(), names)
    return {room: set(used) for room, used in names["USES"].items()}, names["NAMESPACES"]


def sources(tree):
    """The text of each source, by its path."""
    texts = {}
    for top in TOPS:
        for folder, _, files in os.walk(os.path.join(tree, top)):
            for file in files:
                if file.endswith((".h", ".cc")):
                    path = os.path.join(folder, file)
                    with open(path) as text:
                        texts[os.path.relpath(path, tree)] = text.read()
    return texts


def module(path):
    return os.path.splitext(path)[0]


def circles(graph):
    """The strongly connected parts of more than one node (Tarjan), each sorted."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == index[node]:
            part = stack[stack.index(node):]
            del stack[-len(part):]
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in index:
            visit(node)
    return found


def spaced(text):
    """Each line in a namespace, with the namespaces open there; None is an anonymous one."""
    space = []
    for line in text.split("\n"):
        opened = re.match(r"namespace ?([\w:]*) \{$", line)
        if opened:
            space.append(opened.group(1) or None)
        elif re.match(r"\}  // namespace", line) and space:
            space.pop()
        elif space:
            yield space, line


def types(text):
    """The types that a source defines at the level of namespaces, as NAMESPACE::NAME. Sources are
    formatted: what stands at the begin of a line is in no function or class."""
    for space, line in spaced(text):
        defined = re.match(r"(?:struct|class|enum class|enum|union) (\w+)[^;]*\{", line)
        alias = re.match(r"using (\w+) =", line)
        if (defined or alias) and None not in space:
            yield "::".join(space + [(defined or alias).group(1)])


def holder(names, name, separator):
    """The longest of some names that is a name or one above it, or None."""
    above = [one for one in names if (name + separator).startswith(one + separator)]
    return max(above, key=len, default=None)


def namespaces(text):
    """The namespaces in which a source has more than comments and types that are declared ahead."""
    nothing = re.compile(r"\s*(?://.*|#.*|(?:struct|class|enum class) \w+;)?$")
    return {"::".join(filter(None, space)) for space, line in spaced(text) if not nothing.match(line)}


def named_rooms(tree, room):
    """The rooms that the page of `room` says it includes; None where it does not say so."""
    page = os.path.join(tree, room, "README.md")
    if not os.path.exists(page):
        return None
    with open(page) as file:
        sentence = re.search(r"^Includes (.*?)\.\s", file.read(), re.M | re.S)
    return sentence and set(re.findall(r"`([\w/]+)`", sentence.group(1)))


def findings(tree):
    allowed, spaces = drawing(tree)
    texts = sources(tree)
    modules = collections.defaultdict(set)
    places = collections.defaultdict(set)
    for path, text in sorted(texts.items()):
        room = os.path.dirname(path)
        if room not in allowed:
            yield f"{path}: .bazel/rooms.bzl has no room {room}"
            continue
        for other in re.findall(r'^#include "([^"]+)"', text, re.M):
            if other not in texts:
                continue
            if module(other) != module(path):
                modules[module(path)].add(module(other))
            used = os.path.dirname(other)
            if used != room and used not in allowed[room]:
                yield f"{path}: includes {other}; .bazel/rooms.bzl does not let {room} use {used}"
        home = spaces.get(holder(spaces, room, "/"))
        for space in sorted(namespaces(text)):
            if holder(spaces.values(), space, "::") != home:
                yield f"{path}: is in namespace {space}; .bazel/rooms.bzl gives {room} {home}"
        for name in types(text):
            places[name].add(path)
    for room in sorted(set(allowed) - {os.path.dirname(path) for path in texts}):
        yield f".bazel/rooms.bzl: there is no room {room}"
    for room, used in sorted(allowed.items()):
        named = named_rooms(tree, room)
        if named is not None and named != used:
            differ = ", ".join(sorted(named ^ used))
            yield f"{room}/README.md: the sentence 'Includes ...' and .bazel/rooms.bzl differ by {differ}"
    for part in circles({room: used & set(allowed) for room, used in allowed.items()}):
        yield f".bazel/rooms.bzl: these use each other in a circle: {' '.join(part)}"
    for part in circles(modules):
        yield f"these include each other in a circle: {' '.join(part)}"
    for name, where in sorted(places.items()):
        if len(where) > 1:
            yield f"{name} is defined in {' and '.join(sorted(where))}"


def main():
    found = list(findings(sys.argv[1]))
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
