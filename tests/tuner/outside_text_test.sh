#!/bin/bash
# outside_text_test.sh COLLTUNE: whatever the names of files, hosts and communicators and the files
# themselves hold, no command writes a character raw that a terminal obeys: neither to a terminal
# nor to the files that it makes.
set -u
colltune=$PWD/$1
cp "$PWD/tests/tuner/profile.yaml" "$TEST_TMPDIR/good.yaml"
cd "$TEST_TMPDIR" || exit 1
export HOME=$TEST_TMPDIR LC_ALL=C

# ESC [ 2 J clears a screen, a carriage return hides what was before it, U+009B is a second ESC [,
# U+202E turns the direction of what follows.
raw=$'\e[2J\r\xc2\x9b\xe2\x80\xae'
escaped='\x1b[2J\r\u009b\u202e'  # in a string of YAML
json='\u001b[2J\r\u009b\u202e'
tag='<script>alert(1)</script>'

# is_clean FILE: of what `raw` has there is nothing in it
is_clean() {
  ! grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$1" || {
    echo "$2: raw in $1:"
    grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$1" | head -n 3 | cat -v
    exit 1
  }
}

# clean EXIT_CODE ARGUMENT...: ends so, and all that it writes is clean; what is shown of the text
# is in `out` or `err`
clean() {
  local wanted=$1 code=0
  shift
  "$colltune" "$@" >out 2>err </dev/null || code=$?
  [ $code = "$wanted" ] || { echo "exit $code, wanted $wanted:"; cat -v out err; exit 1; }
  is_clean out "$*"
  is_clean err "$*"
}
shown() {
  grep -qF -- "$2" "$1" || { echo "no '$2' in $1:"; cat -v "$1" | head -n 20; exit 1; }
}

# Names that a command does not find, or does not know.
for command in show explain export report diff stats predict import evaluate; do
  "$colltune" $command "no$raw" >out 2>err </dev/null && { echo "$command takes anything"; exit 1; }
  is_clean out "$command"
  is_clean err "$command"
done
clean 2 export "no$raw.yaml" --to csv
shown err 'no\x1b[2J\r\u009b\u202e.yaml'
for option in --ops --ranks --bytes --budget "--no$raw"; do
  clean 2 tune "$option" "7$raw"
done
clean 2 "$raw"

# What a profile holds.
text=${escaped//\\/\\\\}$tag  # as sed takes it
sed -e "s|\"node\"|\"h$text\"|" -e "s|Another CPU|cpu$text|" -e "s|written by hand|by$text|" \
  -e "s|reason: \"|&r$text|" good.yaml >"odd$raw.yaml"
cmp -s good.yaml "odd$raw.yaml" && { echo "the profile is as before"; exit 1; }
clean 0 explain "odd$raw.yaml" bcast 4K -n 4 --ranks-per-node 4
shown out 'r\x1b[2J\r\u009b\u202e'
for format in csv c-header mpich-json openmpi-rules intel ucc; do
  release=()
  [ $format = mpich-json ] && release=(--release 4.2)
  clean 0 export "odd$raw.yaml" --to $format "${release[@]}" -o exported
  is_clean exported "export --to $format"
done
clean 0 report "odd$raw.yaml" -o report.html
is_clean report.html report
! grep -qF "$tag" report.html || { echo "a tag in the report"; exit 1; }
clean 0 report "odd$raw.yaml" --format csv --op bcast -o report.csv
is_clean report.csv "report --format csv"
clean 1 diff good.yaml "odd$raw.yaml"
mkdir -p .local/share/colltune
cp "odd$raw.yaml" ".local/share/colltune/p$raw.yaml"
clean 0 profiles

# What statistics hold: names of communicators, as MPI_Comm_set_name takes them, and of jobs.
header='{"colltune_stats":1,"job":"j'"$json"'","rank":0,"ranks":1,"profile":"p'"$json"'","clock_us":0.02,"seconds":2}'
line='{"communicator":0,"communicators":1,"name":"c'"$json$tag"'","ranks":1,"ranks_per_node":1,"sites":0,"mapping":"any","op":"bcast","bytes":[8,8],"mean_bytes":8,"choice":"library","why":"no row","calls":10,"samples":5,"mean_us":1,"median_us":1}'
printf '%s\n%s\n{"end":1}\n' "$header" "$line" >"app$raw.0"
clean 0 stats "app$raw"
shown out 'c\x1b[2J\r\u009b\u202e'
echo "{$raw" >"app$raw.0"
"$colltune" stats "app$raw" >out 2>err && { echo "stats takes anything"; exit 1; }
is_clean out stats
is_clean err stats

# What others' files hold.
for from in csv c-header mpich-json openmpi-json openmpi-rules openmpi-mca intel ucc pgmpi; do
  printf 'I_MPI_ADJUST_BCAST=%s\nUCC_TL_UCP_TUNE=%s\ncoll_tuned_bcast_algorithm=%s\n%s\n' "$raw" "$raw" "$raw" "$raw" >"file$raw"
  "$colltune" import "file$raw" --from $from --ranks 4 -o - >out 2>err
  is_clean out "import --from $from"
  is_clean err "import --from $from"
  [ -s err ] || { echo "import --from $from takes anything"; exit 1; }
done
