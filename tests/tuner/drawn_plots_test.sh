#!/bin/bash
# drawn_plots_test.sh DRAW_PLOTS: gnuplot's drawings are XML with the right curves.
set -eu
draw_plots=$PWD/$1
cd "$TEST_TMPDIR"

{
  echo op,algorithm,method,ranks,bytes,root,repetition,seconds,valid
  for algorithm in flat 'knomial:k=4' '<b>&amp;_{x}' "it's"; do
    for bytes in 8 64 65536; do
      for repetition in 0 1 2 3 4 5 6; do
        echo "bcast,$algorithm,round_time,4,$bytes,0,$repetition,$bytes.${repetition}e-6,1"
      done
    done
  done
} >rows.csv
"$draw_plots" rows.csv several.svg one.svg

python3 - <<'END'
import xml.etree.ElementTree as xml

def texts(file, kind):
    tree = xml.parse(file)
    return ["".join(e.itertext()).strip() for e in tree.iter() if e.tag.endswith("}" + kind)]

names = ["flat", "knomial:k=4", "<b>&amp;_{x}", "it's"]
shown = texts("several.svg", "text")
for text in names + ["bcast on 4 ranks, root 0, by round_time", "bytes", "time", "8", "64", "64K"]:
    assert shown.count(text) == 1, (text, shown)
groups = [e for e in xml.parse("several.svg").iter() if e.get("id", "").startswith("gnuplot_plot_")]
assert len(groups) == len(names), len(groups)
# Each curve has its line, and an error bar at each of its three points.
for group in groups:
    lines = [e.get("d") for e in group.iter() if e.tag.endswith("}path")]
    assert sum(d.count("M") for d in lines) >= 1 + 3, lines
assert texts("one.svg", "text").count("alone") == 1
END
echo "1 passed, 0 failed"
