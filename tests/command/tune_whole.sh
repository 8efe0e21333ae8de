# shellcheck shell=bash
# Sourced by scripts that test `allfold tune`.

# tune_whole OUTPUT SECONDS COMMAND...: runs the tuning, and resumes it with twice the time until no point is missing,
# so that other load on the machine does not affect the rules file. The output of the last run goes to OUTPUT. Returns
# the status of the first run that fails.
tune_whole() {
  local output=$1 seconds=$2 resume=()
  shift 2
  while true; do
    "$@" --budget "${seconds}s" ${resume[@]+"${resume[@]}"} > "$output" 2>&1 || return
    grep -q ' points were not measured (the budget is spent)' "$output" && [ "$seconds" -lt 100 ] || return 0
    seconds=$((2 * seconds)) resume=(--resume)
  done
}
