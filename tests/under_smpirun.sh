#!/bin/sh
# under_smpirun.sh PLATFORM RANKS PROGRAM [ARGUMENT...]: a test program in virtual time, on one of
# the machines described in tests/smpi: by PLATFORM.xml, or by a program, PLATFORM.so. A PLATFORM
# with a slash is a path without suffix, of files that tests/smpi/machines:draw wrote.
set -eu
case $1 in
  */*) platform=$1 ;;
  *) platform=tests/smpi/$1 ;;
esac
ranks=$2
shift 2
# smpirun 3.32 takes the argument of its option -tmpdir for the program; it heeds TMPDIR.
TMPDIR=${TEST_TMPDIR:-/tmp}
export TMPDIR
COLLTUNE_SMPI_MACHINE=$platform
export COLLTUNE_SMPI_MACHINE
machine=$platform.xml
if [ ! -e "$machine" ]; then
  machine=$platform.so
elif grep -q '"incast/' "$machine"; then
  machine=tests/smpi/machines/with_incast.so
fi
omitted='^$'
case $machine in
  # The program may have its own, and SimGrid takes one of them.
  *.so) omitted=^smpi/lat-factor ;;
esac
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
