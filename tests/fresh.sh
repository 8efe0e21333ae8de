#!/usr/bin/env bash
# Runs a command of this source tree on a minimal Debian, in a chroot. See --help.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
self=$here/tests/fresh.sh
# shellcheck source=../cmake/packages.sh
. "$here/cmake/packages.sh"

usage() {
  cat <<TEXT
usage: tests/fresh.sh [OPTIONS] RELEASE COMMAND [ARGUMENTS...]

Runs a command of this source tree in a chroot that holds a minimal Debian and a copy of the files that
git tracks. It shows which install steps are missing: a developer's machine has packages by chance.

  tests/fresh.sh bookworm tests/run.sh          # Debian 12: g++ 12, Open MPI 4.1.4, MPICH 4.0
  tests/fresh.sh trixie bench/run.sh --quick    # Debian 13: g++ 14, Open MPI 5.0.7, MPICH 4.2

  --packages LIST install these packages first, and leave apt without package lists
  --user          the command runs as a user without root rights (and with a compiler cache of its own)
  --tarball FILE  unpack this archive, instead of copying the files that git tracks
  --with FOLDER   copy this folder, too, beside the source tree
  --keep          keep the chroot, and go on in the one that was kept: packages and build/ stay, the
                  other files of the tree are copied again
  --ccache DIR    directory of a compiler cache, which builds in the chroot share (installs ccache there)
  --mirror URL    Debian mirror (default: the one that this machine's apt uses)

The minimal system is made by debootstrap (0.5 to 4 minutes) and kept as base.tar, the chroot is beside it,
both in \${XDG_CACHE_HOME:-~/.cache}/allfold/fresh/RELEASE. Remove that folder to start from nothing.
The command needs root, and installs debootstrap if it is missing. All processes and mounts end with the
command. The exit status is that of the command.
TEXT
}

# The second half of this script. It runs as the first process of its own namespaces (processes and mounts), which end
# with it.
inside() { # inside ROOT CCACHE USER PACKAGES COMMAND [ARGUMENT...]
  local root=$1 ccache=$2 user=$3 packages=$4 status=0 environment home=/root
  shift 4
  [ "$user" = root ] || home=/home/user
  # Programs in the chroot can make mount namespaces of their own only if its root is a mount point.
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount --rbind /sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
  environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "HOME=$home" LANG=C.UTF-8
    TERM=dumb CI=true)
  for name in http_proxy https_proxy no_proxy; do
    [ -z "${!name:-}" ] || environment+=("$name=${!name}")
  done
  if [ -n "$ccache" ]; then
    mkdir -p "$root/var/cache/ccache"
    if [ "$user" != root ]; then
      ccache=$ccache/of-user
      mkdir -p "$ccache"
      chown -R 1000:1000 "$ccache"
    fi
    mount --bind "$ccache" "$root/var/cache/ccache"
    environment+=(CCACHE_DIR=/var/cache/ccache CCACHE_BASEDIR=/home/user/allfold CCACHE_NOHASHDIR=1
      CCACHE_COMPILERCHECK=content CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache)
    packages="ccache $packages"
  fi
  # The command finds apt in the state of a fresh machine: without package lists.
  # shellcheck disable=SC2016,SC2086
  [ -z "$packages" ] ||
    chroot "$root" env -i "${environment[@]}" DEBIAN_FRONTEND=noninteractive sh -c '
      dpkg-query -W "$@" ||
      { apt-get update && apt-get install -y --no-install-recommends "$@" && rm -rf /var/lib/apt/lists/*; }' sh $packages \
      > "$root/var/log/fresh-packages.log" 2>&1 || { tail -n 5 "$root/var/log/fresh-packages.log" >&2; exit 1; }
  if [ "$user" != root ]; then
    chroot "$root" sh -c 'id user || useradd --uid 1000 --home-dir /home/user --shell /bin/bash user' > /dev/null 2>&1
    chroot "$root" chown -R user: /home/user
  fi
  # This shell remains, and waits for orphaned processes.
  # shellcheck disable=SC2016
  chroot --userspec="$user" "$root" env -i "${environment[@]}" bash -c 'cd /home/user/allfold && exec "$@"' bash "$@" || status=$?
  exit $status
}

make_base() { # make_base RELEASE DIRECTORY MIRROR
  local root=$2/root
  echo "tests/fresh.sh: making a minimal $1 (debootstrap, 0.5 to 4 minutes)" >&2
  debootstrap --variant=minbase "$1" "$root" ${3:+"$3"} > "$2/debootstrap.log" 2>&1 ||
    { tail -n 5 "$2/debootstrap.log" >&2; return 1; }
  tar -C "$root" -cf "$2/base.tar.part" .
  mv "$2/base.tar.part" "$2/base.tar"
}

copy_tree() { # copy_tree TO
  mkdir -p "$1"
  find "$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
  local git=(git -c safe.directory="$here" -C "$here")
  # Excludes files that are deleted in the working tree.
  comm -z -23 <("${git[@]}" ls-files -z | sort -z) <("${git[@]}" ls-files -z --deleted | sort -z) |
    tar -C "$here" --null -T - -cf - | tar -C "$1" --no-same-owner -xf -
}

fail() {
  echo "tests/fresh.sh: $*" >&2
  exit 2
}

if [ "${1:-}" = --inside ]; then
  shift
  inside "$@"
fi

keep=no ccache='' mirror='' user=root packages='' tarball='' with=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --keep) keep=yes ;;
    --ccache) mkdir -p "${2:?}" && ccache=$(cd "$2" && pwd); shift ;;
    --mirror) mirror=${2:?}; shift ;;
    --packages) packages=${2:?}; shift ;;
    --tarball) tarball=$(realpath "${2:?}"); shift ;;
    --user) user=user ;;
    --with) with=$(realpath "${2:?}"); shift ;;
    -*) fail "there is no option '$1' (see --help)" ;;
    *) break ;;
  esac
  shift
done
[ $# -ge 2 ] || { usage >&2; exit 2; }
release=$1
shift
case $release in *[!a-z]*) fail "'$release': expected the code name of a Debian release, for example bookworm" ;; esac
[ "$(id -u)" = 0 ] || fail "debootstrap and chroot: permission denied: run it as root"
allfold_require_packages debootstrap

directory=${XDG_CACHE_HOME:-$HOME/.cache}/allfold/fresh/$release
root=$directory/root
mkdir -p "$directory"
exec 9> "$directory/lock"
if ! flock -n 9; then
  echo "tests/fresh.sh: waiting for another run, which uses $root" >&2
  flock -w 1200 9 || fail "$root: is still in use by another run: end that, or wait for it"
fi

job=
# shellcheck disable=SC2317
finish() {
  # All processes of the namespace end with the first one, and the mounts end with the last one.
  [ -z "$job" ] || { kill -KILL "$job" && wait "$job"; } 2> /dev/null || true
  [ "$keep" = yes ] || rm -rf --one-file-system "$root"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

if [ ! -s "$directory/base.tar" ]; then
  rm -rf --one-file-system "$root"
  make_base "$release" "$directory" "${mirror:-$(allfold_apt_mirror)}"
elif [ $keep = no ] || [ ! -d "$root/home/user/allfold" ]; then
  rm -rf --one-file-system "$root"
  mkdir "$root"
  tar -C "$root" -xpf "$directory/base.tar"
else
  # Files of ended processes, whose process numbers may be reused.
  find "$root/tmp" -mindepth 1 -delete
fi
cp /etc/resolv.conf "$root/etc/"
# As on any installed machine. Otherwise each start of mpirun asks the name server for localhost several times.
printf '127.0.0.1\tlocalhost\n127.0.1.1\t%s\n' "$(uname -n)" > "$root/etc/hosts"
allfold_apt_settings > "$root/etc/apt/apt.conf.d/90fresh"
echo force-unsafe-io > "$root/etc/dpkg/dpkg.cfg.d/fresh"
if [ -n "$tarball" ]; then
  rm -rf "$root/home/user/allfold"
  mkdir -p "$root/home/user/allfold"
  tar -C "$root/home/user/allfold" --strip-components=1 --no-same-owner -xf "$tarball"
else
  copy_tree "$root/home/user/allfold"
fi
[ -z "$with" ] || cp -r "$with" "$root/home/user/"

status=0
setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child \
  bash "$self" --inside "$root" "$ccache" "$user" "$packages" "$@" <&0 9>&- &
job=$!
wait $job || status=$?
job=
exit $status
