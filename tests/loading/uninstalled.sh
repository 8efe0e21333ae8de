#!/bin/bash
# uninstalled.sh CMAKE BUILD: what a user with a umask of 077 has installed can be read by all, and the target uninstall
# removes all of it and nothing else.
. "$(dirname "$0")/common.sh"
cmake=$1 build=$2
list=$build/install_manifest.txt
[ ! -e "$list" ] || mv "$list" "$list.of-user"
trap 'if [ -e "$list.of-user" ]; then mv "$list.of-user" "$list"; else rm -f "$list"; fi; rm -rf "$directory"' EXIT

mkdir "$directory/site"
prefix=$directory/site/allfold/openmpi
(umask 077 && run "$cmake" --install "$build" --prefix "$prefix")
closed=$(find "$directory/site/allfold" ! -type l ! -perm -o=r -o -type d ! -perm -o=x | head)
[ -z "$closed" ] || fail "others cannot read $closed"

echo "a file of somebody else stays, with its folder"
mkdir -p "$prefix/share/doc/other" "$directory/site/allfold/bin"
touch "$prefix/share/doc/other/file" "$directory/site/allfold/bin/other"
ln -s ../openmpi/bin/allfold "$directory/site/allfold/bin/allfold"
run "$cmake" --build "$build" --target uninstall
left=$(cd "$directory/site/allfold" && find . ! -type d | sort | xargs)
[ "$left" = "./bin/other ./openmpi/share/doc/other/file" ] || fail "left: $left"

echo "a folder of its own is gone"
rm -rf "$directory/site"
mkdir -p "$directory/site/allfold"
run "$cmake" --install "$build" --prefix "$prefix"
run "$cmake" --build "$build" --target uninstall
[ -z "$(ls -A "$directory/site/allfold")" ] || fail "left: $(find "$directory/site")"

echo "nothing to uninstall"
rm -f "$list"
! "$cmake" --build "$build" --target uninstall > "$directory/out" 2>&1 || fail "expected an error"
tr -s ' \n' ' ' < "$directory/out" | grep -q 'install_manifest.txt: not found: expected the list' || fail "no message"
