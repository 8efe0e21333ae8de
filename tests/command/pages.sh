#!/usr/bin/env bash
# pages.sh COMMAND: the man pages and the completions have every subcommand and option that --help shows; the shells and
# readers of man pages that there are understand them.
set -euo pipefail
allfold=$(realpath "$1")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
export HOME=$directory
cd "$directory"
"$allfold" pages pages

# has FILE TEXT...: dashes are \- in man pages.
has() {
  local text
  for text in "${@:2}"; do
    grep -qF -e "$text" "$1" || fail "$1 has no '$text'"
  done
}
# options_of SUBCOMMAND: the long ones.
options_of() { "$allfold" "$1" --help | sed -nE 's/^  (-[a-z], )?--([a-z0-9-]+).*/\2/p'; }
mapfile -t subcommands < <("$allfold" --help | sed -nE 's/^  ([a-z]+) {2,}[A-Z].*/\1/p')
[ ${#subcommands[@]} -gt 8 ] || fail "too few subcommands: ${subcommands[*]}"
[ "$(find pages/man1 -name 'allfold-*.1' | wc -l)" = ${#subcommands[@]} ] || fail "other pages than subcommands"

# bash, as it completes: complete_words WORD... prints what the last one may become.
bash --norc -n pages/bash/allfold
# shellcheck disable=SC1091
. pages/bash/allfold
[ "$(complete -p allfold)" = 'complete -o bashdefault -o default -F _allfold allfold' ] || fail "nothing is completed"
complete_words() {
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
  _allfold allfold "${!#}" "${*: -2:1}" || true
  printf '%s\n' ${COMPREPLY[@]+"${COMPREPLY[@]}"}
}
# completes WORDS EXPECTED...: among others.
completes() {
  local words word
  read -ra words <<< "$1"
  [[ $1 != *' ' ]] || words+=('')
  complete_words "${words[@]}" > out
  for word in "${@:2}"; do grep -qxF -e "$word" out || fail "'$1' does not become '$word'"; done
}

for subcommand in "${subcommands[@]}"; do
  page=pages/man1/allfold-$subcommand.1
  has pages/man1/allfold.1 "allfold\\-$subcommand"
  has pages/fish/allfold.fish "-a $subcommand "
  has pages/zsh/_allfold "    '$subcommand:" "    $subcommand)"
  completes 'allfold ' "$subcommand"
  mapfile -t options < <(options_of "$subcommand")
  [ ${#options[@]} -gt 0 ] || fail "no options of $subcommand"
  for option in "${options[@]}"; do
    has "$page" "\\fB\\-\\-${option//-/\\-}\\fR"
    grep -qE "__fish_seen_subcommand_from $subcommand' (-s . )?-l $option " pages/fish/allfold.fish ||
      fail "fish does not know $subcommand --$option"
    sed -n "/^    $subcommand)/,/;;/p" pages/zsh/_allfold | grep -qF -e ")--${option}[" ||
      fail "zsh does not know $subcommand --$option"
    completes "allfold $subcommand --" "--$option"
  done
done
for variable in $("$allfold" variables | sed -nE 's/^(ALLFOLD_[A-Z_]+) .*/\1/p'); do
  has pages/man1/allfold.1 "\\fB$variable\\fR"
done
for page in pages/man1/*; do has "$page" '.SH EXAMPLES'; done
has pages/man1/allfold-tune.1 '\fB\-o\fR \fIFILE\fR' 'mpirun \-n 16 allfold tune \-o rules.json'

completes 'allfold e' explain
[ "$(cat out)" = explain ] || fail "'allfold e' becomes more than explain"
completes 'allfold check --algorithm ri' ring ring-ordered
completes 'allfold plan --algorithm tw' two-tree
completes 'allfold explain --json '
[ -z "$(tr -d '\n' < out)" ] || fail "the name of a file is not left to bash"
mkdir bin
printf '#!/bin/sh\n' > bin/mpirun.of.this.test
chmod +x bin/mpirun.of.this.test
PATH=$directory/bin:$PATH
completes 'allfold run mpirun.of.th' mpirun.of.this.test
completes 'allfold run --rules f --stats mpirun.of.th' mpirun.of.this.test
_command_offset() { COMPREPLY=("from word $1"); }
completes 'allfold run --rules f -- mpirun -' 'from word 5'
completes 'allfold run mpirun --st' 'from word 2'

! grep -qE "^ *''" pages/zsh/_allfold || fail "_arguments of zsh refuses empty words"
if command -v zsh > zsh; then zsh -f -n pages/zsh/_allfold || fail "zsh"; else echo "there is no zsh: not tested"; fi
if command -v fish > fish; then
  fish --no-execute pages/fish/allfold.fish || fail "fish"
else
  echo "there is no fish: not tested"
fi
if command -v man > man.path && man --help 2> man.errors | grep -q -- --warnings; then
  for page in pages/man1/*; do
    LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l "$page" > out 2> err || fail "man $page"
    [ ! -s err ] || fail "man warns of $page: $(cat err)"
  done
else
  echo "there is no man with --warnings: not tested"
fi
if command -v mandoc > mandoc; then
  # A page without a date can be made again with the same bytes.
  mandoc -T lint -W warning pages/man1/* > out || true
  ! grep -vE 'missing date' out || fail "mandoc warns"
else
  echo "there is no mandoc: not tested"
fi
