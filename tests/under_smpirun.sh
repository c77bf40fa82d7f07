#!/bin/sh
# under_smpirun.sh PLATFORM RANKS PROGRAM [ARGUMENT...]: a test program in virtual time, on one of
# the machines described in tests/smpi: by PLATFORM.xml, or by a program, PLATFORM.so.
set -eu
platform=tests/smpi/$1
ranks=$2
shift 2
# smpirun 3.32 takes the argument of its option -tmpdir for the program; it heeds TMPDIR.
TMPDIR=${TEST_TMPDIR:-/tmp}
export TMPDIR
machine=$platform.xml
omitted='^$'
if [ ! -e "$machine" ]; then
  machine=$platform.so
  omitted=^smpi/lat-factor  # the program may have its own, and SimGrid takes one of them
fi
still=
[ ! -e tests/libstill_clock.so ] || still=$PWD/tests/libstill_clock.so
errors=$(mktemp)
status=0
# shellcheck disable=SC2046  # a list of words
LD_PRELOAD=$still "${SMPIRUN:-$TEST_SRCDIR/smpi/smpirun}" -np "$ranks" \
  -platform "$machine" -hostfile "$platform.hosts" --log=root.thres:error \
  $(sed -e "\\,$omitted,d" tests/smpi/common.cfg |
    cat - "$platform.cfg" |
    sed -e 's/#.*//' -e 's/^[^ ]/--cfg=&/') "$@" \
  2>"$errors" || status=$?
cat "$errors" >&2
# Ranks that wait for each other for ever are reported, but smpirun returns 0.
if grep -q 'Deadlock detected' "$errors"; then status=1; fi
rm "$errors"
exit "$status"
