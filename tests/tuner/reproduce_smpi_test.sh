#!/bin/bash
# reproduce_smpi_test.sh COLLTUNE_SMPI: the papers' figures in virtual time. Where a claim holds is
# known of each machine:
# loggp: o_s = o_r = 2 us, L = 10 us, a message leaves its sender in o_s + 0.8 ns/B.
#  - 000.*: hops, see tests/measure/biased_test.cc.
#  - 001.fig1: a scatter of nothing takes its root 7 * 2 us alone and in a series, and nobody longer by
#    its own clock: the barrier lets the others go 12 us later, when their messages are there.
#  - 001.fig2: that is 0.54 of the scatter's 7 * 2 + 10 + 2 us, which global times see.
#  - 002.fig6: all round trips are alike: the first one is the smallest, and N = 100 more are in vain.
#  - 003.fig5, fig6: the sender is busy all the time between its messages.
#  - 003.fig7: g / G is 2 us / 0.8 ns = 2500.
# hub16: pairs share a medium, and are timed in turn after all.
set -eu
smpi=$1
folder=$TEST_TMPDIR/figures

# expect MACHINE RANKS CODE FIGURE... : the figures' verdicts are those that standard input has
expect() {
  local code=0
  tests/under_smpirun.sh "$1" "$2" "$smpi" reproduce "${@:4}" --quiet -o "$folder" >"$TEST_TMPDIR/out" || code=$?
  awk '/^00[0-3]\./ { sub(/:$/, "", $1); name = $1 }
    /^  here it / { print name, ($3 == "holds:" ? "yes" : $3 $4 $5 == "doesnothold:" ? "no" : "?") }' \
    "$TEST_TMPDIR/out" >"$TEST_TMPDIR/verdicts"
  diff - "$TEST_TMPDIR/verdicts" && [ $code = "$3" ] || {
    echo "$1: code $code, not $3"
    cat "$TEST_TMPDIR/out"
    exit 1
  }
  for figure in "${@:4}"; do
    [ -s "$folder/$figure.csv" ] && grep -q '</svg>' "$folder/$figure.svg" || {
      echo "no files of $figure"
      exit 1
    }
  done
}

expect loggp 16 0 000.fig3 000.fig4 000.fig6 000.fig7 000.fig8 000.fig10 000.fig11 <<END
000.fig3 yes
000.fig4 yes
000.fig6 yes
000.fig7 yes
000.fig8 yes
000.fig10 yes
000.fig11 yes
END
expect loggp 8 1 001.fig1 001.fig2 001.table1 001.pairs <<END
001.fig1 no
001.fig2 no
001.table1 yes
001.pairs yes
END
expect loggp 8 1 002.fig1 002.fig2 002.fig3 002.fig6 002.fig6cost 002.fig8 <<END
002.fig1 yes
002.fig2 yes
002.fig3 yes
002.fig6 yes
002.fig6cost no
002.fig8 yes
END
expect loggp 2 1 003.fig3 003.fig5 003.fig6 003.fig7 003.fig8 002.fig11 <<END
003.fig3 yes
003.fig5 no
003.fig6 no
003.fig7 yes
003.fig8 yes
002.fig11 yes
END
expect hub16 16 1 001.pairs <<END
001.pairs no
END
echo "1 passed, 0 failed"
