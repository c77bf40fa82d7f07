#!/bin/bash
# marked_commands.sh TEST PAGE...: prints the commands of all blocks that TEST runs, one a line, without comments.
# A line "<!-- run: TEST -->" marks the block after it. Fails where a page has no block for TEST.
set -eu
test=$1
shift
for page; do
  awk -v mark="<!-- run: $test -->" '
    function refuse(line, why) { printf "%s:%d: %s\n", FILENAME, line, why >"/dev/stderr"; refused = 1; exit 1 }
    marked && !/^```sh$/ { refuse(NR, "not the beginning of a block, ```sh, after " mark) }
    inside && /^```$/ { inside = 0; next }
    inside { sub(/ *#.*/, ""); if ($0 != "") print }
    marked { marked = 0; inside = NR }
    $0 == mark { marked = 1; ++blocks }
    END {
      if (refused) exit 1
      if (marked || inside) refuse(NR, "the page ends before the block that is marked by " mark)
      if (!blocks) refuse(NR, "no block is marked by " mark)
    }' "$page"
done
