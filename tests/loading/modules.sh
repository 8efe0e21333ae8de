#!/bin/bash
# modules.sh PREFIX: the module files of an installation, with Environment Modules and with Lmod, where these are there.
. "$(dirname "$0")/common.sh"
prefix=$(realpath "$1")
modules=$prefix/share/allfold/modules

# The man pages of the system are found with the module, too.
script='
before=$(command -v allfold)
module use "$1"
module load allfold
[ "$(command -v allfold)" = "$2/bin/allfold" ] || echo "PATH=$PATH"
[ "$ALLFOLD_ROOT" = "$2" ] || echo "ALLFOLD_ROOT=$ALLFOLD_ROOT"
[ -z "${LD_PRELOAD:-}" ] || echo "LD_PRELOAD=$LD_PRELOAD"
[ -z "${LD_LIBRARY_PATH:-}" ] || echo "LD_LIBRARY_PATH=$LD_LIBRARY_PATH"
case :$CMAKE_PREFIX_PATH: in *:$2:*) ;; *) echo "CMAKE_PREFIX_PATH=$CMAKE_PREFIX_PATH" ;; esac
[ -e "${PKG_CONFIG_PATH%%:*}/allfold.pc" ] || echo "PKG_CONFIG_PATH=$PKG_CONFIG_PATH"
[ -e "${MANPATH%%:*}/man1/allfold-run.1" ] || echo "MANPATH=$MANPATH"
case $MANPATH in *: | *::*) ;; *) echo "no man pages of the system: MANPATH=$MANPATH" ;; esac
[ "$(allfold library)" = "$(echo "$2"/lib*/liballfold.so.?)" ] || allfold library
module unload allfold
[ -z "${ALLFOLD_ROOT:-}" ] && [ "$(command -v allfold)" = "$before" ] || echo "still there: $PATH"
module help allfold 2>&1 | grep -q "allfold run -- mpirun" || echo "no help"
'

# check NAME INITIALISATION TREE
check() {
  echo "$1: $3"
  env -u LD_LIBRARY_PATH -u LD_PRELOAD -u MANPATH -u CMAKE_PREFIX_PATH -u PKG_CONFIG_PATH -u MODULEPATH \
    bash --norc -c ". '$2' && $script" bash "$modules/$3" "$prefix" > "$directory/out" 2> "$directory/err" ||
    fail "exit status $?"
  [ ! -s "$directory/out" ] || fail "$1 with $3"
}

grep -q 'setenv *LD_PRELOAD\|LD_PRELOAD' -r "$modules" && fail "LD_PRELOAD in a module file"
checked=no
if [ -e /usr/share/modules/init/bash ]; then
  check 'Environment Modules' /usr/share/modules/init/bash tcl
  checked=yes
fi
if [ -e /usr/share/lmod/lmod/init/bash ]; then
  check Lmod /usr/share/lmod/lmod/init/bash lua
  check Lmod /usr/share/lmod/lmod/init/bash tcl
  checked=yes
fi
[ $checked = yes ] || { echo "there is neither Environment Modules nor Lmod" && exit 77; }
