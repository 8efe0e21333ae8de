#!/usr/bin/env bash
# Renews the header-only libraries of this folder. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

usage() {
  cat <<'TEXT'
usage: third_party/renew.sh [NAME...]

Downloads the source archives of the libraries that are named (default: all), compares them with the checksums in this
script, and replaces each library's folder by the headers and the licence in the archive. The files are not changed.

To take another version of a library:
  1. Change its version, its address and its checksum (sha256sum) below.
  2. Run this script.
  3. Change the table in third_party/README.md, and the version in cmake/AllfoldLibraries.cmake.
  4. Build with -D ALLFOLD_SYSTEM_LIBRARIES=no, and run the tests.

It needs curl or wget, tar and xz. Observable Plot has a script of its own: third_party/plot/bundle.sh.
TEXT
}

# The sources of Debian 13, which are those of the projects (+ds: without their documentation). Debian's mirrors keep a
# version while a release has it; https://snapshot.debian.org keeps all.
mirror=https://deb.debian.org/debian/pool/main

# library NAME: sets the archive, its checksum, the licence in it, and the headers, as tar's patterns.
library() {
  case $1 in
    fmt)
      archive=$mirror/f/fmtlib/fmtlib_10.1.1+ds1.orig.tar.gz
      checksum=7000f214d2628f04174822f8048c573f1608194408d7931121595a03f1c18a17
      licence=LICENSE.rst
      headers=('*/include/fmt/core.h' '*/include/fmt/format.h' '*/include/fmt/format-inl.h' '*/include/fmt/ranges.h')
      ;;
    highway)
      archive=$mirror/h/highway/highway_1.2.0.orig.tar.gz
      checksum=7e0be78b8318e8bdbf6fa545d2ecb4c90f947df03f7aadc42c1967f019e63343
      licence=LICENSE-BSD3
      headers=('*/hwy/base.h' '*/hwy/detect_compiler_arch.h' '*/hwy/detect_targets.h' '*/hwy/foreach_target.h'
        '*/hwy/highway.h' '*/hwy/highway_export.h' '*/hwy/targets.h' '*/hwy/ops/*-inl.h')
      ;;
    nlohmann-json)
      archive=$mirror/n/nlohmann-json3/nlohmann-json3_3.11.3.orig.tar.gz
      checksum=0d8ef5af7f9794e3263480193c491549b2ba6cc74bb018906202ada498a79406
      licence=LICENSE.MIT
      headers=('*/include/nlohmann/*')
      ;;
    cli11)
      archive=$mirror/c/cli11/cli11_2.4.1+ds.orig.tar.xz
      checksum=0b8fbf2398875f15f30a675c7f412123a2aaa38df2863e991de72004fd5f1292
      licence=LICENSE
      headers=('*/include/CLI/*')
      ;;
    *)
      echo "third_party/renew.sh: there is no library '$1': expected fmt, highway, nlohmann-json or cli11" >&2
      exit 2
      ;;
  esac
}

download() { # download URL FILE
  if command -v curl > /dev/null; then curl -fsSL -o "$2" "$1"; else wget -q -O "$2" "$1"; fi
}

renew() { # renew NAME
  local archive checksum licence headers file=$scratch/$1 unpacked=$scratch/$1.unpacked
  library "$1"
  download "$archive" "$file"
  echo "$checksum  $file" | sha256sum --check --quiet
  mkdir "$unpacked"
  tar -xf "$file" -C "$unpacked" --strip-components=1 --wildcards --no-wildcards-match-slash "*/$licence"
  tar -xf "$file" -C "$unpacked" --strip-components=1 --wildcards "${headers[@]}"
  rm -rf "$1"
  mkdir -p "$1/include"
  cp "$unpacked/$licence" "$1/LICENSE"
  # Highway has its headers beside its sources.
  if [ -d "$unpacked/include" ]; then cp -r "$unpacked/include/." "$1/include"; else cp -r "$unpacked/hwy" "$1/include"; fi
  chmod -R u=rwX,go=rX "$1"
  echo "renewed third_party/$1 from ${archive##*/}"
}

case ${1:-} in -h | --help) usage; exit ;; esac
names=("$@")
[ $# -gt 0 ] || names=(fmt highway nlohmann-json cli11)
for name in "${names[@]}"; do library "$name"; done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for name in "${names[@]}"; do renew "$name"; done
