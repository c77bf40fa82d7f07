#!/bin/bash
# predict_test.sh COLLTUNE: from samples to a network file to predictions, with times computed by
# hand, and the errors of wrong input on the way.
set -u
colltune=$PWD/$1
profile=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# has TEXT FILE
has() { grep -qF -- "$1" "$2" || { fail "no '$1' in $2:"; cat "$2"; }; }

# refuses "WHAT THE MESSAGE HAS" ARGUMENT...
refuses() {
  local message=$1
  shift
  "$colltune" "$@" >out 2>err
  local code=$?
  [ $code = 2 ] || fail "colltune $*: exit $code, wanted 2"
  has "$message" err
}

# alpha = 10 us and beta = 1 ns: 2 (alpha + beta m).
cat >samples.csv <<END
experiment,from,to,bytes,messages,time_s
round_trip,0,1,0,1,20e-6
round_trip,0,1,1000,1,22e-6
round_trip,0,1,1000000,1,2020e-6
END
"$colltune" fit samples.csv --model hockney -o network.yaml >fit.txt || fail "fit: exit $?"
has "alpha" fit.txt
has "10.0 us" fit.txt
has "round trip" fit.txt
has "colltune_network: 1" network.yaml
# Into standard output, and nothing else there.
"$colltune" fit samples.csv --model hockney -o - >printed.yaml || fail "fit -o -: exit $?"
diff <(grep -v "^ *created" network.yaml | sed 's/-o network.yaml/-o -/') <(grep -v "^ *created" printed.yaml) ||
  fail "fit -o -: another network"

# One message after another, T = 11 us: flat takes 3 T on 4 ranks, binomial 2 T.
"$colltune" predict --network network.yaml --op bcast --algorithm flat,binomial --bytes 1000 -n 4 \
  --csv predictions.csv >table.txt || fail "predict: exit $?"
grep -q "1000  binomial  *22.0 us  *1.00" table.txt || { fail "binomial:"; cat table.txt; }
grep -q "1000  flat  *33.0 us  *1.50" table.txt || { fail "flat:"; cat table.txt; }
[ "$(grep -n binomial table.txt | cut -d: -f1)" -lt "$(grep -n flat table.txt | cut -d: -f1)" ] ||
  fail "the best is not first"
has "op,algorithm,ranks,root,bytes,model,predicted_s" predictions.csv
has "bcast,flat,4,0,1000,hockney,3." predictions.csv
"$colltune" predict --network network.yaml --op bcast --bytes 1K,64K -n 1000 --csv - >all.csv
[ "$(grep -c ",1024," all.csv)" -gt 3 ] || fail "not all algorithms"

# Runs that take twice the prediction and 5 us: 71 us instead of 33, 671 instead of 333.
cat >runs.csv <<END
op,algorithm,method,ranks,bytes,root,repetition,seconds,valid
bcast,flat,barrier,4,1000,0,0,71e-6,1
bcast,flat,barrier,4,1000,0,1,70e-6,1
bcast,flat,barrier,4,1000,0,2,99e-6,1
bcast,flat,barrier,4,1000,0,3,1,0
bcast,flat,barrier,4,101000,0,0,671e-6,1
bcast,library,barrier,4,1000,0,0,1e-6,1
scatter,flat,barrier,4,1000,0,0,1e-6,1
END
"$colltune" predict --network network.yaml --op bcast --algorithm flat,binomial --bytes 1000 -n 4 \
  --calibrate runs.csv --csv corrected.csv >table.txt || fail "calibrate: exit $?"
grep -q "1000  flat  *33.0 us  *1.50  *71.0 us" table.txt || { fail "corrected:"; cat table.txt; }
grep -q "1000  binomial  *22.0 us  *1.00  *-" table.txt || { fail "not corrected:"; cat table.txt; }
has "corrected by runs.csv:" table.txt
has "flat: 2.000 of the prediction and 5.00 us, by 2 times on 4 to 4 ranks" table.txt
grep -q "^bcast,flat,4,0,1000,hockney,3.*,7.*e-05$" corrected.csv || { fail "csv:"; cat corrected.csv; }
grep -q "^bcast,binomial,4,0,1000,hockney,2.*,$" corrected.csv || { fail "csv:"; cat corrected.csv; }
"$colltune" predict --network network.yaml --op bcast --algorithm flat --bytes 1000 -n 8 \
  --calibrate runs.csv >table.txt || fail "calibrate on 8: exit $?"
grep -q "1000  flat  *77.0 us  *1.00  *-" table.txt || { fail "beyond the runs:"; cat table.txt; }
refuses "runs.csv: it has no valid time of an algorithm of reduce" predict --network network.yaml \
  --op reduce --bytes 8 -n 4 --calibrate runs.csv
