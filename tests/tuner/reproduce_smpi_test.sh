#!/bin/bash
# reproduce_smpi_test.sh COLLTUNE_SMPI: the papers' figures in virtual time. Where a claim holds is
# known of each machine:
# loggp: o_s = o_r = 2 us, L = 10 us, a message leaves its sender in o_s + 0.8 ns/B.
#  - desupinski1999.*: hops, see tests/measure/biased_test.cc.
#  - lastovetsky2008.fig1: a scatter of nothing takes its root 7 * 2 us alone and in a series, and nobody longer by
#    its own clock: the barrier lets the others go 12 us later, when their messages are there.
#  - lastovetsky2008.fig2: that is 0.54 of the scatter's 7 * 2 + 10 + 2 us, which global times see.
#  - hoefler2008.fig6: all round trips are alike: the first one is the smallest, and N = 100 more are in vain.
#  - bell2003.fig5, fig6: the sender is busy all the time between its messages.
#  - bell2003.fig7: g / G is 2 us / 0.8 ns = 2500.
# hub16: pairs share a medium, and are timed in turn after all.
set -eu
smpi=$1
folder=$TEST_TMPDIR/figures

# expect MACHINE RANKS CODE FIGURE... : the figures' verdicts are those that standard input has
expect() {
  local code=0
  tests/under_smpirun.sh "$1" "$2" "$smpi" reproduce "${@:4}" --quiet -o "$folder" >"$TEST_TMPDIR/out" || code=$?
  awk '/^[a-z]+(1999|2003|2008)\./ { sub(/:$/, "", $1); name = $1 }
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

expect loggp 16 0 desupinski1999.fig3 desupinski1999.fig4 desupinski1999.fig6 desupinski1999.fig7 desupinski1999.fig8 desupinski1999.fig10 desupinski1999.fig11 <<END
desupinski1999.fig3 yes
desupinski1999.fig4 yes
desupinski1999.fig6 yes
desupinski1999.fig7 yes
desupinski1999.fig8 yes
desupinski1999.fig10 yes
desupinski1999.fig11 yes
END
expect loggp 8 1 lastovetsky2008.fig1 lastovetsky2008.fig2 lastovetsky2008.table1 lastovetsky2008.pairs <<END
lastovetsky2008.fig1 no
lastovetsky2008.fig2 no
lastovetsky2008.table1 yes
lastovetsky2008.pairs yes
END
expect loggp 8 1 hoefler2008.fig1 hoefler2008.fig2 hoefler2008.fig3 hoefler2008.fig6 hoefler2008.fig6cost hoefler2008.fig8 <<END
hoefler2008.fig1 yes
hoefler2008.fig2 yes
hoefler2008.fig3 yes
hoefler2008.fig6 yes
hoefler2008.fig6cost no
hoefler2008.fig8 yes
END
expect loggp 2 1 bell2003.fig3 bell2003.fig5 bell2003.fig6 bell2003.fig7 bell2003.fig8 hoefler2008.fig11 <<END
bell2003.fig3 yes
bell2003.fig5 no
bell2003.fig6 no
bell2003.fig7 yes
bell2003.fig8 yes
hoefler2008.fig11 yes
END
expect hub16 16 1 lastovetsky2008.pairs <<END
lastovetsky2008.pairs no
END
echo "1 passed, 0 failed"
