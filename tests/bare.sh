#!/usr/bin/env bash
# bare.sh: from the sources to a served program, on a system with nothing but CMake, Make, a compiler and an MPI library,
# as a user without root rights. Run by .ci/run in a chroot (tests/fresh.sh --user).
set -euo pipefail
[ "$(id -u)" != 0 ] || { echo "tests/bare.sh: expected to run without root rights" && exit 2; }
# shellcheck source=said.sh
. "$(dirname "$0")/said.sh"
out=$directory/out

# served COMMAND...: a job of two ranks, in which Allfold serves both calls.
served() {
  echo "+ $*"
  timeout 120 "$@" > "$out" 2>&1 || fail "exit status $?"
  grep -qx 'ranks 2 right 1 served 2' "$out" || fail "expected a served job"
}

echo "=== install.sh"
begin=$SECONDS
# A umask that closes the folders of a user to others.
(umask 077 && ./install.sh --prefix "$HOME/installed" -- -D ALLFOLD_SYSTEM_LIBRARIES=auto) 2>&1 | tee "$out"
grep -q ': a job of two ranks was served[.] To use it:$' "$out" || fail "no served job"
for folder in fmt highway nlohmann-json cli11; do
  grep -q "$folder .* in third_party/$folder" "$out" || fail "$folder: not the one of the sources"
done
echo "from the sources to a served program: $((SECONDS - begin)) s"

echo "=== use it, as install.sh says"
eval "$(sed -n 's/^ *\(export PATH=.*\)/\1/p' "$out")"
program=build/openmpi/check launch=(mpirun --oversubscribe -n 2)
served allfold run -- "${launch[@]}" $program
allfold doctor $program > "$out" || fail "the doctor has found a problem"
man=$HOME/installed/openmpi/share/man/man1/allfold-run.1
[ -s "$man" ] || fail "$man: missing"

echo "=== the search path of the command and the library"
for file in bin/allfold lib/liballfold.so; do
  readelf -d "$HOME/installed/openmpi/$file" > "$out"
  for folder in $(sed -n 's/.*RUNPATH.*\[\(.*\)\]/\1/p' "$out" | tr : ' '); do
    [[ $folder = '$ORIGIN'* || -e $folder/libmpi.so ]] || fail "$file: a RUNPATH with $folder"
  done
  ! grep NEEDED "$out" | grep -vE '\[(libmpi|libc|libm|libgcc_s|liballfold|ld-linux-.*)\.so' || fail "$file: needs more"
done

echo "=== module files"
LIBRARY=$HOME/installed/openmpi/lib/liballfold.so tests/loading/modules.sh "$HOME/installed/openmpi"

echo "=== moved"
mv "$HOME/installed" "$HOME/moved"
served "$HOME/moved/bin/allfold" run -- "${launch[@]}" $program
mv "$HOME/moved" "$HOME/installed"

echo "=== removed"
cmake --build build/openmpi --target uninstall > "$out" 2>&1 || fail "exit status $?"
[ -z "$(find "$HOME/installed" ! -type d)" ] || fail "left: $(find "$HOME/installed" ! -type d)"

echo "=== the library alone, with a shared C++ library"
# In the same build folder, whose objects are linked once more.
cmake -S . -B build/openmpi -D ALLFOLD_COMMAND=OFF -D ALLFOLD_STATIC_RUNTIME=no > "$out" 2>&1 || fail "exit status $?"
grep -q 'C++ library: shared: the nodes' "$out" || fail "no word about the shared library"
cmake --build build/openmpi --parallel "$(nproc)" --target allfold allfold_static > "$out" 2>&1 || fail "exit status $?"
cmake --install build/openmpi --prefix "$HOME/library" > "$out" 2>&1 || fail "exit status $?"
[ ! -e "$HOME/library/bin" ] || fail "a command was installed"
readelf -d "$HOME/library/lib/liballfold.so" | grep -q 'NEEDED.*libstdc++' || fail "not the shared C++ library"
served "${launch[@]}" -x LD_PRELOAD="$HOME/library/lib/liballfold.so" $program
