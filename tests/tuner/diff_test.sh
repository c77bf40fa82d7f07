#!/bin/sh
# diff_test.sh COLLTUNE: `diff` says whether two profiles decide alike, also by its exit code.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME="$TEST_TMPDIR"

# check EXIT_CODE TEXT PROFILE PROFILE: a line says just that
check() {
  code=0
  "$colltune" diff "$3" "$4" >out 2>err || code=$?
  if [ $code != "$1" ] || ! cat out err | sed 's/  */ /g; s/^ //; s/ $//' | grep -qxF -- "$2"; then
    echo "colltune diff $3 $4: exit $code, wanted $1 and '$2':"
    cat out err
    exit 1
  fi
}

check 0 "they decide alike" "$good" "$good"
# With the library's choice instead of a tree of half its time, and a chain that nothing was measured of.
sed 's/choice: binomial$/choice: library/' "$good" >library.yaml
sed '/ranks_per_node: 4/,/bytes: \[0, 1023\]/s/1023/511/' "$good" >shorter.yaml
sed 's/choice: chain$/choice: flat/' "$good" >flat.yaml
check 1 "bcast on 4 ranks, 4 per node" "$good" library.yaml
check 1 "1024..65536 binomial library 2.00 2.00" "$good" library.yaml
check 1 "1024..65536 library binomial 0.50 0.50" library.yaml "$good"
check 1 "bcast on 4 ranks, 2 per node" "$good" flat.yaml
check 1 "0..65536 chain flat - -" "$good" flat.yaml
[ "$(grep -c '^bcast' out)" = 1 ] || { echo "more than one row:"; cat out; exit 1; }
# What has no rule is the library's, too.
check 0 "they decide alike" "$good" shorter.yaml

sed 's/cores: 3/cores: 4/' "$good" >larger.yaml
check 1 "the second one is for another machine: the number of cores is '4', the profile is for '3'" "$good" larger.yaml
check 1 "they decide alike" "$good" larger.yaml
check 2 "colltune: none.yaml: cannot be read: No such file or directory" "$good" none.yaml
