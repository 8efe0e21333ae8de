# shellcheck shell=bash
# To be sourced by tests of `allfold try`, with the command as their first argument: a stand-in for the launcher, which
# writes stored profiles, and what runs and says. It is in $directory/bin, and the working directory is empty.
allfold=$(realpath "$1")
tests=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
# shellcheck source=../../said.sh
. "$tests/../said.sh"
for name in $(compgen -v ALLFOLD_ || true) $(compgen -v SLURM_ || true); do unset "$name"; done
unset LD_PRELOAD OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK
export XDG_CONFIG_HOME=$directory/config
mkdir "$directory/bin" "$directory/work"
cd "$directory/work" || exit

# A launcher that notes how it is asked to run, has a line of its input, writes the profile or what REPORT has of a
# comparison, and does what the program is: a command of the shell.
cat > "$directory/bin/mpirun" << 'END'
#!/bin/bash
if [ "${1-}" = --version ]; then echo 'mpirun (Open MPI) 4.1.4'; exit; fi
way=allfold profile='' report=''
while [ "${1-}" = -x ]; do
  case $2 in
    ALLFOLD_MODE=auto) way=allfold ;;
    ALLFOLD_MODE=*) way=${2#*=} ;;
    ALLFOLD_PROFILE=*) profile=${2#*=} ;;
    ALLFOLD_COMPARE_REPORT=*) report=${2#*=} ;;
    *) [[ $2 == LD_PRELOAD=* ]] || way+=" $2" ;;
  esac
  shift 2
done
echo "$way" >> "$NOTES"
read -r line && echo "$way: $line" >> "$NOTES"
[ "${NO_PROFILE-}" ] || [ -z "$profile" ] || cp "$PROFILES/${way%% *}.json" "$profile"
[ -z "${REPORT-}" ] || [ -z "$report" ] || { mkdir -p "$report" && echo "$REPORT" >> "$report/sh-$$.txt"; }
shift # sh
WAY=${way%% *} exec /bin/sh "$@"
END
chmod +x "$directory/bin/mpirun"
export PATH=$directory/bin:$PATH NOTES=$directory/notes PROFILES=$tests/profiles
: > "$NOTES"

# tries STATUS ARGUMENT...: standard output and error are kept apart; input is what it is.
tries() {
  local expected=$1 status=0
  shift
  echo "+ allfold try $*"
  : > "$NOTES"
  "$allfold" try "$@" > "$directory/out" 2> "$directory/err" || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
  [ -z "$(ls -A)" ] || fail "left behind: $(ls -A)"
}
# ran WAY...: these runs were made, in this order.
ran() { [ "$(xargs < "$NOTES")" = "$*" ] || fail "ran $(xargs < "$NOTES") instead of $*"; }
