#!/usr/bin/env bash
# Makes the tarball of a release, with the files that git tracks. See --help.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat << 'END'
usage: packaging/tarball.sh [--commit COMMIT] [FOLDER]

Writes allfold-VERSION.tar.gz and its checksum, allfold-VERSION.tar.gz.sha256, into FOLDER (default: the working
directory). It holds the files of COMMIT (default: HEAD). Two runs with the same commit
write the same bytes.
END
}

commit=HEAD from=$OLDPWD folder=.
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit ;;
    --commit) commit=${2:?}; shift ;;
    -*) echo "packaging/tarball.sh: unknown option '$1' (see --help)" >&2; exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
[[ $folder = /* ]] || folder=$from/$folder
[ -d "$folder" ] || { echo "packaging/tarball.sh: $folder: no such folder: expected one to write into" >&2; exit 2; }
version=$(git show "$commit:CMakeLists.txt" | sed -n 's/^project(Allfold VERSION \([0-9.]*\).*/\1/p')
name=allfold-$version
# gzip -n stores no time. Git gives the files the time of the commit.
git archive --format tar --prefix "$name/" "$commit" | gzip -n -9 > "$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")
echo "$folder/$name.tar.gz"
