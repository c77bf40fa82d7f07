#!/bin/sh
# accelerator_test.sh: MPI alone touches buffers that the processor may not touch, and leaves the
# same as with buffers of the host. Where a rank has loaded an accelerator's library at MPI_Init,
# all ranks leave all calls to the MPI library; see stand_in.c and gpu_aware.c.
. tests/intercept/preload.sh
ranks=2
ours=$preload
preload="$ours $programs/libgpu_aware.so"
library=$programs/libcuda.so.1
device=/dev/nvidiactl
left_alone='library (libcuda.so is loaded on rank'
plain "$ranks" "$programs/semantics"

# on_device "VARIABLE=VALUE..." WHEN RANK|all
on_device() {
  preloaded "COLLTUNE_LOG=1 $1" "$ranks" "$programs/semantics_on_device" "$2" "$3" "$library"
  same_output "$1 $2 $3"
}

# Loaded later, as by a Python module: each algorithm is performed, of a rank's device memory or all's.
list_settings
who=all
while read -r setting; do
  on_device "COLLTUNE_FORCE=$setting" late $who </dev/null
  followed
  ! grep -qF "$left_alone" "$err" || fail "left alone with $setting"
  who=1
done <"$every"
on_device "COLLTUNE_FORCE=$(head -n 1 "$every")" late all
first=$(sed -n 's/^passed on: //p' "$err")
on_device "COLLTUNE_DISABLE=1" late all
[ "$first" != "$(sed -n 's/^passed on: //p' "$err")" ] || fail "no algorithm of ours"

# Loaded at MPI_Init: nothing is followed on any rank.
setting="COLLTUNE_FORCE=$(head -n 1 "$every")"
left=$(sed -n 's/^passed on: //p' "$err")
for who in all 1; do
  on_device "$setting COLLTUNE_STATS=$TEST_TMPDIR/stats STAND_IN_DEVICE=$device" early $who
  ! grep -q '(forced)' "$err" || fail "followed beside an accelerator of $who"
  rank=$who
  [ "$who" != all ] || rank=0
  for op in $seventeen; do
    logged "colltune: $op on 2 ranks (2 per node), 0.. B: $left_alone $rank: see COLLTUNE_ACCELERATOR)"
  done
  logged "passed on: $left"
  for each in 0 1; do
    grep -qF "\"why\":\"libcuda.so is loaded on rank $rank: see COLLTUNE_ACCELERATOR\"" "$TEST_TMPDIR/stats.$each" ||
      fail "statistics of rank $each do not say why"
  done
done

# Unless that is asked for, or where there is no device that the library could find.
on_device "$setting COLLTUNE_ACCELERATOR=follow STAND_IN_DEVICE=$device" early all
followed
on_device "$setting COLLTUNE_ACCELERATOR=follow STAND_IN_DEVICE=$device" early 1
followed
[ -e $device ] || {
  on_device "$setting" early all
  followed
}
on_device "$setting COLLTUNE_ACCELERATOR=library STAND_IN_DEVICE=$device" early 1
! grep -q '(forced)' "$err" || fail "followed"
