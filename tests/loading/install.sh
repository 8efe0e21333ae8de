#!/bin/bash
# install.sh CMAKE BUILD PREFIX: installs BUILD in PREFIX. The list of installed files, by which the target uninstall
# works, stays that of the last installation by the user.
set -euo pipefail
cmake=$1 build=$2 prefix=$3
list=$build/install_manifest.txt
[ ! -e "$list" ] || mv "$list" "$list.of-user"
trap 'if [ -e "$list.of-user" ]; then mv "$list.of-user" "$list"; else rm -f "$list"; fi' EXIT
rm -rf "$prefix"
"$cmake" --install "$build" --prefix "$prefix"
