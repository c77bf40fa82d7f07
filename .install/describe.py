#!/usr/bin/env python3
"""Writes manual pages and the completion for bash by what the program says of itself.

Usage: describe.py COLLTUNE ENVIRONMENT VERSION PREFIX

ENVIRONMENT is a page with the table of variables: tuner/intercept/README.md.
"""
import pathlib
import sys

import completion
import help_text
import manual


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main(program, variables, version, prefix):
    share = pathlib.Path(prefix) / "share"
    top = help_text.read(program)
    of_all = [entry for entry in top.entries("Options") if entry.names[-1] in manual.OF_ALL]
    names = [entry.names[0] for entry in top.entries("Subcommands")]
    subcommands = {name: help_text.read(program, name) for name in names}
    pages = {"colltune": top, **{f"colltune-{name}": help_ for name, help_ in subcommands.items()}}
    for page, help_ in pages.items():
        see = [(other, 1) for other in pages if page == "colltune" or other == "colltune"]
        see = [(other, number) for other, number in see if other != page] + [("colltune-environment", 7)]
        more = [] if page == "colltune" else of_all
        write(share / "man/man1" / f"{page}.1", manual.command_page(page, help_, more, see, version))
    environment = manual.environment_page(pathlib.Path(variables).read_text(), version)
    write(share / "man/man7/colltune-environment.7", environment)
    write(share / "bash-completion/completions/colltune", completion.completion(top, subcommands, of_all))


if __name__ == "__main__":
    main(*sys.argv[1:])
