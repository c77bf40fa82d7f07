"""The program's options as data, read from the text of CLI11's --help."""
import dataclasses
import re
import subprocess

# Column where CLI11 begins descriptions. A longer name has a line of its own.
COLUMN = 30

# CLI11 2.1 begins "Usage: " before the program's name. CLI11 2.6 begins nothing, and writes sections in
# capitals and short names in a column of their own: "-h,     --help".
_USAGE = re.compile(r"\n(?:Usage: |\n)(?:\S*/)?colltune\b *([^\n]*)\n")

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
    names, _, value = re.sub(", +-", ",-", name.strip()).partition(" ")
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
    """Raises ValueError where a text is not as CLI11 makes it."""
    usage = _USAGE.search(text)
    if not usage:
        raise ValueError(f"no usage in {text!r}")
    lines = [line.rstrip() for line in text[usage.end() :].split("\n")]
    result = Help(" ".join(text[: usage.start()].split()), usage[1].rstrip(), {}, [])
    section, paragraph = None, []
    for line in lines + [""]:
        if line.endswith(":") and line[:-1].capitalize() in SECTIONS:
            section = result.sections.setdefault(line[:-1].capitalize(), [])
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
