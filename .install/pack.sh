#!/bin/bash
# pack.sh ARCHIVE CHANGELOG DESCRIBE LINKS ENVIRONMENT {PLACE= FILE...}...: packs all installed files
# as one archive, for a user's folder and a package alike. A PLACE that ends in / is a folder.
# @version@ stands for the release, in a PLACE and in the files that need it.
set -eu
archive=$PWD/$1 changelog=$2 describe=$3 links=$4 environment=$5
shift 5
version=$(sed -n '1s/^colltune (\([^)]*\)).*/\1/p' "$changelog")
date=$(sed -n 's/^ -- .*>  //p' "$changelog" | head -n 1)
tree=$(mktemp -d) list=$(mktemp)
trap 'rm -rf "$tree" "$list"' EXIT

for word; do
  case $word in *=) place=${word%=} && continue ;; esac
  case $place in bin/*) mode=755 ;; *) mode=644 ;; esac
  to=$tree/${place//@version@/$version}
  [ "${to%/}" = "$to" ] || to=$to$(basename "$word")
  install -D -m "$mode" "$word" "$to"
  printf '%s\t%s\n' "$word" "${to#"$tree"/}"
done >"$list"
python3 -B "$describe" "$tree/bin/colltune" "$environment" "$version" "$tree"
grep -rlF @version@ "$tree/lib/pkgconfig" "$tree/share/modulefiles" | xargs -d '\n' sed -i "s/@version@/$version/g"
strip "$tree"/bin/*
strip --strip-unneeded "$tree"/lib/*.so.* "$tree"/lib/*/*.so
for library in "$tree"/lib/*.so.*; do
  ln -s "$(basename "$library")" "${library%.so.*}.so"
done
gzip -9n "$tree"/share/man/man*/* "$tree"/share/doc/colltune/changelog
python3 -B "$links" "$tree" <"$list"

# Folders are made as needed: existing ones keep their owners and modes.
(cd "$tree" && find . -mindepth 1 ! -type d -printf '%P\n') | LC_ALL=C sort |
  tar -cf "$archive" -C "$tree" --owner=root:0 --group=root:0 --mtime="$date" --no-recursion -T -
