#!/bin/bash
# show_test.sh COLLTUNE: each name that `list` prints is shown as text, dot and goal and with its time
# line; Graphviz, where it is installed, accepts the graph.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR
failures=0
checks=0

# shows "WHAT THE OUTPUT HAS" ARGUMENT...: and nothing on standard error
shows() {
  local wanted=$1
  shift
  checks=$((checks + 1))
  if ! "$colltune" show "$@" >out 2>err || [ -s err ] || ! grep -qE -- "$wanted" out; then
    echo "colltune show $*: wanted '$wanted':"
    head -50 out err
    failures=$((failures + 1))
  fi
}

# The network of a profile: a chain of two ranks takes o_s + L + o_r = 1 + 2 + 4 us.
sed 's/^network: .*/network: [{name: loggp, worst_residual: 0, parameters: [{name: L, value: 2e-6, unit: s, half_width: 0}, {name: o_s, value: 1e-6, unit: s, half_width: 0}, {name: o_r, value: 4e-6, unit: s, half_width: 0}, {name: g, value: 0, unit: s, half_width: 0}, {name: G, value: 0, unit: s\/B, half_width: 0}]}]/' \
  "$good" >network.yaml
# Two hosts on each of two sites, in turn, which know what two ranks of one of them take.
sed 's/^tables:/machine: {sizes: [0], hosts: [{name: a, kind: 0, site: 0}, {name: b, kind: 0, site: 1}, {name: c, kind: 0, site: 0}, {name: d, kind: 0, site: 1}], times: [{between: host, from: 0, to: 0, next_us: [1], there_us: [1], shared_us: [0]}, {between: site, from: 0, to: 0, next_us: [1], there_us: [1], shared_us: [0]}, {between: far, from: 0, to: 0, next_us: [9], there_us: [99], shared_us: [9]}]}\n&/' \
  network.yaml >sites.yaml

# The machine of a profile: from the third host to the others takes 1 us, from those 50 us, so that it
# passes the message on to both that are left.
sed 's/^tables:/machine: {sizes: [0], hosts: [{name: a, kind: 1, site: 0}, {name: b, kind: 1, site: 0}, {name: c, kind: 0, site: 0}, {name: d, kind: 1, site: 0}], times: [{between: site, from: 0, to: 1, next_us: [1], there_us: [1], shared_us: [0]}, {between: site, from: 1, to: 0, next_us: [50], there_us: [50], shared_us: [0]}, {between: site, from: 1, to: 1, next_us: [50], there_us: [50], shared_us: [0]}]}\n&/' \
  network.yaml >machine.yaml

"$colltune" list >list || exit 1
sed -n '/^methods of timing/q; s/^\([a-z_]*:[^ ]*\).*/\1/p' list | grep -vE ':library$|:mpich:' >algorithms
# Those that need unlike places.
awk '/^[a-z_]+:/ { name = $1 } /needs (ranks that share hosts|several sites)/ { print name }' list >unlike
awk '/^[a-z_]+:/ { name = $1 } /needs hosts of several kinds/ { print name }' list >kinds
while read -r algorithm; do
  on=()
  if grep -qxF "$algorithm" unlike; then on=(--network sites.yaml); fi
  if grep -qxF "$algorithm" kinds; then on=(--network machine.yaml); fi
  # They also need hosts with several ranks, or sites with ranks in a row.
  case $algorithm in *:three_level* | *scan:two_level_lanes) on+=(--ranks-per-node 2) ;; esac
  shows "^schedule: at most .* per rank, .* in all" "$algorithm" -n 4 "${on[@]}"
  shows "^  3;" "$algorithm" -n 4 "${on[@]}" --format dot
  if command -v dot >/dev/null && ! dot -Tsvg out >/dev/null; then
    echo "dot refuses the graph of $algorithm"
    failures=$((failures + 1))
  fi
  shows "^num_ranks 4" "$algorithm" -n 4 "${on[@]}" --format goal
  shows "^rank 3  .* [0-9.]+$" "$algorithm" -n 4 "${on[@]}" --bytes 1K --timeline
done <algorithms
[ "$(wc -l <algorithms)" -ge 5 ] || { echo "list has too few algorithms:"; cat list; exit 1; }
[ "$(wc -l <unlike)" -ge 5 ] || { echo "too few need unlike places:"; cat list; exit 1; }

shows '^rank 1  .* 7\.000$' bcast:chain -n 2 --timeline --network network.yaml
shows '^network: network.yaml$' bcast:chain -n 2 --timeline --network network.yaml
shows '^rank 1: to 0$' bcast:flat -n 2 --root 1
shows '^rank 2: from 0 \| to [13] \| to [13]$' bcast:model_tree -n 4 --network machine.yaml
shows '^rank 2: from 1 \| to 3$' bcast:binomial_mapped -n 4 --root 1 --network machine.yaml
# Two ranks on a, and two on b, at the other site: the message goes there first.
shows '^rank 0: to 2, to 1$' bcast:three_level:segment=64K -n 4 --ranks-per-node 2 --network sites.yaml
shows '^rank 1: from 0$' bcast:three_level:segment=64K -n 4 --ranks-per-node 2 --network sites.yaml
shows '^rank 2: from 0 \| to 3$' bcast:three_level:segment=64K -n 4 --ranks-per-node 2 --network sites.yaml
shows '^rank 1048575: from 1048574$' bcast:chain -n 1048576
shows '6 ranks, root 0, a block is 64K B$' bcast:chain -n 6 --bytes 64K

echo "$((checks - failures)) passed, $failures failed"
[ $failures = 0 ]
