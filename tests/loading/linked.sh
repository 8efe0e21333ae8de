#!/bin/bash
# linked.sh shared|static cmake|pkg-config PREFIX: the programs, linked with an installed Allfold.
. "$(dirname "$0")/common.sh"
kind=$1 method=$2 prefix=$3
source_directory=$(realpath "$(dirname "$0")")

build_with_cmake() {
  local target=Allfold::allfold
  [ "$kind" = shared ] || target=Allfold::allfold_static
  run cmake -G Ninja -S "$source_directory/consumer" -B "$directory" -DALLFOLD_TARGET=$target \
    -DMPI_C_COMPILER="$MPICC" -DMPI_Fortran_COMPILER="$MPIFORT" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF
  run cmake --build "$directory" --parallel 2
  programs=$directory/programs
}

# pkg-config names the library as -lallfold. If the linker finds the shared library and the archive, it takes the
# shared one: static linking requires an installation that has only the archive.
build_with_pkg_config() {
  local installed=$prefix static=
  if [ "$kind" = static ]; then
    installed=$directory/prefix
    static=--static
    cp -r "$prefix" "$installed"
    find "$installed" -name 'liballfold.so*' -delete
  fi
  local pkg_config_path
  pkg_config_path=$(dirname "$(find "$installed" -name allfold.pc)")
  local flags
  flags=$(PKG_CONFIG_PATH=$pkg_config_path pkg-config $static --cflags --libs allfold)
  echo "pkg-config: $flags"
  [ "$kind" = static ] || flags+=" -Wl,-rpath,$(dirname "$pkg_config_path")"
  programs=$directory
  run "$MPICC" "$source_directory/programs/plain_c.c" $flags -o "$programs/plain_c"
  local binding
  for binding in mpifh usempi usempif08; do
    run "$MPIFORT" -std=legacy -I "$source_directory/programs" \
      "$source_directory/programs/plain_$binding.f90" $flags -o "$programs/plain_$binding"
  done
}

build_with_${method/-/_}
for program in plain_c plain_mpifh plain_usempi plain_usempif08; do
  readelf -d "$programs/$program" >"$directory/dynamic"
  needs_library=no
  ! grep -q 'NEEDED.*liballfold' "$directory/dynamic" || needs_library=yes
  [ $needs_library,$kind = yes,shared ] || [ $needs_library,$kind = no,static ] ||
    fail "$program was to be linked with the $kind library; needs liballfold.so: $needs_library"
  run_served $MPIRUN -n 3 "$programs/$program"
done