refuses "missing.csv" predict --network network.yaml --op bcast --bytes 8 -n 4 --calibrate missing.csv

# Models whose experiments are missing are left out of all, and named alone.
"$colltune" fit samples.csv --model all -o all.yaml >all.txt 2>missing.txt || fail "all: exit $?"
has "loggp: there is no sample of: flood" missing.txt
refuses "samples.csv: loggp: there is no sample of: flood" fit samples.csv --model loggp
refuses "unknown model 'logp'" fit samples.csv --model logp
echo "round_trip,0,1,8,1,0x" >>samples.csv
refuses "samples.csv:5: " fit samples.csv --model hockney
refuses "missing.csv" fit missing.csv --model hockney

sed 's/value: /value: -/' network.yaml >bad.yaml
refuses "bad.yaml:" predict --network bad.yaml --op bcast --bytes 8 -n 4
refuses "it has no model 'lmo'; there are: hockney" \
  predict --network network.yaml --model lmo --op bcast --bytes 8 -n 4
refuses "there are: none" predict --network "$profile" --op bcast --bytes 8 -n 4

# Of a profile's models the one that was off the least; on more ranks than it knows the next one.
alpha='unit: s}, {name: beta, value: 0, unit: s/B}]'
cat >models.txt <<END
network:
  - {name: hockney, worst_residual: 0, parameters: [{name: alpha, value: 1e-6, $alpha}
  - {name: hockney, worst_residual: 0, off_by: 0.3, parameters: [{name: alpha, value: 2e-6, $alpha}
  - {name: hockney, worst_residual: 0, off_by: 0.2, parameters: [{name: alpha, value: 3e-6, $alpha}
  - {name: lmo, worst_residual: 0, off_by: 0.1, parameters: [{name: C(0), value: 1e-6, unit: s}, {name: t(0), value: 0, unit: s/B},
     {name: C(1), value: 1e-6, unit: s}, {name: t(1), value: 0, unit: s/B},
     {name: "L(0,1)", value: 1e-6, unit: s}, {name: "1/beta(0,1)", value: 0, unit: s/B}, {name: S, value: 1e9, unit: B}]}
END
sed -i 's|unit: s/B}\]$|&}|' models.txt
sed -e '/^network: /{r models.txt
d}' "$profile" >tuned.yaml
for known in 2:lmo 4:hockney; do
  "$colltune" predict --network tuned.yaml --op bcast --algorithm flat --bytes 8 -n ${known%:*} >table.txt ||
    fail "predict by a profile: exit $?"
  has ", by ${known#*:}" table.txt
done
has "9.00 us" table.txt # three messages of 3 us
"$colltune" predict --network tuned.yaml --model hockney --op bcast --algorithm flat --bytes 8 -n 4 >table.txt
has "3.00 us" table.txt # the first of that name

# Models that know hosts by name find those of a profile in the order of their ranks: from zeta to
# alpha o_s 1 us, latencies 2 and 3 us, o_r 5 us.
{
  echo "network:"
  echo "  - {name: topology, worst_residual: 0, parameters: ["
  while read -r value name; do
    echo "     {name: $name, value: $value, unit: s},"
  done <<END
1e-6 "o_s zeta"
20e-6 "o_r zeta"
2e-6 "L zeta"
0 "group of zeta"
70e-6 "o_s alpha"
5e-6 "o_r alpha"
3e-6 "L alpha"
0 "group of alpha"
0 "t_s zeta"
0 "t_r zeta"
0 "t_s alpha"
0 "t_r alpha"
1e9 S
0 envelope
0 handshake
0 "rendezvous share"
END
  echo '     {name: "nonblocking share", value: 0, unit: s}]}'
} >hosts.txt
sed -e 's/hosts: \["node"\]/hosts: ["zeta", "alpha"]/' -e '/^network: /{r hosts.txt
d}' "$profile" >hosts.yaml
"$colltune" predict --network hosts.yaml --model topology --op bcast --algorithm flat --bytes 8 -n 2 >table.txt ||
  fail "predict on a profile's hosts: exit $?"
has "11.0 us" table.txt
refuses "it knows only the hosts that it was fitted for" \
  predict --network hosts.yaml --model topology --op bcast --bytes 8 -n 3

refuses "--root: rank 4 is not one of 4" \
  predict --network network.yaml --op bcast --bytes 8 -n 4 --root 4
refuses "unknown algorithm 'flit'" \
  predict --network network.yaml --op bcast --algorithm flit --bytes 8 -n 4

[ $failures = 0 ] || { echo "$failures failures"; exit 1; }
