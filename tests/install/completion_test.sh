#!/bin/bash
# completion_test.sh INSTALL: bash's completions after a command line and Tab.
set -eu
install=$PWD/$1
cd "$TEST_TMPDIR"
"$install" --prefix "$PWD/p" >out
. p/share/bash-completion/completions/colltune
[ "$(complete -p colltune)" = "complete -o bashdefault -o default -F _colltune colltune" ] || { complete -p; exit 1; }

# completes "WANTED" WORD...: the last word may be a beginning
completes() {
  local wanted=$1
  shift
  COMP_WORDS=(colltune "$@") COMP_CWORD=$# COMPREPLY=()
  _colltune
  [ "${COMPREPLY[*]}" = "$wanted" ] || { echo "colltune $*: ${COMPREPLY[*]}, wanted: $wanted"; exit 1; }
}

completes "tune" t
completes "show" sho
completes "--version" --vers
completes "--budget" tune --bu
completes "--dry-run" tune -o file --dr
completes "--quiet" --verbose tune --q
completes "" tune --layer
completes "--layer" network --l
completes "mpich-json" export profile.yaml --to mp
completes "openmpi-rules openmpi-json openmpi-mca" import x --from open
completes "" show prof # names of files are bash's own
completes "" run -- mpiexec --he
PATH=$PWD/p/bin completes colltune run -- coll
"$install" --prefix "$PWD/p" --uninstall
echo "1 passed, 0 failed"
