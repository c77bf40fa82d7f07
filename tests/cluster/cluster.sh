# Functions of the tests of the emulated cluster; to be sourced.
set -eu
run=$PWD/tests/cluster/run
pingpong=$PWD/tests/cluster/pingpong
out=$TEST_TMPDIR/out
err=$TEST_TMPDIR/err

fail() {
  echo "FAILED: $*"
  for file in "$out" "$err"; do
    [ -s "$file" ] && { echo "--- $file"; head -c 3000 "$file"; }
  done
  exit 1
}

# Ends the test, with a message, where no cluster can be emulated.
skip_unless_possible() {
  printf 'hosts: {one: {}}\n' >"$TEST_TMPDIR/one.yaml"
  "$run" "$TEST_TMPDIR/one.yaml" -- true 2>"$err" && return
  grep -qE 'only root|no /dev/net/tun|is missing|Operation not permitted' "$err" ||
    fail "cannot run 'true'"
  echo "SKIPPED: $(cat "$err")"
  exit 0
}

# on FILE ARGUMENT...: of run; to $out and $err
on() {
  "$run" "$@" >"$out" 2>"$err" </dev/null || fail "exit code $? of $*"
}

# between WHAT LEAST VALUE MOST
between() {
  awk -v least="$2" -v value="$3" -v most="$4" \
    'BEGIN { exit !(value != "" && value >= least && value <= most) }' ||
    fail "$1 is '$3', not from $2 to $4"
  echo "$1: $3 (from $2 to $4)"
}

# of HOST COLUMN: of what pingpong printed; 2 is the least, 3 the median time of round trips, in us
of() {
  awk -v host="$1" -v column="$2" '$1 == host { print $column }' "$out"
}
