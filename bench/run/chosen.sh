# shellcheck shell=bash
# shellcheck disable=SC2154 # the sourcing scripts set command_of, packages_of and target_…
# To be sourced after script.sh by scripts whose --programs names the programs to run. The caller sets, by their names,
# command_of: the command of each program, which begins with target_NAME if the build makes it as NAME, and packages_of:
# its Debian packages.

# check_programs NAME,... KNOWN...: refuses names that are not known.
check_programs() {
  local names=$1 name
  shift
  [[ $names =~ [^,] ]] || refuse --programs "no program: expected some of $*"
  for name in ${names//,/ }; do
    [ -n "${command_of[$name]:-}" ] || refuse --programs "unknown program '$name': expected some of $*"
  done
}

# prepare_programs NAME,...: installs and builds what is needed to run the programs with Allfold. With --allfold it
# builds nothing, and refuses programs that are not built in that tree.
prepare_programs() {
  local name first needed=(jq) targets=(allfold allfold_command) of_build=()
  for name in ${1//,/ }; do
    # shellcheck disable=SC2206 # several packages
    needed+=(${packages_of[$name]})
    first=${command_of[$name]%% *}
    [[ $first != target_* ]] || { targets+=("${first#target_}") && of_build+=("$name"); }
  done
  if [ -n "$target_allfold_command" ]; then
    packages "${needed[@]}"
    # shellcheck disable=SC1091
    . "$(dirname "$target_allfold_command")/../../bench/paths.sh"
    for name in "${of_build[@]}"; do
      first=${command_of[$name]%% *}
      command -v "${!first:-}" > /dev/null ||
        refuse --allfold "$name is not built in its tree: expected it there; configure and build the tree again"
    done
  else
    packages "${command_packages[@]}" "${needed[@]}"
    configure
    build "the library, the command and the programs (2 to 5 minutes on 2 processors, the first time)" \
      "${targets[@]}"
  fi
  avoid_forbidden_single_copy
}

# words_of NAME: sets `words` to the command of the program.
words_of() {
  read -ra words <<< "${command_of[$1]}"
  [[ ${words[0]} != target_* ]] || words[0]=${!words[0]:?$1 is not built}
}
