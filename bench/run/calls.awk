# From what ALLFOLD_STATS=1 printed in the files given: how many calls of a run Allfold served, and
# how many it passed to the MPI library. A value belongs to the column under whose name it stands.

!/^allfold: / { next }

/ collective .* calls .* algorithm/ {
  calls_at = index($0, " calls") + 1
  algorithm_at = index($0, " algorithm") + 1
  next
}

calls_at && / (allreduce|reduce) / {
  calls = under(calls_at, length("calls"))
  if (under(algorithm_at, length("algorithm")) == "native") passed += calls
  else served += calls
}

END {
  runs = ARGC - 1
  printf "%d %d\n", served / runs, passed / runs
}

# The word of this line that stands at least partly in the columns given.
function under(first, width,    start, word, line) {
  line = $0
  start = 1
  while (match(line, /[^ ]+/)) {
    word = substr(line, RSTART, RLENGTH)
    start += RSTART - 1
    if (start < first + width && start + RLENGTH > first) return word
    line = substr(line, RSTART + RLENGTH)
    start += RLENGTH
  }
  return ""
}
