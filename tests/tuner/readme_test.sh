#!/bin/bash
# readme_test.sh COLLTUNE LIBRARY APPLICATION PAGE...: runs the commands of the pages that are marked for it, page
# after page, with two ranks for their sixteen, and this machine for their hosts.
set -eu -o pipefail
colltune=$PWD/$1 library=$PWD/$2 application=$PWD/$3
shift 3
marked=$(tests/marked_commands.sh readme_test "$@")
cd "$TEST_TMPDIR"
mkdir -p bin
ln -sf "$colltune" bin/colltune
ln -sf "$TEST_SRCDIR/mpi/mpiexec" bin/mpiexec
export PATH=$PWD/bin:$PATH

commands=$(sed <<<"$marked" -e 's/-n 16 -f hosts/-n 2/' -e 's/-n 16/-n 2/' -e "s#\./application#$application#" \
    -e 's/--budget 10*m/--budget 10s/' -e 's/tune -o/tune --ops bcast -o/' -e '/ tune /{/--budget/!s/$/ --budget 10s/}' -e 's/--points 200/--points 5/' -e 's/newer.yaml/cluster.yaml/' -e "s#/path/to/libcolltune.so#$library#" -e "s#/path/to/#$PWD/#")

# Each by itself; what follows the export is the application, started by hand.
used=0
while read -r command; do
  case $command in export*) command="$command; mpiexec -n 2 $application" ;; esac
  code=0
  COLLTUNE_LOG=1 bash -eu -c "$command" >out 2>err </dev/null || code=$?
  # A busy machine may answer no, or have found nothing better than the library, and so nothing to check.
  case $code,$command in
    1,*" verify "* | 1,*" stats "*) if grep -q '^does not fit' out; then code=0; fi ;;
    2,*" verify "*) if grep -q ': nothing to check on 2 ranks .*: 0 of 0 decisions' err; then code=0; fi ;;
    1,*" reproduce "*) if grep -q '^  here it does not hold: ' out; then code=0; fi ;;
  esac
  [ $code = 0 ] || { echo "$command:"; cat out err; exit 1; }
  case $command in *"$application"*)
    grep -q '^colltune: bcast on 2 ranks (2 per node), .*(profile)' err ||
      { echo "$command: the profile was not used"; cat err; exit 1; }
    used=$((used + 1)) ;;
  esac
done <<EOF
$commands
EOF
[ $used -gt 0 ] || { echo "no command ran the application under the profile"; exit 1; }
grep -q '<th scope="row">of it to confirm</th>' report.html ||
  { echo "the report does not know what the tuning took"; exit 1; }
echo "1 passed, 0 failed"
