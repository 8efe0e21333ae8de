#!/bin/bash
# installed_rules.sh PREFIX PROGRAM: the rules of an installation that was moved.
. "$(dirname "$0")/common.sh"
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
prefix=$1 program=$2
unset ALLFOLD_RULES
export XDG_CONFIG_HOME=$directory/config

installed=$directory/moved
cp -r "$prefix" "$installed"
library=$(find "$installed" -name liballfold.so)
rules=$installed/share/allfold/rules.json
mkdir -p "${rules%/*}" "$XDG_CONFIG_HOME/allfold"
# rules FILE KERNEL [MEMBERS]: rules that select it for all Allreduces and Reduces.
rules() {
  printf '{"format": "allfold rules 1", %s "rules": [\n%s,\n%s]}\n' "${3:-}" \
    "{\"collective\": \"allreduce\", \"choose\": [{\"kernel\": \"$2\"}]}" \
    "{\"collective\": \"reduce\", \"choose\": [{\"kernel\": \"$2\"}]}" > "$1"
}
# expect KERNEL: this kernel serves the program's calls.
expect() {
  run $MPIRUN -x LD_PRELOAD="$library" -x ALLFOLD_STATS=1 -n 3 "$program"
  expect_served
  local collective
  for collective in allreduce reduce; do
    [ "$(calls_counted $collective "^$1")" = "$(calls_made $collective)" ] ||
      fail "not by $1: $collective"
  done
}

rules "$rules" binary-tree
expect binary-tree
run "$installed/bin/allfold" explain -p 3 --sizes 8
grep -qE "^because: $(literally "$rules"):2, " "$directory/out" || fail "explain does not use $rules"

# In a folder, the file for this machine.
mkdir "${rules%.json}.d"
mv "$rules" "${rules%.json}.d/anywhere.json"
rules "${rules%.json}.d/here.json" ring '"machine": {"processors": '"$(getconf _NPROCESSORS_ONLN)"'},'
rules "${rules%.json}.d/elsewhere.json" halving-doubling '"machine": {"processors": 123456},'
expect ring
rm "${rules%.json}.d/here.json"
expect binary-tree

# The user's own rules precede them.
rules "$XDG_CONFIG_HOME/allfold/rules.json" ring
expect ring
