#!/bin/bash
# manual_test.sh INSTALL: each subcommand has its page, with the whole text of its --help, and groff
# accepts it.
set -eu -o pipefail
install=$PWD/$1 environment=$PWD/tuner/intercept/README.md changelog=$PWD/.install/changelog
cd "$TEST_TMPDIR"
"$install" --prefix "$PWD/p" >out
colltune=$PWD/p/bin/colltune

fail() {
  echo "$1"
  exit 1
}

# words: of the text on standard input, one per line, without hyphenation and markup
words() { tr -s ' \n' '\n\n' | sed 's/[,.:]*$//' | sort -u; }

# page NAME: as it is shown, without line breaks in words
page() { MANWIDTH=1000 man -E ascii --nh --nj -l "$1"; }

version=$(sed -n '1s/^colltune (\(.*\)).*/\1/p' "$changelog")
"$colltune" --version | grep -qF "colltune $version, built for " || fail "version: $("$colltune" --version)"

commands=$("$colltune" --help | sed -n '/^S[uU][bB][cC].*:$/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$commands")" -ge 16 ] || fail "subcommands: $commands"
for name in "" $commands; do
  file=p/share/man/man1/colltune${name:+-$name}.1.gz
  warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -E UTF-8 -l -Tutf8 -Z "$file" 2>&1 >formatted)
  [ -z "$warnings" ] || fail "$file: $warnings"
  page "$file" >shown
  # shellcheck disable=SC2086  # no word where there is no name
  "$colltune" $name --help | sed -e '1,/^Usage:/{/^Usage:/d}' -e "\|^$colltune|d" -e '/^[A-Z][A-Za-z]*:$/d' -e 's/REQUIRED//' -e 's/`//g' >help
  sed -i -E 's/^  (-[^ ,]*),(-)/\1 \2/' help
  if [ -z "$name" ]; then sed -i -E 's/^  ([a-z]+) /  colltune-\1(1) /' help; fi
  missing=$(comm -23 <(words <help) <(words <shown))
  [ -z "$missing" ] || fail "$file lacks of --help: $missing"
  grep -q "^colltune $version " shown || fail "$file has no version: $(tail -n 1 shown)"
  # What whatis and apropos say.
  lexgrog "$file" | grep -qF "colltune${name:+-$name} - " || fail "$file: lexgrog: $(lexgrog "$file")"
done

page p/share/man/man7/colltune-environment.7.gz >shown
variables=$(sed -n 's/^| `\(COLLTUNE_[A-Z_]*\).*/\1/p' "$environment")
[ "$(wc -w <<<"$variables")" -ge 6 ] || fail "variables: $variables"
for variable in $variables; do
  grep -q "^ *$variable" shown || fail "no $variable in: $(cat shown)"
done
PATH=$PWD/p/bin:$PATH man -w colltune-tune | grep -q p/share/man || fail "man does not find the pages by PATH"
echo "1 passed, 0 failed"
