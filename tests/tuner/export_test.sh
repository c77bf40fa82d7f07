#!/bin/bash
# export_test.sh COLLTUNE: `export` writes the requested format, reports how the other program
# understands it, and refuses the rest with code 2.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR

# fails REASON: ends the test with what the last command wrote
fails() {
  echo "$1:"
  cat out err
  exit 1
}

# export_ EXIT_CODE ARGUMENT...
export_() {
  local wanted=$1 code=0
  shift
  "$colltune" export "$@" >out 2>err || code=$?
  [ $code = "$wanted" ] || fails "colltune export $*: exit $code, wanted $wanted"
}

# says FILE TEXT: a line is just that
says() { grep -qxF -- "$2" "$1" || fails "no line '$2' in $1"; }

export_ 0 "$good" --to csv
[ "$(wc -l <out)" = 4 ] || fails "not a header and three rules"
says out "bcast,4,4,,,1024,65536,binomial,1,1,4,4,4,4"
says err "No program loads it by itself."
[ "$(wc -l <err)" = 1 ] || fails "a report where all is said"
export_ 0 --quiet "$good" --to csv -o quiet.csv
[ ! -s out ] && [ ! -s err ] || fails "not quiet"
says quiet.csv "bcast,4,2,,,0,65536,chain,2,3,2,2,4,4"

# Intel MPI knows no chain, and cannot tell 2 ranks per node from 4.
export_ 0 "$good" --to intel
says out 'export I_MPI_ADJUST_BCAST="1:1024-65536@4-4"'
says err "intel: of what the profile chooses"
says err "bcast:chain: not there, nor anything near it"
says err "intel: where these files do not say what the profile says"
says err "bcast on 4 ranks, 2 per node, 1024 to 65536 bytes: its own choice is wanted for chain, and 1 binomial runs"
export_ 0 --quiet "$good" --to intel -o intel.sh
sh -c '. ./intel.sh && env' >out 2>err || fails "no shell reads it"
says out 'I_MPI_ADJUST_BCAST=1:1024-65536@4-4'
export_ 0 --quiet "$good" --to ucc -o ucc.sh
sh -c '. ./ucc.sh && env' >out 2>err || fails "no shell reads it"
says out 'UCC_TL_UCP_TUNE=bcast:host:1024-65536:[4]:inf:@knomial'

export_ 0 "$good" --to c-header -o table.h
says table.h '  {1024, 65536, "binomial"},'

# Two files have no place on standard output.
cat >two.yaml <<END
$(sed '/^tables:/,$d' "$good")
tables:
  bcast:
    - {ranks: 4, ranks_per_node: 4, rules: [{bytes: [8, 64], choice: scatter_ring_allgather, evidence: []}]}
    - {ranks: 8, ranks_per_node: 4, rules: [{bytes: [8, 64], choice: scatter_ring_allgather, evidence: []}]}
END
export_ 2 two.yaml --to pgmpi
says err "colltune: pgmpi takes 2 files: say by -o FILE how their names begin"
[ ! -s out ] || fails "something was written"
export_ 0 two.yaml --to pgmpi -o tuned
says tuned.4.MPI_Bcast.prf "8 64 1"
says tuned.8.MPI_Bcast.prf "MPI_Bcast"
says err "bcast:scatter_ring_allgather: not there; the nearest is bcast_as_scatter_allgather"
export_ 0 "$good" --to pgmpi
says err "pgmpi: has nothing of what the profile chooses: no file is written"

export_ 2 "$good" --to cvs
grep -q "^colltune: --to: unknown format 'cvs'; known are .*csv" err || fails "not the known formats"
export_ 2 "$good"
grep -q -- "--to" err || fails "not what is missing"
export_ 2 none.yaml --to csv
says err "colltune: none.yaml: cannot be read: No such file or directory"
sed 's/binomial/binomal/' "$good" >bad.yaml
export_ 2 bad.yaml --to csv
grep -q "^colltune: bad.yaml:21: " err || fails "not the line of the fault"
export_ 2 "$good" --to csv -o no/such/folder
grep -q "no/such/folder" err || fails "not the file that cannot be written"
echo "1 passed, 0 failed"
