# Functions of the tests that run programs as Debian has built them; to be sourced.
#
# A test puts its program's input into $inputs, and defines results OUT ERR, which prints the part
# of the output that all runs must have in common. If not all of that has to be the same, the test
# also defines same_results FILE FILE.
. tests/intercept/preload.sh
colltune=$PWD/tuner/colltune
here=$PWD/tests/programs
list=$TEST_TMPDIR/settings
inputs=$TEST_TMPDIR/inputs
mkdir "$inputs"

# needs FILE PACKAGE
needs() {
  [ -e "$1" ] || {
    echo "FAILED: no $1: apt-get install --no-install-recommends $2"
    exit 1
  }
}

# write_settings RANKS COLLECTIVE...: to $list the settings under which programs are to run that
# call no other collectives. Each algorithm is forced in one of them. The last one names a profile
# that was tuned here, for two ranks. More ranks than cores cannot be timed: what was decided for
# two is then said to hold for RANKS.
write_settings() {
  ranks=$1
  shift
  collectives=$*
  list_settings
  tr ',' '\n' <"$every" | cut -d: -f1 | sort -u >"$TEST_TMPDIR/names"
  unused=$(echo "$collectives" | tr ' ' '\n' | grep -vxFf - "$TEST_TMPDIR/names" | tr '\n' '|')
  sed -E "s/(^|,)($unused):[^,]*//g; s/^,?/COLLTUNE_FORCE=/" "$every" | sort -u >"$list"

  profile=$TEST_TMPDIR/profile.yaml
  MPIEXEC=$mpiexec "$colltune" tune -o "$profile" --ops "$(echo "$collectives" | tr ' ' ',')" \
    --budget 20s >"$out" 2>"$err" </dev/null || fail "exit code $? of tune"
  sed -i -E "s/^( +(- )?ranks(_per_node)?): 2$/\1: $ranks/" "$profile"
  "$colltune" compile "$profile" >"$out" 2>"$err" || fail "exit code $? of compile"
  echo "COLLTUNE_PROFILE=$profile" >>"$list"
}

same_results() {
  diff "$1" "$2"
}

# What a run leaves in its directory another one may go on with.
enter_fresh() {
  cd "$TEST_TMPDIR"
  rm -rf work
  cp -r "$inputs" work
  cd work
}

# under_all RANKS PROGRAM [ARGUMENT...]: the results are those without us, under each setting.
under_all() {
  enter_fresh
  plain "$@" </dev/null
  results "$out.plain" "$err.plain" >"$TEST_TMPDIR/expected"
  [ -s "$TEST_TMPDIR/expected" ] || fail "no results of $*"
  count_calls "$@"
  : >"$TEST_TMPDIR/followed"
  : >"$TEST_TMPDIR/refused"
  while read -r one; do
    enter_fresh
    preloaded "$one COLLTUNE_LOG=1" "$@" </dev/null
    results "$out" "$err" >"$TEST_TMPDIR/results"
    same_results "$TEST_TMPDIR/expected" "$TEST_TMPDIR/results" || fail "other results of $* with $one"
    ! grep '^colltune: warning' "$err" || fail "$* with $one"
    case $one in
    COLLTUNE_FORCE=*) check_tried "${one#*=}" || fail "that is of $* with $one" ;;
    *) grep -q ' (profile)$' "$err" || fail "$* did not follow the profile" ;;
    esac
  done <"$list"
  echo "  The same under $(wc -l <"$list") settings. Never followed:"
  sort -u "$TEST_TMPDIR/refused" | while read -r choice why; do
    grep -qxF "$choice" "$TEST_TMPDIR/followed" || echo "    $choice $why"
  done
}

# Shows how often each collective is called.
count_calls() {
  enter_fresh
  preloaded "COLLTUNE_FORCE=$(head -n 1 "$every") COLLTUNE_LOG=2" "$@" </dev/null
  sed -nE 's/^colltune: ([a-z_]+) on ([0-9]+) ranks.*/\1 \2/p' "$err" | sort | uniq -c >"$TEST_TMPDIR/calls"
  echo "$*"
  awk '{printf "%9d calls of %s on %d rank(s)\n", $1, $2, $3}' "$TEST_TMPDIR/calls"
  awk '$3 > 1 {print $2}' "$TEST_TMPDIR/calls" | sort -u >"$TEST_TMPDIR/called"
  [ -s "$TEST_TMPDIR/called" ] || fail "no calls"
  while read -r collective; do
    case " $collectives " in
    *" $collective "*) ;;
    *) fail "$collective is called, too" ;;
    esac
  done <"$TEST_TMPDIR/called"
}

# check_tried CHOICES: where the program calls their collectives, the log says that they were
# followed, or what they need.
check_tried() {
  sed -nE 's/^colltune: ([a-z_]+) on .* B: ([^ ]+) \(forced\)$/\1:\2/p' "$err" >>"$TEST_TMPDIR/followed"
  sed -nE 's/^colltune: ([a-z_]+) on .* B: library \(([^ ]+) (needs .*)\)$/\1:\2 \3/p' "$err" \
    >>"$TEST_TMPDIR/refused"
  for choice in $(echo "$1" | tr ',' ' '); do
    grep -qxF "${choice%%:*}" "$TEST_TMPDIR/called" || continue
    grep -qxF "$choice" "$TEST_TMPDIR/followed" || grep -qF "$choice needs" "$TEST_TMPDIR/refused" || {
      echo "$choice was not tried"
      return 1
    }
  done
}
