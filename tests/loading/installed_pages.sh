#!/bin/bash
# installed_pages.sh PREFIX: an installation has its pages, man pages and completions where their readers look for
# them, and the installed command starts programs with the installed library.
. "$(dirname "$0")/common.sh"
prefix=$1

for file in man/man1/allfold.1 man/man1/allfold-run.1 bash-completion/completions/allfold zsh/site-functions/_allfold \
  fish/vendor_completions.d/allfold.fish doc/Allfold/README.md doc/Allfold/docs/guide.md \
  doc/Allfold/docs/reference/rules.schema.json doc/Allfold/bench/pictures/speed-up.svg; do
  [ -s "$prefix/share/$file" ] || fail "there is no $prefix/share/$file"
done

printf '#!/bin/sh\nexec %s "$@"\n' "$MPIRUN" > "$directory/mpirun"
chmod +x "$directory/mpirun"
run "$prefix/bin/allfold" run --dry-run -- "$directory/mpirun" -n 1 ./program
library=$(find "$prefix" -name 'liballfold.so.[0-9]' -printf '%P\n')
grep -qF "LD_PRELOAD=$(realpath "$prefix")/$library " "$directory/out" ||
  grep -qF "LD_PRELOAD $(realpath "$prefix")/$library " "$directory/out" ||
  fail "the installed library is not preloaded"
