#!/bin/bash
# report_test.sh COLLTUNE: the output of `report`, and its errors.
set -u
colltune=$PWD/$1
good=$PWD/tests/tuner/profile.yaml
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR
failures=0
checks=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

# writes FILE "WHAT IT HAS" ARGUMENT...: and nothing on standard error
writes() {
  local file=$1 wanted=$2
  shift 2
  checks=$((checks + 1))
  rm -f "$file"
  if ! "$colltune" report "$@" -o "$file" 2>err || [ -s err ] || ! grep -qaF -- "$wanted" "$file"; then
    fail "colltune report $* -o $file: wanted '$wanted': $(cat err)"
  fi
}

# refuses "WHAT THE MESSAGE HAS" ARGUMENT...: and writes nothing
refuses() {
  local message=$1
  shift
  checks=$((checks + 1))
  rm -f refused
  "$colltune" report "$@" -o refused >out 2>err
  local code=$?
  if [ $code != 2 ] || ! grep -qF -- "$message" err || [ "$(wc -l <err)" != 1 ] || [ -e refused ]; then
    fail "colltune report $*: exit $code, wanted 2 and '$message': $(cat out err)"
  fi
}

writes report.html 'bcast of 4096 bytes on 4 ranks: binomial for 1024 to 65536 bytes' "$good"
writes report.html 'profile.yaml.journal, is not there' "$good"
writes map.svg '>B 50</text>' "$good" --format svg --op bcast
writes map.svg '>A 50</text>' "$good" --format svg --plot map --op bcast --ranks-per-node 4
writes times.svg 'bcast on 4 ranks, 4 per node</text>' \
  "$good" --format svg --plot times --op bcast -n 4 --ranks-per-node 4
writes predictions.svg 'predicted = measured</text>' "$good" --format svg --plot predictions --op bcast
writes map.csv 'bcast,4,4,,any,,,4096,binomial,sure,0.5,5,10,' "$good" --format csv --op bcast
writes times.csv '4096,binomial,1,20,5,4.9,5.1,5.5' "$good" --format csv --plot times --op bcast
writes predictions.csv '4096,binomial,5,5.5' "$good" --format csv --plot predictions --op bcast
writes map.png 'PNG' "$good" --format png --op bcast --ranks-per-node 4
writes times.png 'PNG' "$good" --format png --plot times --op bcast --ranks-per-node 4

# The pictures are XML, and the PNG file is one, with two pixels for each unit.
checks=$((checks + 1))
python3 - <<'END' || fail "what was drawn is not what its ending says"
import struct
import xml.etree.ElementTree as xml
for name in ("map.svg", "times.svg", "predictions.svg"):
    xml.parse(name)
