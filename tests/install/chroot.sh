#!/bin/bash
# bazel run //tests/install:chroot: the package in a new Debian, which takes root, mmdebstrap and
# Debian's mirror; nothing is left of it.
set -eu
export RUNFILES_DIR=${RUNFILES_DIR:-$0.runfiles}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$RUNFILES_DIR/colltune/deb" -o "$work/packages"
cat >"$work/inside" <<'END'
set -eux
export DEBIAN_FRONTEND=noninteractive HOME=/tmp
apt-get install -y -q --install-recommends /tmp/packages/colltune_*.deb
cd /tmp
colltune --version
ldconfig -p | grep libcolltune_measure
colltune tune --ops bcast --ranks 2 --budget 20s --quiet
COLLTUNE_LOG=1 colltune run -- mpiexec -n 2 colltune --version
apt-get remove -y -q colltune
! find / -xdev -path /proc -prune -o -path /tmp -prune -o -name "*colltune*" -print | grep .
END
. /etc/os-release
mmdebstrap --variant=apt --customize-hook="copy-in $work/inside $work/packages /tmp" \
  --customize-hook='chroot "$1" sh /tmp/inside' "$VERSION_CODENAME" /dev/null
echo "installed, used and removed"
