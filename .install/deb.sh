#!/bin/bash
# bazel run //:deb -- -o FOLDER: a Debian package of the release at the top of .install/changelog.
set -eu -o pipefail
umask 022
runfiles=$(realpath "${RUNFILES_DIR:-$0.runfiles}")
here=$runfiles/colltune/.install
launcher=$(cat "$here/launcher")
if [ $# != 2 ] || [ "$1" != -o ] || [ -z "$2" ]; then
  echo "deb: use: bazel run //:deb -- -o FOLDER" >&2
  exit 2
fi
cd "${BUILD_WORKING_DIRECTORY:-.}"
mkdir -p "$2"
folder=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
RUNFILES_DIR=$runfiles "$here/install.sh" --destdir "$root" --prefix /usr

doc=$root/usr/share/doc/colltune
rm "$doc/LICENSE" # Debian has it elsewhere, as copyright says
install -D -m 644 "$here/copyright" "$doc/copyright"
install -D -m 644 "$here/lintian-overrides" "$root/usr/share/lintian/overrides/colltune"
# Nobody moves the file from here, and programs find libraries of /usr/lib by themselves.
sed -i -e 's#^prefix=.*#prefix=/usr#' -e '/^# Found from/d' -e 's# -Wl,-rpath,[^ ]*##' "$root"/usr/lib/pkgconfig/*.pc

# field NAME: prints that field of the newest entry of the changelog.
field() { dpkg-parsechangelog -l "$here/changelog" -S "$1"; }
version=$(field Version)
SOURCE_DATE_EPOCH=$(field Timestamp)
export SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)

# dpkg-shlibdeps wants to be in a source package.
mkdir "$work/debian" "$root/DEBIAN"
printf 'Source: colltune\n\nPackage: colltune\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && find root/usr/bin root/usr/lib -type f \( -path '*/bin/*' -o -name '*.so*' \) -print0 |
  xargs -0 dpkg-shlibdeps -O --warnings=0 | sed -n 's/^shlibs:Depends=//p')

cat >"$root/DEBIAN/control" <<END
Package: colltune
Version: $version
Architecture: $architecture
Maintainer: $(field Maintainer)
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: $depends
Recommends: $launcher
Suggests: environment-modules | lmod, gnuplot-nox
Section: science
Priority: optional
Description: fastest algorithm for each MPI collective on a cluster
 colltune measures a set of algorithms for MPI's collectives on a cluster, fits
 network models to what it measured, and writes what it decided, with the
 evidence, into a profile. A library that is preloaded into unmodified
 applications follows it. The MPI library's own implementation is always among
 the candidates, and wins ties.
 .
 It is built for the MPI library that this package depends on.
END
echo "libcolltune_measure 1 colltune (>= $version)" >"$root/DEBIAN/shlibs"
echo "activate-noawait ldconfig" >"$root/DEBIAN/triggers"
(cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
dpkg-deb --root-owner-group -b "$root" "$folder/colltune_${version}_$architecture.deb"
