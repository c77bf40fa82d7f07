#!/usr/bin/env python3
"""tutorial.py TEXT: runs the commands of a tutorial, line by line and in one shell, and holds
what they print against what the tutorial says.

In a block "```console" a line "$ COMMAND" is run, and the lines behind it are what it prints. A line
"..." stands for any number of lines. A block "```console here" depends on the machine: there each line
has to begin like one that is printed, as in all blocks where SimGrid is of another release, whose
simulated times are others. No command may fail.
"""
import re
import subprocess
import sys

END = "--- end of the command:"
SIMGRID = "SimGrid version 3.32"  # whose times the tutorial shows
_WORDS = 2  # of a line's beginning


def blocks(text):
    """(exact, line number, lines) of each block of commands."""
    for block in re.finditer(r"^```console( here)?\n(.*?)^```$", text, re.M | re.S):
        yield block[1] is None, text.count("\n", 0, block.start(2)) + 1, block[2].splitlines()


def steps(lines, number):
    """(line number, command, what it prints) of each command of a block."""
    step = None
    for number, line in enumerate(lines, number):
        if line.startswith("$ "):
            if step:
                yield step
            step = (number, line[2:], [])
        else:
            step[2].append(line)
    if step:
        yield step


class Shell:
    """One bash, which keeps its variables and functions from command to command."""

    def __init__(self):
        self._bash = subprocess.Popen(["bash"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True)

    def run(self, command):
        """What it prints, and its exit code."""
        # Programs are not to read what comes next.
        self._bash.stdin.write(f"{{ {command}\n}} </dev/null\necho; echo '{END}' $?\n")
        self._bash.stdin.flush()
        lines = []
        for line in self._bash.stdout:
            if line.startswith(END):
                break
            lines.append(line.rstrip())
        else:
            sys.exit(f"the shell ended at: {command}\n" + "\n".join(lines))
        while lines and not lines[-1]:
            lines.pop()
        return lines, int(line[len(END):])


def beginning(line):
    return line.split()[:_WORDS]


def resembles(wanted, lines):
    """Whether these are lines that another machine might print for the wanted ones."""
    printed = [beginning(line) for line in lines]
    return bool(wanted) == bool(lines) and all(line == "..." or beginning(line) in printed for line in wanted)


def agrees(wanted, lines):
    """Whether these are the wanted lines, of which "..." stands for any."""
    if not wanted:
        return not lines
    if wanted[0] == "...":
        return any(agrees(wanted[1:], lines[skip:]) for skip in range(len(lines) + 1))
    return bool(lines) and lines[0] == wanted[0] and agrees(wanted[1:], lines[1:])


def main(path):
    shell = Shell()
    with open(path, encoding="utf-8") as file:
        text = file.read()
    count = 0
    same_times = SIMGRID in subprocess.run(["smpirun", "-version"], stdout=subprocess.PIPE, text=True).stdout
    for exact, number, lines in blocks(text):
        for number, command, wanted in steps(lines, number):
            printed, code = shell.run(command)
            same = agrees if exact and same_times else resembles
            if code != 0 or not same(wanted, printed):
                print(f"{path}:{number}: {command}\nprinted (exit code {code})", *printed, "instead of", *wanted, sep="\n")
                return 1
            count += 1
    if count < 20:
        print(f"only {count} commands were found in {path}")
        return 1
    print(f"{count} passed, 0 failed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
