# shellcheck shell=bash
# Sourced by the tests of simulations. The first argument of a test is the program that simulates.
set -euo pipefail
simulate=$1
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
export TMPDIR=$directory
for name in $(compgen -v ALLFOLD_ | grep -v ALLFOLD_RULES || true); do unset "$name"; done

# simulated OPTION...: runs a simulation; its lines are in $directory/out.
simulated() {
  echo "+ simulate $*"
  "$simulate" "$@" > "$directory/out" 2> "$directory/err" || fail "status $?"
}

# each_row CONDITION: all lines, at least one, meet an awk condition on `subject`, `ranks`, `bytes`, `contestant`,
# `seconds`, `kernel`, `values` and `model`.
each_row() {
  awk -F '\t' -v OFS='\t' "
    /^#/ || /^subject/ { next }
    { subject = \$1; ranks = \$2; bytes = \$3; contestant = \$4; seconds = \$5; kernel = \$6; values = \$7; model = \$8
      ++rows
      if (!($1)) { print \"not so:\", \$0; failed = 1 } }
    END { if (!rows) print \"no line\"; exit failed || !rows }" "$directory/out" || fail "$1"
}
rows() { grep -cv -e '^#' -e '^subject' "$directory/out"; }
