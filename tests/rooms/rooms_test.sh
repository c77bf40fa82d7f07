#!/bin/bash
# rooms_test.sh CHECKER WORKSPACE: the sources keep to the drawing of the rooms, and the checker sees
# each way not to in a tree made for it.
set -u
checker=$(readlink -f "$1") tree=$(dirname "$(readlink -f "$2")")
cd "$TEST_TMPDIR" || exit 1
failures=0

fail() {
  echo "$*"
  failures=$((failures + 1))
}

"$checker" "$tree" || fail "the sources do not keep to .bazel/rooms.bzl"

# made FILE TEXT: a source of the small tree
made() {
  mkdir -p "$(dirname "small/$1")"
  printf '%s\n' "$2" >"small/$1"
}

names=$'\nNAMESPACES = {"models": "colltune::models", "tuner": "colltune", "tuner/job": "colltune::tune"}'

small() {
  rm -rf small
  made .bazel/rooms.bzl 'USES = {"models": [], "tuner/job": ["models"]}'"$names"
  made models/a.h $'namespace colltune::models {\n\nstruct A {};\n\n}  // namespace colltune::models'
  made tuner/job/b.h $'#include "models/a.h"\nnamespace colltune::tune {\n\nstruct A {};\n\n}  // namespace colltune::tune'
}

# finds LINE: the checker prints this line alone
finds() {
  "$checker" small >out && fail "found nothing, not: $1"
  [ "$(cat out)" = "$1" ] || fail "found $(cat out), not: $1"
}

small
"$checker" small || fail "found something in order"
made models/c.cc '#include "tuner/job/b.h"'
finds "models/c.cc: includes tuner/job/b.h; .bazel/rooms.bzl does not let models use tuner/job"

small
made models/c.cc '#include "models/a.h"'
made models/a.cc '#include "models/c.h"'
made models/c.h ''
finds "these include each other in a circle: models/a models/c"

small
made models/c.h $'namespace colltune::models {\n\nclass A {\n};\n\n}  // namespace colltune::models'
finds "colltune::models::A is defined in models/a.h and models/c.h"
# What no other source sees may have any name.
made models/c.h ''
made models/c.cc $'namespace colltune::models {\nnamespace {\n\nclass A {\n};\n\n}  // namespace\n}  // namespace colltune::models'
"$checker" small || fail "found something in order, in an anonymous namespace"

small
made models/c.cc $'namespace colltune::tune {\n\nint Two() { return 2; }\n\n}  // namespace colltune::tune'
finds "models/c.cc: is in namespace colltune::tune; .bazel/rooms.bzl gives models colltune::models"

# The room's own namespace may have others in it, and the types of another may be declared ahead.
small
made models/c.h $'namespace colltune {\n\nstruct B;\n\n}  // namespace colltune'
made models/c.cc $'namespace colltune::models::fit {\n\nint Two() { return 2; }\n\n}  // namespace colltune::models::fit'
"$checker" small || fail "found something in order, in namespaces"
made models/c.h $'namespace colltune {\n\nstruct B {};\n\n}  // namespace colltune'
finds "models/c.h: is in namespace colltune; .bazel/rooms.bzl gives models colltune::models"

small
made tuner/text/d.h ''
finds "tuner/text/d.h: .bazel/rooms.bzl has no room tuner/text"

small
made .bazel/rooms.bzl 'USES = {"models": ["tuner/job"], "tuner/job": ["models"]}'"$names"
finds ".bazel/rooms.bzl: these use each other in a circle: models tuner/job"

small
made tuner/job/README.md 'Includes `models`. A job reads `tuner/text` of another day.'
"$checker" small || fail "found something in order, in a page"
made tuner/job/README.md $'Includes `models`,\n`tuner/text`.'
finds "tuner/job/README.md: the sentence 'Includes ...' and .bazel/rooms.bzl differ by tuner/text"

[ $failures = 0 ] && echo "1 passed, 0 failed"
exit $((failures > 0))
