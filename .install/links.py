#!/usr/bin/env python3
"""Has the links of installed pages lead to where their targets are installed.

Usage: links.py PREFIX <LIST

LIST has a line "SOURCE<tab>INSTALLED" for each file, its path in the source tree and its path below PREFIX. Of a link to
a file that is not installed its text stays.
"""
import os
import pathlib
import re
import sys

_LINK = re.compile(r"\[([^]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def relinked(text, source, installed, places):
    """The text of a page. places: of each source file its installed path."""
    def place(link):
        words, target, part = link[1], link[2], link[3] or ""
        if ":" in target:
            return link[0]
        to = places.get(os.path.normpath(os.path.join(os.path.dirname(source), target)))
        return f"[{words}]({os.path.relpath(to, os.path.dirname(installed))}{part})" if to else words

    return _LINK.sub(place, text)


def main(prefix):
    root = pathlib.Path(prefix)
    places = dict(line.rstrip("\n").split("\t") for line in sys.stdin)
    # Manuals and the changelog are compressed.
    places = {source: to if (root / to).exists() else to + ".gz" for source, to in places.items()}
    for source, to in places.items():
        if to.endswith(".md"):
            text = (root / to).read_text()
            (root / to).write_text(relinked(text, source, to, places))


if __name__ == "__main__":
    main(*sys.argv[1:])
