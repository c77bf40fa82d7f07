#!/bin/bash
# use_test.sh INSTALL APPLICATION: the pages' commands on installing, which are marked for it. Then the
# command, the preload library, the library for applications, the module and the example jobs, each
# where it is installed.
set -e -o pipefail
install=$PWD/$1 application=$PWD/$2
marked=$(tests/marked_commands.sh use_test README.md .install/README.md)
cd "$TEST_TMPDIR"
# Seconds; a program that hangs is a failure. The machine's own modules are not wanted.
export HOME=$PWD MPIEXEC_TIMEOUT=60 MODULEPATH=
unset XDG_DATA_HOME COLLTUNE_PROFILE COLLTUNE_PROFILE_PATH MODULESHOME LOADEDMODULES
mkdir tools
ln -s "$TEST_SRCDIR/mpi/mpiexec" "$TEST_SRCDIR/mpi/mpicc" tools
# Slurm's launcher, on this machine.
printf '#!/bin/sh\nexec mpiexec -n 2 "$@"\n' >tools/srun
chmod +x tools/srun
export PATH=$PWD/tools:$PATH
. /usr/share/modules/init/bash
export -f module _module_raw

fail() {
  echo "$1"
  exit 1
}

commands=$(sed <<<"$marked" -e "s#bazel run //:install --#'$install'#" -e "s#bazel run //:uninstall --#'$install' --uninstall#")
remove=$(grep -F -- --uninstall <<<"$commands") || fail "no command uninstalls: $commands"
grep -vF -- --uninstall <<<"$commands" >commands
. ./commands >out 2>err || fail "commands on installing: $(cat out err)"
[ "$(command -v colltune)" = "$HOME/colltune/bin/colltune" ] || fail "PATH: $PATH"
[ "$LD_PRELOAD" = "$HOME/colltune/lib/colltune/libcolltune.so" ] || fail "LD_PRELOAD: $LD_PRELOAD"
grep -qxE 'colltune [0-9.]+, built for .*' out || fail "no version: $(cat out)"
grep -qx 'data right' out || fail "opt_scatter: $(cat out)"
for file in colltune/bin/colltune colltune/lib/*.so colltune/lib/colltune/*.so; do
  readelf -d "$file" | grep -E 'RPATH|RUNPATH' | grep bazel && fail "$file looks for libraries where it was built"
done
[[ $(colltune list bcast) == *binomial* ]] || fail "list: $(colltune list bcast)"

# follows WORD...: the application, as it is started by the words, follows the profile of this machine.
follows() {
  COLLTUNE_LOG=1 "$@" >"$HOME/out" 2>"$HOME/err" || fail "$*: $(cat "$HOME/out" "$HOME/err")"
  grep -q '^colltune: bcast on 2 ranks (2 per node), .*(profile)' "$HOME/err" ||
    fail "$*: no profile was used: $(cat "$HOME/err")"
}

# The machine may be one whose profile is installed; one of its own is told from that by its name.
examples=colltune/share/doc/colltune/examples
profile=$(uname -n).yaml
sed -e "s/cluster.yaml/$profile/" -e 's/--budget 20m/--ops bcast --budget 20s/' $examples/tune.sbatch >tune.sbatch
bash tune.sbatch >out 2>err || fail "tune.sbatch: $(cat out err)"
[ -s "colltune/share/colltune/profiles/$profile.table" ] || fail "tune.sbatch installed no profile: $(cat out err)"
follows bash $examples/application.sbatch "$application"

# What somebody else preloads stays.
mine=$LD_PRELOAD
module unload colltune
export LD_PRELOAD=libm.so.6
module load colltune
[ "$LD_PRELOAD" = "$mine:libm.so.6" ] || fail "LD_PRELOAD with another library: $LD_PRELOAD"
module unload colltune
[ "$LD_PRELOAD" = libm.so.6 ] || fail "LD_PRELOAD of another library after unload: $LD_PRELOAD"
unset LD_PRELOAD
module load colltune

module unload colltune
[ -z "${LD_PRELOAD-}" ] || fail "LD_PRELOAD after unload: $LD_PRELOAD"
command -v colltune >out && [ "$(cat out)" != "$HOME/colltune/bin/colltune" ] && fail "PATH after unload: $PATH"

# Elsewhere, from another folder, with nothing where it was built or installed.
mv colltune moved
cd /
follows "$HOME/moved/bin/colltune" run -- mpiexec -n 2 "$application"
cd "$HOME"
mv moved colltune

eval "$remove"
[ "$(cd colltune && find . -type f | sort | xargs)" = "./share/colltune/profiles/$profile ./share/colltune/profiles/$profile.table" ] ||
  fail "removed too much or too little: $(find colltune)"

# ld.so splits LD_PRELOAD at spaces; all else works in such a folder.
"$install" --prefix "$PWD/a folder" >out 2>err
colltune="$PWD/a folder/bin/colltune"
code=0
"$colltune" run --profile "colltune/share/colltune/profiles/$profile" -- true 2>err || code=$?
[ $code = 2 ] && grep -qF "libcolltune.so: nothing is preloaded from a path with a space" err || fail "run: $code: $(cat err)"
export PKG_CONFIG_PATH="$PWD/a folder/lib/pkgconfig"
eval "mpicc -o spaced \"$PWD/a folder/share/doc/colltune/examples/opt_scatter.c\" $(pkg-config --cflags --libs colltune-measure)"
mpiexec -n 2 ./spaced >out
grep -qx 'data right' out || fail "in a folder with a space: $(cat out)"
echo "1 passed, 0 failed"
