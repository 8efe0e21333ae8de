#!/usr/bin/env bash
# packages.sh FOLDER: installs the .deb packages in FOLDER, uses them, and removes them. As root, in a chroot that holds
# nothing else (tests/fresh.sh --with): the packages say what they need.
set -euo pipefail
folder=$1
# shellcheck source=said.sh
. "$(dirname "$0")/said.sh"
out=$directory/out

# quietly COMMAND...
quietly() { "$@" > "$out" 2>&1 || fail "exit status $? of $*"; }

export DEBIAN_FRONTEND=noninteractive OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
quietly apt-get update

echo "=== install"
mapfile -t debs < <(find "$folder" -name '*.deb')
[ ${#debs[@]} -gt 1 ] || fail "$folder: expected packages"
quietly apt-get install -y --no-install-recommends "${debs[@]}"
quietly allfold --version
[ "$(readlink -f /usr/bin/allfold)" = /usr/lib/allfold/openmpi/bin/allfold ] || fail "another command"
for file in man/man1/allfold-run.1.gz man/man1/allfold-run.1 doc/Allfold/docs/guide.md doc/Allfold/LICENSE.fmt; do
  [ ! -s "/usr/share/$file" ] || echo "there: $file"
done | grep -c there | grep -qx 3 || fail "pages are missing"

echo "=== use"
quietly apt-get install -y --no-install-recommends gcc libc6-dev libopenmpi-dev openmpi-bin
sed -n "/^#define _GNU_SOURCE/,/^END/p" install.sh | sed '$d' > "$out.c"
quietly mpicc.openmpi -o "$out.openmpi" "$out.c" -ldl
quietly allfold run -- mpirun.openmpi --oversubscribe -n 2 "$out.openmpi"
grep -qx 'ranks 2 right 1 served 2' "$out" || fail "not served"
quietly apt-get install -y --no-install-recommends pkg-config
export PKG_CONFIG_PATH=/usr/lib/allfold/openmpi/lib/pkgconfig
# shellcheck disable=SC2046
quietly mpicc.openmpi $(pkg-config --cflags allfold) -o "$out.linked" "$out.c" $(pkg-config --libs allfold) \
  -Wl,-rpath,/usr/lib/allfold/openmpi/lib
quietly mpirun.openmpi --oversubscribe -n 2 "$out.linked"
grep -qx 'ranks 2 right 1 served 2' "$out" || fail "not served by linking"
if [ -d /usr/lib/allfold/mpich ]; then
  quietly apt-get install -y --no-install-recommends libmpich-dev mpich
  quietly mpicc.mpich -o "$out.mpich" "$out.c" -ldl
  quietly allfold run -- mpiexec.mpich -n 2 "$out.mpich"
  grep -qx 'ranks 2 right 1 served 2' "$out" || fail "not served with MPICH"
fi
rm -f "$out".*

echo "=== remove"
mapfile -t names < <(dpkg-query -W -f '${Package}\n' 'liballfold-*' allfold)
quietly apt-get purge -y "${names[@]}"
left=$(find /usr /etc /var/lib -iname '*allfold*' ! -path '/var/lib/dpkg/*' ! -path '/usr/share/doc/libopenmpi*')
[ -z "$left" ] || fail "left: $left"
