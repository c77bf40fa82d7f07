#!/bin/bash
# pictures_test.sh COLLTUNE: the commands of README.md that are marked for it draw the pictures that it
# shows, byte for byte. Where they differ for a reason, run these commands again in the tree.
set -eu -o pipefail
colltune=$PWD/$1
tree=$PWD
marked=$(tests/marked_commands.sh pictures_test README.md)
shown=$(sed -n 's/.*!\[.*\](\(profiles\/clusters\/.*\.svg\)).*/\1/p' README.md)
cd "$TEST_TMPDIR"
mkdir -p tools profiles/clusters
ln -s "$colltune" tools/colltune
ln -s "$tree"/profiles/clusters/*.yaml profiles/clusters
export PATH=$PWD/tools:$PATH

fail() {
  echo "$*"
  exit 1
}

echo "$marked" >commands
bash -e commands
[ "$(ls profiles/clusters/*.svg)" = "$(sort <<<"$shown")" ] || fail "not the pictures that are shown: $shown"
# Other releases of gnuplot draw the same otherwise.
drawn_by() { sed -n 's/.*Produced by GNUPLOT \([^ ]*\).*/\1/p' "$1"; }
for picture in $shown; do
  [ "$(drawn_by "$picture")" != "$(drawn_by "$tree/$picture")" ] || cmp "$picture" "$tree/$picture" || fail "$picture is not what its command draws: $(cat commands)"
  [ "$(wc -c <"$picture")" -lt 60000 ] || fail "$picture has $(wc -c <"$picture") bytes"
  # A background of its own: the page's may be dark.
  python3 - "$picture" <<'END' || fail "$picture has no white background"
import sys
import xml.etree.ElementTree as xml
picture = xml.parse(sys.argv[1]).getroot()
rects = [e for e in picture.iter() if e.tag.endswith("}rect")]
wide, high = picture.get("viewBox").split()[2:]
covers = [e for e in rects if (e.get("width"), e.get("height")) in (("100%", "100%"), (wide, high))]
assert covers and covers[0] is rects[0] and covers[0].get("fill") in ("#ffffff", "white"), covers
END
done
echo "1 passed, 0 failed"
