#!/bin/bash
# methods_test.sh: times of a broadcast by each method on 2 to 16 hosts, beside those that follow
# from the configured latency: figures 6, 7, 8, 10 and 11 of de Supinski & Karonis, "Accurately
# Measuring MPI Broadcasts in a Computational Grid" (HPDC 1999).
. tests/cluster/cluster.sh
skip_unless_possible
times=$TEST_TMPDIR/times # lines METHOD ALGORITHM RANKS BYTES MS

# measure METHOD ALGORITHMS RANKS BYTES OPTION...: adds medians to $times
measure() {
  on equal16 -- "$PWD/tuner/colltune" measure --op bcast --method "$1" --algorithm "$2" \
    --ranks "$3" --bytes "$4" --quiet "${@:5}"
  awk -v method="$1" '
    BEGIN { ms["s"] = 1e3; ms["ms"] = 1; ms["us"] = 1e-3; ms["ns"] = 1e-6 }
    NR > 1 && $5 in ms { print method, $1, $2, $3, $4 * ms[$5] }' "$out" >>"$times"
}

# time_of METHOD ALGORITHM RANKS [BYTES]: in ms
time_of() {
  awk -v key="$1 $2 $3 ${4:-256}" '$1 " " $2 " " $3 " " $4 == key { print $5 }' "$times"
}

calculate() {
  awk "BEGIN { print $1 }"
}

print_times() {
  awk '$4 == 256 { ms[$1 " " $2, $3] = $5; if (!seen[$1, $2]++) name[++rows] = $1 " " $2 }
    END {
      printf "%-16s%-15s", "ms, of ranks:", ""
      for (p = 2; p <= 16; ++p) printf "%6d", p
      for (i = 1; i <= rows; ++i) {
        split(name[i], part)
        printf "\n%-16s%-15s", part[1], part[2]
        for (p = 2; p <= 16; ++p) printf "%6s", ms[name[i], p]
      }
      print ""
    }' "$times"
}

all=chain,chain_backward,binomial,flat
ranks=$(seq -s , 16 -1 2) # from 16 on: then all connections are there, and all processes awake
some=16,11,8,6,4,3,2      # where one destination after another takes long
for _ in 1 2; do
  for method in barrier barrier_ring acknowledge_all; do
    measure $method $all "$ranks" 256 --batch 2 --reps 5:5
    measure rounds $all "$ranks" 256 --batch 1 --reps 3:3 # nothing needs more of the processors
  done
  measure barrier_ring chain,chain_backward 16 64K --batch 2 --reps 3:3
  measure per_destination binomial,flat "$ranks" 256 --batch 2 --reps 5:5
  measure per_destination chain,chain_backward $some 256 --batch 2 --reps 5:5
done
# Other programs make times longer, not shorter; the paper, too, repeats what they disturbed.
sort -k 1,4 -k 5g "$times" | awk '!seen[$1, $2, $3, $4]++' >"$times.least"
mv "$times.least" "$times"
print_times

# The times in messages one behind the other, on P ranks: `hops`, or with - at least that many. One
# takes 1 ms, 0.05 ms on two lines of 100 Mbit/s, and then a process is to wake up: up to 1.5 ms where
# others want the processors. These may have to do their work for all P-1 messages first: 0.05 ms for
# each, and three times that where they are shared with others.
# Nothing makes a time shorter but the half of a round trip that per_destination subtracts, which a
# busy machine may have made longer, by 0.3 ms.
#
# The deepest rank of the tree is `depth` messages from the root: as many as a number below P can have
# bits that are 1. A chain goes around the ring with the barrier's second lap, and so do the tree's and
# the flat broadcast's messages. Against it, rank P-2 gets the message when that lap does, P-2 messages
# behind the root's start; P-3 take it to rank 1, and P-1 the next lap from there to the root.
#
# No figure shows `flat`. Of its OL_i the least alone is known: all ranks wake up at once, which two
# processors take their time for.
while read -r figure method algorithm at_least hops; do
  for ((P = 2, depth = 1; P <= 16; ++P, depth += (P & (P - 1)) == 0)); do
    [[ $method$algorithm == per_destinationchain* && ,$some, != *,$P,* ]] && continue
    least=$((hops))
    [ "$method" = per_destination ] && least=$(calculate "$((hops)) - 0.3")
    most=$(calculate "1.5 * $((hops)) + 0.15 * ($P - 1)")
    [ "$at_least" = - ] && most=1e9
    between "figure $figure, $method of $algorithm on $P ranks, in ms" "$least" \
      "$(time_of "$method" "$algorithm" $P)" "$most"
  done
done <<END
6  rounds          chain          = 1
6  rounds          chain_backward = P-1
6  rounds          binomial       = 1
6  rounds          flat           = 1
7  barrier         chain          - P
7  barrier         chain_backward - P
7  barrier         binomial       - depth+1
7  barrier         flat           - 2
7  barrier_ring    chain          = P
7  barrier_ring    chain_backward = P<4?2*P-2:3*P-6
7  barrier_ring    binomial       = P
7  barrier_ring    flat           = P
8  acknowledge_all chain          = P
8  acknowledge_all chain_backward = P
8  acknowledge_all binomial       = depth+1
8  acknowledge_all flat           = 2
10 per_destination chain          = P-1
10 per_destination chain_backward = P-1
10 per_destination binomial       = depth
10 per_destination flat           - 1
END

# Figure 6: one of two chains that take as long looks 15 times as fast, and as fast as the tree, which
# takes 4 messages instead of 15.
chain=$(time_of rounds chain 16)
between "figure 6, backward chain / chain" 10 \
  "$(calculate "$(time_of rounds chain_backward 16) / $chain")" 20
between "figure 6, tree / chain" 0.6 "$(calculate "$(time_of rounds binomial 16) / $chain")" 1.5

# Figure 7: a barrier around the ring rates the chains apart, 42 messages and 16; less so where
# broadcasts take longer: each of 15 messages of 64 KiB takes 5.2 ms on the line.
for point in "256 2 3.2" "64K 0.9 1.5"; do
  read -r bytes least most <<<"$point"
  chain=$(time_of barrier_ring chain 16 "$bytes")
  between "figure 7, backward chain / chain, $bytes bytes" "$least" \
    "$(calculate "$(time_of barrier_ring chain_backward 16 "$bytes") / $chain")" "$most"
done

# Figure 10: the tree takes a message more at each power of two, and none between them.
for point in "4 3 0.5 2" "8 7 0.5 2" "16 15 0.5 2" "15 8 -0.5 0.9"; do
  read -r P less least most <<<"$point"
  between "figure 10, tree, $P ranks less $less, in ms" "$least" \
    "$(calculate "$(time_of per_destination binomial "$P") - $(time_of per_destination binomial "$less")")" \
    "$most"
done

# Figure 11: rounds see one message of the two to four of the tree; what the others add is a message at
# least.
for P in $(seq 4 16); do
  ours=$(time_of per_destination binomial "$P")
  between "figure 11, rounds / per_destination on $P ranks" 0.15 \
    "$(calculate "$(time_of rounds binomial "$P") / $ours")" "$([ "$P" -lt 8 ] && echo 0.8 || echo 0.6)"
  for method in barrier acknowledge_all; do
    between "figure 11, $method / per_destination on $P ranks" 1 \
      "$(calculate "$(time_of $method binomial "$P") / $ours")" 4
  done
done
