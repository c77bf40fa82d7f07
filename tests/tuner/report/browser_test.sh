#!/bin/bash
# browser_test.sh COLLTUNE: the page in a browser without a window: its answers to clicks and
# typing, its console errors, and its requests to the network.
set -eu
colltune=$PWD/$1 tests=$PWD/tests/tuner
cd "$TEST_TMPDIR"
export HOME=$TEST_TMPDIR

"$colltune" report "$tests/profile.yaml" -o report.html
# In a host's name, and in a sentence of the evidence.
evil="<b>x</b><img src=x onerror=window.owned=1><script>window.owned=1</script>"
sed -e "s|hosts: .*|hosts: [\"$evil\"]|" -e "s|reason: .*|reason: \"$evil\"|" "$tests/profile.yaml" >hostile.yaml
"$colltune" report hostile.yaml -o hostile.html
"$colltune" explain "$tests/profile.yaml" bcast 4096 -n 4 --ranks-per-node 4 >explained
python3 "$tests/report/page_in_browser.py" "$PWD/report.html" "$PWD/hostile.html" explained
