#!/bin/sh
# under_smpirun.sh PLATFORM RANKS PROGRAM [ARGUMENT...]: a test program in virtual time, on one of
# the machines described in tests/smpi.
set -eu
platform=tests/smpi/$1
ranks=$2
shift 2
# smpirun 3.32 takes the argument of its option -tmpdir for the program; it heeds TMPDIR.
TMPDIR=${TEST_TMPDIR:-/tmp}
export TMPDIR
errors=$(mktemp)
status=0
# shellcheck disable=SC2046  # a list of words
"${SMPIRUN:-$TEST_SRCDIR/smpi/smpirun}" -np "$ranks" \
  -platform "$platform.xml" -hostfile "$platform.hosts" --log=root.thres:error \
  $(sed -e 's/#.*//' -e 's/^[^ ]/--cfg=&/' tests/smpi/common.cfg "$platform.cfg") "$@" \
  2>"$errors" || status=$?
cat "$errors" >&2
# Ranks that wait for each other for ever are reported, but smpirun returns 0.
if grep -q 'Deadlock detected' "$errors"; then status=1; fi
rm "$errors"
exit "$status"
