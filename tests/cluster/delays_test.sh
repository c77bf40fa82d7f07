#!/bin/sh
# delays_test.sh: round trips take the described time, and long messages travel at the described
# rates.
. tests/cluster/cluster.sh
skip_unless_possible

cat >"$TEST_TMPDIR/delays.yaml" <<END
hosts:
  here: {}
  near: {}
  far: {latency: 1ms}
  aslant: {}
link: {latency: 5ms}
links:
  - {from: here, to: aslant, latency: 8ms}
  - {from: aslant, to: here, latency: 3ms}
END
on "$TEST_TMPDIR/delays.yaml" -- "$pingpong" 1 40
# The processors take a part: at best 150 us one way, and twice that where others want them.
while read -r host microseconds; do
  between "the least round trip to $host" "$microseconds" "$(of "$host" 2)" $((microseconds + 300))
  between "the median round trip to $host" "$microseconds" "$(of "$host" 3)" $((microseconds + 600))
done <<END
near 10000
far 12000
aslant 11000
END

# A million bytes, at 8 million bits, and no others: what headers, acknowledgements and the protocol
# for long messages take is less than a tenth.
cat >"$TEST_TMPDIR/rates.yaml" <<END
hosts:
  here: {up: 100Mbit}
  fast: {}
  narrow: {down: 50Mbit}
  behind: {up: 10Mbit}
links:
  - {from: here, to: behind, rate: 40Mbit}
END
on "$TEST_TMPDIR/rates.yaml" -- "$pingpong" 1000000 5
while read -r host megabits; do
  rate=$(of "$host" 3 | awk '{ print 8e6 / $1 }')
  between "the rate to $host in Mbit/s" "$(awk -v r="$megabits" 'BEGIN { print 0.9 * r }')" "$rate" "$megabits"
done <<END
fast 100
narrow 50
behind 40
END
