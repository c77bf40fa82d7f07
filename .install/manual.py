"""Manual pages, in the macros of man(7)."""
import re

# Options that each subcommand also takes.
OF_ALL = ("--quiet", "--verbose")

_ESCAPES = {"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"}


def _plain(text):
    escaped = "".join(_ESCAPES.get(character, character) for character in text)
    return re.sub(r"^\.", r"\\&.", escaped)


def _bold(text):
    return f"\\fB{_plain(text)}\\fR"


def _marked(text):
    """Converts Markdown; only `code` is supported."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(_bold(part) if i % 2 else _plain(part) for i, part in enumerate(parts))


def _entry(entry):
    value = entry.value.replace("REQUIRED", "(required)")
    lines = [".TP", ", ".join(map(_bold, entry.names)) + (f" \\fI{_plain(value)}\\fR" if value else "")]
    lines += [_marked(entry.text)]
    if entry.values:
        lines += [".RS"]
        for name, meaning in entry.values:
            lines += [".TP", _bold(name), _marked(meaning)]
        lines += [".RE"]
    return lines


def _section(title, lines):
    return [f".SH {title}", *lines] if lines else []


def _page(name, number, version, sections):
    title = f'.TH {_plain(name).upper()} {number} "" "colltune {version}" "colltune"'
    return "\n".join([title, *(line for section in sections for line in section)]) + "\n"


def _see(names):
    return ",\n".join(f".BR {_plain(name)} ({number})" for name, number in names).split("\n")


def _options(entries):
    return [line for entry in entries for line in _entry(entry)]


def command_page(name, help_, of_all, see, version):
    """name: "colltune" or "colltune-tune". of_all: options that stand in the page of colltune."""
    words = name.replace("-", " ", 1)
    summary = help_.summary.removeprefix("colltune ").rstrip(".")
    synopsis = help_.usage.removeprefix("colltune").removeprefix(words.removeprefix("colltune ")).strip()
    commands = []
    for entry in help_.entries("Subcommands"):
        commands += [".TP", f".BR colltune\\-{_plain(entry.names[0])} (1)", _marked(entry.text)]
    notes = [line for note in help_.notes for line in (".PP", _marked(note))]
    return _page(name, 1, version, [
        _section("NAME", [f"{_plain(name)} \\- {_plain(summary)}"]),
        _section("SYNOPSIS", [f"{_bold(words)} {_plain(synopsis)}"]),
        _section("ARGUMENTS", _options(help_.entries("Positionals"))),
        _section("OPTIONS", _options(help_.entries("Options") + of_all)),
        _section("SUBCOMMANDS", commands),
        _section("NOTES", notes),
        _section("SEE ALSO", _see(see)),
    ])


def environment_page(text, version):
    """Makes the page from the table of variables in tuner/intercept/README.md."""
    table = re.search(r"^\| variable \| meaning \|\n\|[-|]*\n((?:\|.*\n)+)", text, re.MULTILINE)
    if not table:
        raise ValueError("tuner/intercept/README.md has no table with the columns variable and meaning")
    lines = []
    for row in table[1].splitlines():
        variable, meaning = row.strip("| ").split(" | ", 1)
        lines += [".TP", _marked(variable), _marked(meaning)]
    return _page("colltune-environment", 7, version, [
        _section("NAME", ["colltune\\-environment \\- variables that the preloaded library reads"]),
        _section("ENVIRONMENT", lines),
        _section("SEE ALSO", _see([("colltune", 1), ("colltune-run", 1)])),
    ])
