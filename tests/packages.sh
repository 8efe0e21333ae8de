#!/usr/bin/env bash
# packages.sh FOLDER: installs the .deb packages in FOLDER, uses them, and removes them; then the .rpm packages, without
# their dependencies. As root, in a chroot that holds nothing else (tests/fresh.sh --with): the packages say what they
# need.
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

echo "=== remove"
expect_nothing_left() {
  local left
  left=$(find /usr /etc /var/lib -iname '*allfold*' ! -path '/var/lib/dpkg/*' ! -path '/var/lib/rpm/*' \
    ! -path '/usr/share/doc/libopenmpi*')
  [ -z "$left" ] || fail "left: $left"
}
mapfile -t names < <(dpkg-query -W -f '${Package}\n' 'liballfold-*' allfold)
quietly apt-get purge -y "${names[@]}"
expect_nothing_left

echo "=== rpm"
quietly apt-get install -y --no-install-recommends rpm
mapfile -t rpms < <(find "$folder" -name '*.rpm')
[ ${#rpms[@]} -gt 1 ] || fail "$folder: expected packages"
for rpm in "${rpms[@]}"; do
  # Folders of the system would conflict with the packages to which they belong.
  rpm -qlp "$rpm" > "$out"
  while read -r path; do
    [[ $path =~ ^/usr/lib/allfold(/|$) || ${path##*/} =~ [Aa]llfold || $path = /usr/share/doc/Allfold/* ]] ||
      fail "$rpm: contains $path"
  done < "$out"
  # The MPI library may be there without being a package. Builds for several contain a library of the same name.
  rpm -qpR "$rpm" > "$out"
  ! grep -E '^lib(mpi|mpich|allfold)' "$out" || fail "$rpm: requires more than the system has"
  grep -qE '^libc[.]so|^[(]liballfold-openmpi = .* or liballfold-mpich = ' "$out" || fail "$rpm: requires too little"
  rpm -qp --provides "$rpm" > "$out"
  ! grep '^liballfold[.]so' "$out" || fail "$rpm: provides what several packages have"
done
# Debian's rpm knows none of the installed packages, and is for Debian's own only if told so.
quietly rpm --install --nodeps --force-debian "${rpms[@]}"
[ "$(readlink -f /usr/bin/allfold)" = /usr/lib/allfold/openmpi/bin/allfold ] || fail "another command"
quietly allfold run -- mpirun.openmpi --oversubscribe -n 2 "$out.openmpi"
grep -qx 'ranks 2 right 1 served 2' "$out" || fail "not served by the .rpm packages"
# As an upgrade, in which the old package is removed after the new one was installed.
quietly rpm --upgrade --replacepkgs --nodeps --force-debian "${rpms[@]}"
quietly allfold --version
mapfile -t names < <(rpm -qa 'liballfold-*' allfold)
quietly rpm --erase --force-debian "${names[@]}"
rm -f "$out".*
expect_nothing_left
