#!/bin/bash
# network_test.sh COLLTUNE COLLTUNE_SMPI: `network` prints finite, positive parameters of every layer
# on this machine, and those that are configured on the simulated LogGP machine.
set -eu
colltune=$PWD/$1
smpi=$2

fail() {
  echo "$*"
  exit 1
}

# field FILE PARAMETER BYTES COLUMN
field() {
  awk -F, -v name="$2" -v bytes="$3" -v column="$4" '$1 == name && $2 == bytes { print $column }' "$1"
}

# near FILE PARAMETER BYTES EXPECTED: value, low, high and least are within 2 %
near() {
  for column in 3 5 6 7; do
    field "$1" "$2" "$3" $column | awk -v expected="$4" '
      NR == 1 && $1 != "" { ok = ($1 / expected - 1) ^ 2 <= 0.02 ^ 2 }
      END { exit !ok }' || fail "$2 of $3 bytes is not $4: $(cat "$1")"
  done
}

# tests/smpi/loggp.cfg: o_s = 2 us + 0.8 ns/B, L = 10 us, o_r = 2 us, and o_s is the gap.
folder=$TEST_TMPDIR
tests/under_smpirun.sh loggp 3 "$smpi" network --pair 2,0 --bytes 8,4K,64K --reps 10 --messages 20 \
  --csv "$folder/loggp.csv" --quiet >"$folder/text"
near "$folder/loggp.csv" EEL 8 14.0064e-6
near "$folder/loggp.csv" g 8 2.0064e-6
near "$folder/loggp.csv" G 65536 0.8e-9
near "$folder/loggp.csv" g/G "" 2508
for size in 8:2.0064e-6 4096:5.2768e-6 65536:54.4288e-6; do
  near "$folder/loggp.csv" g ${size%:*} ${size#*:}
  near "$folder/loggp.csv" o_s ${size%:*} ${size#*:}
  near "$folder/loggp.csv" o_r ${size%:*} 2e-6
done
near "$folder/loggp.csv" overlap_left 8 10e-6
grep -q "^rendezvous .* none: sends up to 4M do not wait" "$folder/text" || fail "$(cat "$folder/text")"

# 64 KiB is where sends begin to wait in tests/smpi/cluster16.cfg.
tests/under_smpirun.sh cluster16 2 "$smpi" network --bytes 8,1K --reps 10 --messages 10 --csv - \
  --quiet | grep -q "^rendezvous,,65536,B," || fail "no rendezvous from 64K on"

# The samples of all ranks, for fits.
tests/under_smpirun.sh loggp 3 "$smpi" network --bytes 8,1K --reps 10 --messages 10 \
  --samples "$folder/samples.csv" --quiet >/dev/null
[ "$(grep -c '^place,[012],.*,node-[012],0$' "$folder/samples.csv")" = 3 ] || fail "no places"
for experiment in round_trip flood delayed_flood late_receive one_to_many one_to_many_last_answers \
  send_call send_overlap receive_overlap many_to_one pairs_at_once; do
  grep -q "^$experiment," "$folder/samples.csv" || fail "no $experiment"
done

# A model that is fitted to them here predicts what is configured there: a flat broadcast of a byte to
# 8 ranks takes 7 o_s + L + o_r = 26 us, a binomial one 3 (o_s + L + o_r) = 42 us.
"$colltune" fit "$folder/samples.csv" --model loggps -o "$folder/network.yaml" >/dev/null
"$colltune" predict --network "$folder/network.yaml" --op bcast --algorithm flat,binomial --bytes 1 \
  -n 8 --csv - | awk -F, '
    BEGIN { expected["flat"] = 26e-6; expected["binomial"] = 42e-6 }
    $2 in expected && ($7 / expected[$2] - 1) ^ 2 <= 0.02 ^ 2 { ++ok }
    END { exit ok != 2 }' || fail "predictions: $(cat "$folder/network.yaml")"

cd "$TEST_TMPDIR"
export MPIEXEC=$TEST_SRCDIR/mpi/mpiexec
for layer in mpi rma ucx; do
  "$colltune" network --layer $layer --bytes 8,4K,64K --reps 10 --messages 20 --csv $layer.csv \
    --quiet >text 2>err || {
    grep -q "built without UCX" err && continue
    fail "$layer: $(cat err)"
  }
  grep -q "^$layer from rank 0 on .* to rank 1 on " text || fail "$layer: $(cat text)"
  for parameter in EEL g; do
    field $layer.csv $parameter 8 3 | awk '{ ok = $1 > 0 && $1 < 1 } END { exit !ok }' ||
      fail "$parameter by $layer: $(cat $layer.csv)"
  done
  # Either there is an overlap or it is said that there is none.
  grep -qE "^overlap left +[0-9].*LogP's L$|^overlap left .*LogP's .* does not hold$" text ||
    fail "$layer: $(cat text)"
done
code=0
"$colltune" network --pair 0,64 2>err || code=$?
[ $code = 2 ] && grep -q "rank 64 is not one of" err || fail "--pair 0,64: $code, $(cat err)"
code=0
"$colltune" network --layer rma --bytes 4,8 2>err || code=$?
[ $code = 2 ] && grep -q "4 is below 8, the smallest message of rma" err || fail "$code, $(cat err)"
echo "1 passed, 0 failed"
