# shellcheck shell=bash
# shellcheck disable=SC2034 # variables of the caller
# To be sourced: reads the options of the scripts that measure algorithms. The caller has a function
# `usage`.

# read_options NAME,... ARGUMENT...: the value of option --NAME goes to the variable NAME. NAME!
# stands for an option without a value, which sets its variable to "yes". Arguments after -- are
# added to `options`.
read_options() {
  local names=$1 script=bench/${0##*/}
  shift
  while [ $# -gt 0 ]; do
    case $1 in
      --help | -h) usage && exit ;;
      --) shift && options+=("$@") && break ;;
    esac
    if [[ $1 == --* && ,$names, == *",${1#--}!,"* ]]; then
      printf -v "${1#--}" yes
      shift
      continue
    fi
    if [[ $1 != --* || ,$names, != *",${1#--},"* ]]; then
      echo "$script: unknown option $1 (see $script --help)" >&2
      exit 2
    fi
    set_option "${1#--}" "${2:?$1 needs a value}"
    shift 2
  done
  [ "${hosts:-}" != none ] || hosts=''
}

# refuse OPTION PROBLEM: ends the script.
refuse() {
  echo "bench/${0##*/}: $1: $2" >&2
  exit 2
}

# set_option NAME VALUE: file names become absolute, since they are relative to the caller's folder.
set_option() {
  case $1 in
    local) local_ranks=$2 ;;
    rules) if [ "$2" = none ]; then given_rules=none; else given_rules=$(realpath "$2"); fi ;;
    allfold) target_allfold_command=$(realpath "$2") ;;
    results) results=$(realpath -m "$2") ;;
    simulate) simulate=$(realpath "$2") ;;
    also) also+=("$2") ;;
    peer) peer+=("$2") ;;
    *) printf -v "$1" %s "$2" ;;
  esac
}
