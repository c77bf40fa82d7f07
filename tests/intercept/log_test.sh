#!/bin/sh
# log_test.sh: which rank logs the choices, and how often.
. tests/intercept/preload.sh
program=$programs/sizes
setting=COLLTUNE_FORCE=bcast:chain
plain 3 "$program"

# told COUNT PATTERN: that many lines of the log match
told() {
  count=$(grep -cE "^colltune: $2" "$err" || true)
  [ "$count" = "$1" ] || fail "$count lines match '$2' instead of $1"
}

# On 3 ranks: MPI_COMM_WORLD and a copy; halves of 2 ranks (2 and 0) and of 1; MPI_COMM_SELF.
preloaded "$setting COLLTUNE_LOG=1" 3 "$program"
same_output "a log"
told 2 'bcast on 3 ranks \(3 per node\), 1\.\.2147483647 B: chain \(forced\)$'
told 1 'bcast on 2 ranks \(2 per node\), 1\.\.2147483647 B: chain \(forced\)$'
told 4 'bcast on 1 ranks'

# 7 sizes from each root, of which six are not empty; and one with a large count.
large=0
! has_large_counts || large=1
preloaded "$setting COLLTUNE_LOG=2" 3 "$program"
same_output "a log of calls"
told $((36 + 2 * large)) 'bcast on 3 ranks .*, 1\.\.2147483647 B: chain \(forced\)$'
told $((12 + large)) 'bcast on 2 ranks .*, 1\.\.2147483647 B: chain \(forced\)$'
told 2 'bcast on 3 ranks \(3 per node\), 65537 B, root 2, 1\.\.2147483647 B: chain \(forced\)$'
told $((2 + 2 * large)) 'bcast on 3 ranks \(3 per node\), 5000 B, root 0, |bcast on 3 ranks \(3 per node\), 4096 B, root 1, '

preloaded "$setting COLLTUNE_LOG=1 COLLTUNE_LOG_RANK=first" 3 "$program"
told 2 'bcast on 3 ranks \(3 per node\), 1\.\.2147483647 B: chain \(forced\)$'
preloaded "$setting COLLTUNE_LOG=1 COLLTUNE_LOG_RANK=all" 3 "$program"
same_output "a log of all ranks"
for rank in 0 1 2; do told 2 "rank $rank: bcast on 3 ranks .*, 1\\.\\.2147483647 B: chain"; done
for rank in 0 2; do told 1 "rank $rank: bcast on 2 ranks .*, 1\\.\\.2147483647 B: chain"; done
preloaded "$setting COLLTUNE_LOG=1 COLLTUNE_LOG_RANK=1" 3 "$program"
same_output "a log of one rank"
told 2 'rank 1: bcast on 3 ranks .*, 1\.\.2147483647 B: chain'
told 0 'rank [02]: '
told 0 'bcast on '

# Nobody is asked.
preloaded "$setting COLLTUNE_LOG=1 COLLTUNE_LOG_RANK=3" 3 "$program"
same_output "a log of a rank that is not there"
[ "$(wc -l <"$err")" = 1 ] || fail "not one line"
logged "colltune: warning: COLLTUNE_LOG_RANK: there is no rank 3 among 3"

# Between groups of 2 ranks and 1: the counts of an allgatherv are the other group's, and not looked at.
program=$programs/communicators
plain 3 "$program"
preloaded "COLLTUNE_FORCE=bcast:chain COLLTUNE_LOG=2" 3 "$program"
same_output "a log of calls between groups"
told 1 'allgatherv on 2 ranks, 0 B, root 0, 0\.\. B: library \(intercommunicator\)'
