#!/bin/sh
# profile_test.sh: the profile's rows decide, by ranks and size, as the log tells.
. tests/intercept/preload.sh
profile=$TEST_TMPDIR/profile.yaml
"$programs/write_profile" "$profile" here \
  2,2,1,1023,chain 2,2,1024,65535,binomial 2,2,65536,1048575,library \
  3,3,1,100,flat_nonblocking 3,3,1000,70000,no_such_algorithm \
  4,2,1,1000000,chain 4,4,1,1000000,library || fail "no profile"
link=$TEST_TMPDIR/a/link.yaml
mkdir "$TEST_TMPDIR/a"
ln -s ../profile.yaml "$link"

# expect RANKS LINE...: the log's lines on communicators of that many ranks, in any order
expect() {
  ranks=$1
  shift
  plain "$ranks" "$programs/sizes"
  for path in "$profile" "$profile.table" "$link"; do
    preloaded "COLLTUNE_PROFILE=$path COLLTUNE_LOG=1" "$ranks" "$programs/sizes"
    same_output "$path"
    printf 'colltune: bcast on %s\n' "$@" | sort >"$TEST_TMPDIR/expected"
    grep '^colltune: bcast ' "$err" | sort >"$TEST_TMPDIR/log"
    diff "$TEST_TMPDIR/expected" "$TEST_TMPDIR/log" || fail "other lines are logged"
  done
}

# sizes broadcasts 0, 1, 7, 1000, 4096, 65537 and 1048576 bytes on MPI_COMM_WORLD, on a copy, on
# a half, and on MPI_COMM_SELF: each range is told once for each of them.
two() {
  for rule in '0..0 B: library (empty message)' '1..1023 B: chain (profile)' \
    '1024..65535 B: binomial (profile)' '65536..1048575 B: library (profile)' \
    '1048576..2147483647 B: library (no rule)'; do
    echo "2 ranks (2 per node), $rule"
  done
}
one='1 ranks (1 per node), 0.. B: library (one rank)'
lines() {
  while read -r line; do set -- "$@" "$line"; done
  expect "$@"
}

{ two; two; for _ in 1 2 3 4; do echo "$one"; done; } >"$TEST_TMPDIR/lines"
lines 2 <"$TEST_TMPDIR/lines"

three() {
  for rule in '0..0 B: library (empty message)' '1..100 B: flat_nonblocking (profile)' \
    '1000..70000 B: library (unknown algorithm no_such_algorithm)' \
    '70001..2147483647 B: library (no rule)'; do
    echo "3 ranks (3 per node), $rule"
  done
}
{ three; three; two; for _ in 1 2 3 4; do echo "$one"; done; } >"$TEST_TMPDIR/lines"
lines 3 <"$TEST_TMPDIR/lines"

four() {
  for rule in '0..0 B: library (empty message)' '1..1000000 B: library (profile)' \
    '1000001..2147483647 B: library (no rule)'; do
    echo "4 ranks (4 per node), $rule"
  done
}
{ four; four; two; two; for _ in 1 2 3 4; do echo "$one"; done; } >"$TEST_TMPDIR/lines"
lines 4 <"$TEST_TMPDIR/lines"

# Ranks that describe a message differently decide alike: by bytes, not by their counts.
"$programs/write_profile" "$profile" here \
  3,3,1,3,library 3,3,4,11,chain 3,3,12,99,library 3,3,100,4000,binomial 3,3,4001,100000,flat
plain 3 "$programs/datatypes"
preloaded "COLLTUNE_PROFILE=$profile COLLTUNE_LOG=1" 3 "$programs/datatypes"
same_output "datatypes with a profile"
for rule in '4..11 B: chain' '12..99 B: library' '4001..100000 B: flat'; do
  logged "3 ranks (3 per node), $rule (profile)"
done

# What is shaped by the machine is used where the profile knows the hosts.
plain 4 "$programs/sizes"
for hosts in "host=$(uname -n) host=other" host=other ''; do
  # shellcheck disable=SC2086  # hosts are several words
  "$programs/write_profile" "$TEST_TMPDIR/machine.yaml" here 4,4,1,100000,model_tree:bytes=256 $hosts
  preloaded "COLLTUNE_PROFILE=$TEST_TMPDIR/machine.yaml COLLTUNE_LOG=1" 4 "$programs/sizes"
  same_output "a profile with '$hosts'"
  case $hosts in
    *" "*) logged '4 ranks (4 per node), 1..100000 B: model_tree:bytes=256 (profile)' ;;
    *) logged 'B: library (model_tree:bytes=256 needs a profile that knows where the ranks are)' ;;
  esac
done

# Rows for two sites are not for ranks that are all on one.
"$programs/write_profile" "$profile" here 4,4,1,999,flat,1 4,4,1000,100000,chain,1 \
  4,4,1,100000,binomial,2 "host=$(uname -n)"
preloaded "COLLTUNE_PROFILE=$profile COLLTUNE_LOG=1" 4 "$programs/sizes"
same_output "a profile with rows for sites"
logged '4 ranks (4 per node), 1000..100000 B: chain (profile)'
! grep -q binomial "$err" || fail "a row for two sites is followed"
"$programs/write_profile" "$profile" here 4,4,1,100000,binomial,2 "host=$(uname -n)"
preloaded "COLLTUNE_PROFILE=$profile COLLTUNE_LOG=1" 4 "$programs/sizes"
! grep -q 'binomial (profile)' "$err" || fail "the only row, for two sites, is followed"

# What is forced goes before the profile.
plain 4 "$programs/sizes"
preloaded "COLLTUNE_PROFILE=$profile COLLTUNE_FORCE=bcast:flat COLLTUNE_LOG=1" 4 "$programs/sizes"
same_output "a profile and a forced algorithm"
logged "4 ranks (4 per node), 1..2147483647 B: flat (forced)"
! grep -q profile "$err" || fail "the profile is followed"
