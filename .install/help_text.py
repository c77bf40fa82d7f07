"""The program's options as data, read from the text of CLI11's --help."""
import dataclasses
import re
import subprocess

# Column where CLI11 2.1 begins descriptions. A longer name has a line of its own.
COLUMN = 30

SECTIONS = ("Positionals", "Options", "Subcommands")


@dataclasses.dataclass
class Entry:
    names: list[str]  # ["-o", "--output"]
    value: str = ""  # "TEXT"; empty for a flag
    text: str = ""
    values: list[tuple[str, str]] = dataclasses.field(default_factory=list)  # possible values, and their meanings


@dataclasses.dataclass
class Help:
    summary: str
    usage: str  # after the program's name
    sections: dict[str, list[Entry]]
    notes: list[str]  # paragraphs

    def entries(self, section):
        return self.sections.get(section, [])


def _begin(line):
    name, text = line[:COLUMN], line[COLUMN:]
    if not name.endswith(" ") and text:
        name, text = line, ""
    names, _, value = name.strip().partition(" ")
    return Entry(names.split(","), value, text)


def _go_on(entry, line):
    rest = line[COLUMN:]
    if rest.startswith(" "):
        name, _, meaning = rest.strip().partition(" ")
        entry.values.append((name, meaning.strip()))
    elif entry.values:
        raise ValueError(f"text behind the values of {entry.names}: {line!r}")
    else:
        entry.text = f"{entry.text} {rest}".strip()


def parse(text):
    """Raises ValueError where a text is not as CLI11 2.1 makes it."""
    head, found, rest = text.partition("\nUsage: ")
    if not found:
        raise ValueError(f"no usage in {text!r}")
    usage, *lines = rest.split("\n")
    result = Help(" ".join(head.split()), re.sub(r"^\S*/?colltune ", "", usage), {}, [])
    section, paragraph = None, []
    for line in lines + [""]:
        if line.endswith(":") and line[:-1] in SECTIONS:
            section = result.sections.setdefault(line[:-1], [])
        elif not line:
            section = None
            if paragraph:
                result.notes.append(" ".join(paragraph))
            paragraph = []
        elif section is None:
            paragraph.append(line)
        elif line.startswith(" " * COLUMN):
            _go_on(section[-1], line)
        else:
            section.append(_begin(line))
    return result


def read(program, *arguments):
    shown = subprocess.run([program, *arguments, "--help"], check=True, stdout=subprocess.PIPE, text=True)
    return parse(shown.stdout)
