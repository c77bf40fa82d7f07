"""The completion for bash."""

# Words behind -- are another program's. Where nothing is found, bash completes names of files.
_SCRIPT = """\
# Completion of colltune's command line for bash.
_colltune() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command="" words="" i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
      --)
        ((COMP_CWORD > i + 1)) || mapfile -t COMPREPLY < <(compgen -c -- "$current")
        return ;;
      -*) ;;
      *) command=${{command:-${{COMP_WORDS[i]}}}} ;;
    esac
  done
  case $command,$previous in
{values}    ,*) words="{commands}" ;;
    *) case $command,$current in
{options}      esac ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}}
complete -o bashdefault -o default -F _colltune colltune
"""


def _options(help_, of_all):
    return [name for entry in help_.entries("Options") + of_all for name in entry.names]


def completion(top, subcommands, of_all):
    """subcommands: name -> Help."""
    values, options = "", ""
    for name, help_ in subcommands.items():
        for entry in help_.entries("Options"):
            if entry.values:
                pattern = "|".join(f"{name},{option}" for option in entry.names)
                words = " ".join(value for value, _ in entry.values)
                values += f'    {pattern}) words="{words}" ;;\n'
        options += f'      {name},-*) words="{" ".join(_options(help_, of_all))}" ;;\n'
    commands = " ".join(list(subcommands) + _options(top, []))
    return _SCRIPT.format(values=values, commands=commands, options=options)