size = xml.parse("map.svg").getroot()
data = open("map.png", "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
pixels = struct.unpack(">II", data[16:24])
assert pixels == (2 * int(size.get("width")), 2 * int(size.get("height"))), (pixels, size.attrib)
END

checks=$((checks + 1))
{ "$colltune" report "$good" --format csv --op bcast >out && cmp -s out map.csv; } || fail "standard output differs from the file"

# Without evidence there is a page that says so.
sed -e '/evidence:$/,/library, samples/d' -e 's/choice: binomial$/&\n          evidence: []/' "$good" >bare.yaml
writes bare.html 'The profile has no measured times of it.' bare.yaml
sed -e '/^tables:/,$d' "$good" >nothing.yaml
echo 'tables: {}' >>nothing.yaml
writes nothing.html 'The profile decides nothing: all calls go to the library.' nothing.yaml

# A journal is found beside the profile; where it cannot be used the page says why, but not one that was named.
cp "$good" with.yaml
owner() {
  echo "$1"' {"kind":"journal","version":2,"mpi":"Another MPI 1.0","cpu":"Another CPU","cores":'"$2"',"sockets":1,"device":"unknown","ranks":4,"ranks_per_node":4,"method":"round_time","clock":"MPI_Wtime"}'
}
# The checksums are by xxhsum -H3.
{
  owner 61bf436f8fb21760 3
  echo 'c833107b67cea285 {"kind":"answer","run":1,"op":"bcast","ranks":4,"ranks_per_node":4,"bytes":8,"root":0,"confirms":true,"spent":2.5,"timings":[{"choice":"flat","samples":30,"median":1e-6,"low":1e-6,"high":1e-6}]}'
} >with.yaml.journal
effort='</th><td class="number">1</td><td class="number">30</td><td class="number">2.50 s</td>'
writes with.html ">bcast$effort" with.yaml
writes with.html ">of it to confirm$effort" "$good" --journal with.yaml.journal
echo "cut off" >>with.yaml.journal
writes with.html 'The journal is damaged from line 3 on' with.yaml
owner 51f7de1d4775aee9 4 >with.yaml.journal
writes with.html 'with.yaml.journal: belongs to another machine than the profile: ' with.yaml
refuses "with.yaml.journal: belongs to another machine" "$good" --journal with.yaml.journal
echo "no journal" >with.yaml.journal
writes with.html 'with.yaml.journal:1: no checksum at the start of the line' with.yaml
refuses "with.yaml.journal:1: no checksum" "$good" --journal with.yaml.journal
refuses "nowhere.journal" "$good" --journal nowhere.journal

refuses "missing.yaml" missing.yaml
printf 'colltune_profile: 1\n' >empty.yaml
refuses "empty.yaml" empty.yaml
refuses "--format: unknown format 'pdf'; known are html, svg, png, csv" "$good" --format pdf
refuses "--plot: unknown plot 'tmies'; known are map, times, predictions" "$good" --format svg --plot tmies
refuses "--op: of which collective?" "$good" --format svg
refuses "--op: unknown collective 'brodcast'" "$good" --format svg --op brodcast
refuses "--op: the profile has nothing of scan" "$good" --format svg --op scan
refuses "no such row of bcast; there are: 4 ranks, 2 per node; 4 ranks, 4 per node" \
  "$good" --format csv --op bcast -n 8
refuses "--mapping: 'round' is none of: any, block, cyclic, mixed" \
  "$good" --format svg --op bcast --mapping round
refuses "--root: rank '-1'" "$good" --format svg --op bcast --root=-1
refuses "--plot: times are of one row: say -n" "$good" --format svg --plot times --op bcast
refuses "there are no times to plot" "$good" --format svg --plot times --op bcast --ranks-per-node 2
refuses "there are no predictions to plot" \
  "$good" --format svg --plot predictions --op bcast --ranks-per-node 2
for option in "--plot map" "--op bcast" "-n 4" "--ranks-per-node 4" "--sites 1" "--mapping any" "--root 0"; do
  # shellcheck disable=SC2086
  refuses "${option%% *}: is for a single plot" "$good" $option
done
refuses "--journal: is for the page" "$good" --format svg --op bcast --journal with.yaml.journal

checks=$((checks + 1))
if "$colltune" report "$good" -o /nowhere/report.html 2>err || ! grep -q '/nowhere/report.html' err; then
  fail "a folder that is not there: $(cat err)"
fi
checks=$((checks + 1))
if "$colltune" report with.yaml -o ./with.yaml 2>err || ! grep -q -- '-o: is the profile itself' err ||
  ! cmp -s with.yaml "$good"; then
  fail "the profile was written over: $(cat err)"
fi

# Without the programs that draw.
mkdir -p empty
for lacking in "gnuplot-nox:times" "librsvg2-bin:map"; do
  checks=$((checks + 1))
  PATH=$PWD/empty "$colltune" report "$good" --format png --op bcast --ranks-per-node 4 \
    --plot "${lacking#*:}" -o refused 2>err
  if [ $? != 2 ] || ! grep -qF "install it (Debian: ${lacking%:*})" err || [ -e refused ]; then
    fail "without ${lacking%:*}: $(cat err)"
  fi
done

echo "$((checks - failures)) passed, $failures failed"
[ $failures = 0 ]
