#!/bin/bash
# fit_test.sh: the network that `tune` fits on two_sites, beside the configured one.
. tests/cluster/cluster.sh
skip_unless_possible
profile=$TEST_TMPDIR/profile.yaml

# parameter NAME: of the model `levels`, in SI units
parameter() {
  sed -n "/name: \"levels\"/,/^  - name: /s/.*{name: \"$1\", value: \([^,]*\),.*/\1/p" "$profile"
}

# one_way CLASS: a message of one byte, in ms; overheads are found between neighbours, in one site.
one_way() {
  echo "$(parameter "L\[$1\]") $(parameter 'o_s\[switch\]') $(parameter 'o_r\[switch\]')" |
    awk '{ print 1e3 * ($1 + $2 + $3) }'
}

# rate CLASS: of long messages, in Mbit/s
rate() {
  parameter "G\[$1\]" | awk '{ print 8e-6 / $1 }'
}

on two_sites -- "$PWD/tuner/colltune" tune -o "$profile" --ops bcast --ranks 16 --bytes 1K \
  --search model --budget 4m
cat "$err"
seconds=$(sed -n 's/.*, after \(.*\) s for the network;.*/\1/p' "$out")
echo "configured: 1 ms within a site, 10 ms between them, 100 Mbit/s at each host"
between "seconds for the network, of 60" 30 "$seconds" 75
between "one way within a site, in ms" 0.9 "$(one_way switch)" 1.3
between "one way between sites, in ms" 9 "$(one_way site)" 11
between "the rate within a site, in Mbit/s" 70 "$(rate switch)" 110
# Connections over 10 ms that were idle start slowly.
between "the rate between sites, in Mbit/s" 30 "$(rate site)" 110
