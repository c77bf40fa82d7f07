#!/bin/bash
# two_tunings_test.sh COLLTUNE: the second of two `tune` on one profile is refused before it touches
# anything, however each was started. The first one's job is a stand-in that waits to be told to
# end.
set -u
colltune=$PWD/$1
mpiexec=$TEST_SRCDIR/mpi/mpiexec
cd "$TEST_TMPDIR" || exit 1
export HOME=$PWD MPIEXEC_TIMEOUT=60
unset XDG_DATA_HOME COLLTUNE_TUNE_LOCKED COLLTUNE_TUNE_PART || true
default=$HOME/.local/share/colltune/$(uname -n).yaml

fail() {
  echo "$1"
  head -n 20 first second 2>/dev/null
  [ -z "${pid-}" ] || kill -KILL "$pid"
  exit 1
}

mkfifo go
cat >job <<'END'
#!/bin/sh
echo "$COLLTUNE_TUNE_PART" >>parts
exit "$(timeout 60 cat go)"
END
printf '#!/bin/sh\nexit 0\n' >ends
chmod +x job ends

# in_part NUMBER: waits until the first tuning has started its job for so many times
in_part() {
  local i
  for ((i = 0; i < 600; ++i)); do
    [ ! -f parts ] || [ "$(wc -l <parts)" != "$1" ] || return
    sleep 0.05
  done
  fail "there is no part $1"
}

# start ARGUMENT...: a tuning in the background, which is in its first part
start() {
  rm -f parts
  MPIEXEC=$PWD/job "$colltune" tune "$@" >first 2>&1 &
  pid=$!
  in_part 1
}

files() {
  find store "$HOME/.local" -type f -printf '%p %i %s\n' 2>/dev/null | sort
  cat store/p.yaml.journal
}

# refused FILE COMMAND...: all files stay as they are
refused() {
  local file=$1 code=0
  shift
  files >before
  "$@" >second 2>&1 || code=$?
  [ $code = 2 ] || fail "$*: exit $code"
  grep -qxF "colltune: $file: is in use by another colltune; wait for its end or stop it" second ||
    fail "$*: other message"
  files | cmp - before || fail "$*: has touched something"
}

mkdir store
ln -s store/p.yaml p.yaml
echo kept >store/p.yaml.journal
for file in p.yaml store/p.yaml "$default"; do
  arguments=(-o "$file")
  [ "$file" != "$default" ] || arguments=()
  start "${arguments[@]}" --confirmations 1
  refused "$file" env MPIEXEC="$PWD/ends" "$colltune" tune "${arguments[@]}"
  refused "$file" env MPIEXEC="$PWD/ends" "$colltune" tune --resume "${arguments[@]}"
  echo 0 >go
  in_part 2
  refused "$file" env MPIEXEC="$PWD/ends" "$colltune" tune "${arguments[@]}"
  refused "$file" "$mpiexec" -n 2 "$colltune" tune "${arguments[@]}" --ops bcast --bytes 8
  echo 0 >go
  wait $pid || fail "the first one ends with $?"
  pid=
  [ -z "$(find . -name '*.lock')" ] || fail "left behind: $(find . -name '*.lock')"
done

# What a killed one leaves behind stops nobody; the job that it has left, which has the journal, does.
start -o p.yaml
kill -KILL "$pid"
wait "$pid" 2>killed
pid=
echo 0 >go
MPIEXEC=$PWD/ends "$colltune" tune -o p.yaml >second 2>&1 || fail "refused by one that is dead: $?"
(
  flock 9
  refused "$PWD/store/p.yaml.journal" "$mpiexec" -n 2 "$colltune" tune -o "$PWD/p.yaml" --ops bcast --bytes 8
) 9<>store/p.yaml.journal
