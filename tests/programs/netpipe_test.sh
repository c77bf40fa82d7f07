#!/bin/sh
# netpipe_test.sh: NetPIPE receives what was sent, in most of its ways, between barriers of ours. It
# is made for two ranks; with more, with -z and with -B it waits for ever or crashes, without us too.
. tests/programs/programs.sh
netpipe=/usr/bin/NPmpich2
needs "$netpipe" netpipe-mpich2

# Sizes, repetitions and whether the bytes were right; no times.
results() {
  cat "$1" "$2" | grep ' bytes .* times -->' | sed 's/--> *[0-9].*//'
}

write_settings 2 barrier
for ways in -i "-i -a" "-i -S" -s; do
  # shellcheck disable=SC2086  # several words
  under_all 2 "$netpipe" $ways -n 5 -u 131072
done
