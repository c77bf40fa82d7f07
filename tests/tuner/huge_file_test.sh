#!/bin/bash
# huge_file_test.sh COLLTUNE: a file of 100 MB, or of 10^6 levels, is refused by every command that
# reads profiles or networks, with 150 MB of address space to spend.
set -u
colltune=$PWD/$1
cd "$TEST_TMPDIR" || exit 1
failures=0
checks=0

# refuses "WHAT THE MESSAGE HAS" ARGUMENT...
refuses() {
  local message=$1
  shift
  checks=$((checks + 1))
  (ulimit -v 150000 && "$colltune" "$@") >out 2>err
  local code=$?
  if [ $code != 2 ] || ! grep -qF -- "$message" err || [ "$(wc -l <err)" != 1 ]; then
    echo "colltune $*: exit $code, wanted 2 and '$message':"
    cat out err
    failures=$((failures + 1))
  fi
}

# refused_everywhere FILE "WHAT THE MESSAGE HAS"
refused_everywhere() {
  refuses "$2" show "$1"
  refuses "$2" show bcast:binomial -n 4 --timeline --network "$1"
  refuses "$2" explain "$1" bcast 1K -n 4
  refuses "$2" compile "$1"
  refuses "$2" diff "$1" "$1"
  refuses "$2" run --profile "$1" -- true
  refuses "$2" predict --network "$1" --op bcast --bytes 1K -n 4
}

truncate -s 100M huge.yaml
refused_everywhere huge.yaml "huge.yaml: is larger than the 67108864 bytes that a profile may have"
yes -- '[' | head -n 1000000 | tr -d '\n' >brackets.yaml
refused_everywhere brackets.yaml "brackets.yaml:1: is nested too deeply"
yes -- '{a: ' | head -n 1000000 >braces.yaml
refused_everywhere braces.yaml "braces.yaml:1001: is nested too deeply"
yes -- '- ' | head -n 1000000 | tr -d '\n' >dashes.yaml
refused_everywhere dashes.yaml "dashes.yaml:1: is nested too deeply"

echo "$((checks - failures)) passed, $failures failed"
[ $failures = 0 ]
