#!/bin/sh
# opt_scatter_smpi_test.sh PROGRAM: the example in virtual time. It has to find the fastest scatter
# of the LogGP machine of tests/smpi/loggp.cfg: o_s = o_r = 2 us, L = 10 us, G = 0.8 ns/B.
#
# Blocks of m bytes, and which rank has its own last:
#   flat      p - 1 sends, the last one's latency and receive: 2(p-1) + 12 + (p-1) G m us
#   4-nomial  on 16 ranks: 3 sends of 4 blocks, on their end latency and receive, then 3 sends of
#             one block, latency and receive: 6 + 12 + 6 + 12 + (12 + 3) G m = 36 + 15 G m us
#   binomial  ceil(lg p) times a send, latency and receive: 14 lg p + (p-1) G m us
# so it is flat, 26 us + 7 G m, on 8 ranks (binomial: 42), and the 4-nomial on 16 (flat: 42,
# binomial: 56).
set -eu

# check RANKS CONSTANT BLOCKS NAMES: times within 1 % of CONSTANT us + BLOCKS G m, by one of NAMES
check() {
  tests/under_smpirun.sh loggp "$1" "$program" >"$TEST_TMPDIR/out"
  cat "$TEST_TMPDIR/out"
  grep -qx 'data right' "$TEST_TMPDIR/out"
  awk -v constant="$2" -v blocks="$3" -v names="^($4)\$" '
    /^from / {
      ++lines
      expected = constant + blocks * 0.8e-3 * $2
      if ($5 > 1.01 * expected || $5 < 0.99 * expected || $4 !~ names) {
        print "expected " expected " us by " names
        wrong = 1
      }
    }
    END { exit wrong || lines != 4 }' "$TEST_TMPDIR/out"
}

program=$1
# Which of the flat ones is first, is rounding.
check 8 26 7 'library|flat|flat_nonblocking'
check 16 36 15 knomial
