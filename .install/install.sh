#!/bin/bash
# bazel run //:install -- --prefix FOLDER [--destdir FOLDER]
# bazel run //:uninstall -- --prefix FOLDER
# Installs colltune into a folder and writes a list of the files, or removes the files on that list.
# For packages --destdir goes in front of the prefix; a package knows its files itself, and gets no
# list.
set -eu -o pipefail
export LC_ALL=C # folders come before their contents in this order
umask 022
archive=$(realpath -m "${RUNFILES_DIR:-$0.runfiles}/colltune/.install/colltune.tar")
list=share/colltune/manifest

refuse() {
  echo "install: $1" >&2
  exit 2
}

usage="use: bazel run //:install -- --prefix FOLDER [--destdir FOLDER] [--uninstall]"
prefix="" destdir="" uninstall=""
while [ $# -gt 0 ]; do
  case $1 in
    --prefix=* | --destdir=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    --prefix | --destdir)
      [ -n "${2-}" ] || refuse "$1 names no folder; $usage"
      printf -v "${1#--}" %s "$2"
      shift 2 ;;
    --uninstall) uninstall=1 && shift ;;
    --help) echo "$usage" && exit 0 ;;
    *) refuse "unknown argument '$1'; $usage" ;;
  esac
done
[ -n "$prefix" ] || refuse "where? $usage"
[ -z "$uninstall" ] || [ -z "$destdir" ] || refuse "--destdir is for packages, which remove their files themselves"
[ -z "$destdir" ] || [ "${prefix#/}" != "$prefix" ] || refuse "--prefix $prefix: with --destdir it has to begin with /"
cd "${BUILD_WORKING_DIRECTORY:-.}" # bazel run starts programs in a folder of its own
root=$destdir$prefix

# Removes the files and links of the list on standard input, and the folders that hold nothing else.
# Folders end in /.
remove() {
  while IFS= read -r path; do
    case $path in
      */) [ ! -d "$path" ] || [ -L "${path%/}" ] || rmdir --ignore-fail-on-non-empty "$path" ;;
      *) rm -f "$path" ;;
    esac
  done
}

if [ -n "$uninstall" ]; then
  [ -f "$root/$list" ] || refuse "$root/$list: there is no such list of what was installed in $root"
  cd "$root"
  remove <"$list"
  exit 0
fi

if ! mkdir -p "$root" || [ ! -w "$root" ]; then
  refuse "cannot write to $root; into root's folders: bazel build //:install && sudo bazel-bin/install --prefix ..."
fi
cd "$root"
[ -n "$destdir" ] || prefix=$PWD
files=$(tar -tf "$archive")
if [ -z "$destdir" ]; then
  old=$(cat "$list" 2>/dev/null || true)
  # Folders that others have made stay; each comes after its contents.
  folders=$(printf '%s\n' "$files" "$list" | while IFS= read -r path; do
    while [[ $path == */* ]] && path=${path%/*}; do echo "$path/"; done
  done | sort -ru | while IFS= read -r path; do
    if [ ! -d "$path" ] || grep -qxF "$path" <<<"$old"; then echo "$path"; fi
  done)
  all=$(printf '%s\n' "$files" "$list" "$folders")
  # Files of an older release that this release lacks.
  [ -z "$old" ] || remove < <(grep -vxF "$all" <<<"$old" || true)
  mkdir -p "${list%/*}"
  echo "$all" >"$list"
fi
tar -xf "$archive" --no-same-owner --preserve-permissions
case $prefix in
  *[\ :]*) echo "install: nothing can be preloaded from a folder with a space or a colon in its name (man ld.so): all else works" >&2 ;;
esac
[ -n "$destdir" ] || echo "installed $("$PWD/bin/colltune" --version) in $prefix"
