#!/bin/bash
# run_test.sh COLLTUNE WRITE_PROFILE: words and environment that `run` gives to applications and to
# launchers. Launchers that are not on this machine are stand-ins, which record their words and
# environment.
set -u
colltune=$PWD/$1
mpiexec=$TEST_SRCDIR/mpi/mpiexec
write_profile=$PWD/$2
cd "$TEST_TMPDIR" || exit 1
export HOME=$PWD MPIEXEC_TIMEOUT=60
unset LD_PRELOAD SLURM_EXPORT_ENV COLLTUNE_PROFILE COLLTUNE_PROFILE_PATH || true

fail() {
  echo "$1"
  head -n 50 words variables out 2>/dev/null
  exit 1
}

# All that a name of a file may have, but for a slash.
profile=$PWD/$'a folder, "quoted"/it'"'"$'s: 1,2 \\ $HOME\n.yaml'
mkdir "$(dirname "$profile")"
"$write_profile" "$profile" here 2,2,1,1000000,chain || fail "no profile"

# A library that somebody preloads, by which ld.so finds it.
other=libm.so.6

cat >say <<'END'
#!/bin/bash
printf 'LD_PRELOAD=%s\nCOLLTUNE_PROFILE=%s\n' "$LD_PRELOAD" "$COLLTUNE_PROFILE"
[ $# = 0 ] || printf '<%s>\n' "$@"
END
mkdir tools
for launcher in mpirun mpiexec.hydra mpirun.openmpi srun; do
  cat >tools/$launcher <<'END'
#!/bin/bash
printf '<%s>\n' "$@" >words
printf '%s\n' "${LD_PRELOAD-none}" "${COLLTUNE_PROFILE-none}" >variables
END
done
chmod +x say tools/*
PATH=$PWD/tools:$PATH
LD_PRELOAD=$other "$colltune" run --profile "$profile" -- ./say >out || fail "run: exit $?"
ours=$(sed -n 's/^LD_PRELOAD=\(.*libcolltune.so\).*/\1/p' out)
[ -f "$ours" ] || fail "not preloaded"

# gets EXPECTED: what ./say has printed
gets() { diff - out >difference <<<"$1" || fail "$2: $(cat difference)"; }
gets "LD_PRELOAD=$ours:$other
COLLTUNE_PROFILE=$profile" "an application"

# Twice in a row is once.
LD_PRELOAD=$other "$colltune" run --profile "$profile" -- \
  "$colltune" run --profile "$profile" -- ./say >out || fail "twice: exit $?"
gets "LD_PRELOAD=$ours:$other
COLLTUNE_PROFILE=$profile" "twice"

# The launcher on this machine: what it is told by options is what its ranks get.
hydra() { "$mpiexec" --version | grep -q HYDRA; }
if hydra; then
  word=$'a, "b"\'c\nd:e'
  LD_PRELOAD=$other "$colltune" run --profile "$profile" -- "$mpiexec" -n 1 ./say "$word" >out ||
    fail "mpiexec: exit $?"
  gets "LD_PRELOAD=$ours:$other
COLLTUNE_PROFILE=$profile
<$word>" "mpiexec"
  for words in "-genv LD_PRELOAD $other -n 1" "-genv LD_PRELOAD=$other -n 1" "-n 1 -env LD_PRELOAD $other" \
    "-genvnone -genv LD_PRELOAD $other -n 1" "-genvlist PATH,LD_PRELOAD -genv LD_PRELOAD $other -n 1"; do
    # shellcheck disable=SC2086  # several words
    "$colltune" run --profile "$profile" -- "$mpiexec" $words ./say >out || fail "$words: exit $?"
    gets "LD_PRELOAD=$ours:$other
COLLTUNE_PROFILE=$profile" "$words"
  done
fi

# A command that starts itself hands such a name to its ranks.
if [ "$(nproc)" -ge 2 ]; then
  MPIEXEC=$mpiexec "$colltune" --quiet measure --op barrier --algorithm library --reps 10:10 \
    --csv "$profile.csv" >out 2>&1 || fail "measure: exit $?"
  grep -q '^barrier,library,' "$profile.csv" || fail "measure: no rows"
fi

# told EXPECTED: what the stand-in was told
told() { diff - words >difference <<<"$1" || fail "$2: $(cat difference)"; }

# shown LD_PRELOAD COLLTUNE_PROFILE: the stand-in's own environment
shown() { diff - variables >difference <<<"$1"$'\n'"$2" || fail "environment: $(cat difference)"; }

LD_PRELOAD=$other "$colltune" run --profile "$profile" -- mpiexec.hydra -n 2 ./say || fail "hydra: exit $?"
told "<-genv>
<LD_PRELOAD>
<$ours:$other>
<-genv>
<COLLTUNE_PROFILE>
<$profile>
<-n>
<2>
<./say>" "Hydra"
shown "$other" none

LD_PRELOAD=$other "$colltune" run --profile "$profile" -- mpirun.openmpi -n 2 ./say || fail "openmpi: exit $?"
told "<-x>
<LD_PRELOAD=$ours:$other>
<-x>
<COLLTUNE_PROFILE=$profile>
<-n>
<2>
<./say>" "Open MPI"
shown "$other" none

# mpirun is that of the library that colltune is built for.
"$colltune" run --profile "$profile" -- mpirun ./say || fail "mpirun: exit $?"
option=$(head -n 1 words)
hydra && expected="<-genv>" || expected="<-x>"
[ "$option" = "$expected" ] || fail "mpirun: $option"

LD_PRELOAD=$other "$colltune" run --profile "$profile" -- srun -n 2 --export=ALL,A=1 ./say --export=x ||
  fail "srun: exit $?"
told "<--export=ALL,A=1,LD_PRELOAD=$ours:$other,COLLTUNE_PROFILE>
<-n>
<2>
<./say>
<--export=x>" "srun"
shown "$other" "$profile"
exit 0
