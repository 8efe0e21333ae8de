# shellcheck shell=bash
# To be sourced. allfold_require_packages PACKAGE... sees to it that Debian packages are there.
#
# Only what is missing is installed: with apt-get as root, or through sudo where that asks for no
# password. Elsewhere, and on a machine without apt, the tools and headers that the packages would bring
# may have come in another way, for example with a module; those that are missing are named, and the
# function returns 1.

allfold_require_packages() {
  local missing package
  if command -v dpkg-query > /dev/null && command -v apt-get > /dev/null; then
    mapfile -t missing < <(allfold_missing_packages "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if allfold_may_install; then
      allfold_install_packages "${missing[@]}"
      return
    fi
    set -- "${missing[@]}"
  fi
  missing=()
  for package in "$@"; do
    allfold_has_tool "$package" || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  echo "These tools or headers are missing (named by their Debian packages): ${missing[*]}" >&2
  echo "Load their modules, or have them installed, then run the command again." >&2
  return 1
}

allfold_may_install() { [ "$(id -u)" = 0 ] || sudo -n true 2> /dev/null; }

allfold_missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f '${Status}\n' "$package" 2> /dev/null | grep -q ' installed$' ||
      echo "$package"
  done
}

allfold_install_packages() {
  local as_root=() options=(-y -q --no-install-recommends -o DPkg::Lock::Timeout=300)
  [ "$(id -u)" = 0 ] || as_root=(sudo -n)
  echo "installing: $*"
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get)
  # The lists of a fresh machine are empty or old; one that is up to date is spared the update.
  "${as_root[@]}" install "${options[@]}" "$@" > /dev/null 2>&1 && return
  if ! { "${as_root[@]}" update -q && "${as_root[@]}" install "${options[@]}" "$@"; } >&2; then
    echo "apt-get could not install: $*" >&2
    return 1
  fi
}

# The mirror from which this machine's apt gets Debian.
allfold_apt_mirror() {
  # shellcheck disable=SC2016
  apt-get indextargets --format '$(ORIGIN) $(SITE)' 2> /dev/null |
    awk '$1 == "Debian" && $2 !~ /security/ { print $2; exit }'
}

# The settings with which this machine's apt reaches its mirror, as lines of a configuration file.
allfold_apt_settings() {
  apt-config dump Acquire | grep -E '^Acquire::(http|https|Retries|ForceIPv|Check-)' | grep -v '"";$' || true
}

# Whether the tool or header that Debian's package $1 brings is there; what it is asked for is the
# thing that the build uses of it.
allfold_has_tool() {
  case $1 in
    # Any generator of CMake does.
    ninja-build) command -v ninja || command -v make ;;
    g++) command -v "${CXX:-c++}" || command -v g++ ;;
    gcc) command -v "${CC:-cc}" || command -v gcc ;;
    g++-aarch64-linux-gnu) command -v aarch64-linux-gnu-g++ ;;
    gfortran-aarch64-linux-gnu) command -v aarch64-linux-gnu-gfortran ;;
    qemu-user) command -v qemu-aarch64 ;;
    libopenmpi-dev) command -v mpicc && command -v mpicxx ;;
    openmpi-bin) mpirun --version | grep 'Open MPI' ;;
    libmpich-dev) command -v mpicc.mpich && command -v mpicxx.mpich ;;
    mpich) command -v mpiexec.mpich ;;
    libgtest-dev) allfold_has_header gtest/gtest.h ;;
    libgmock-dev) allfold_has_header gmock/gmock.h ;;
    libsimgrid-dev) allfold_has_header smpi/smpi.h ;;
    libbenchmark-dev) allfold_has_header benchmark/benchmark.h ;;
    petsc-dev) pkg-config --exists PETSc ;;
    lammps) command -v lmp ;;
    quantum-espresso) command -v pw.x ;;
    quantum-espresso-data) [ -d /usr/share/espresso/pseudo ] ;;
    *) command -v "$1" ;;
  esac > /dev/null 2>&1
}

allfold_has_header() {
  echo "#include <$1>" | "${CXX:-c++}" -E -x c++ - > /dev/null
}
