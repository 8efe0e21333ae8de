# Prints a row of Markdown from pairs of runs: seconds without waiting, natively, predicted ("": no
# prediction), and with Allfold. Each is a median, with the least and the greatest in brackets.
#   awk -v program=NAME -v ranks=P -v outcome="COMPARED MISMATCHES" -f saved.awk FILE

BEGIN { FS = "\t" }

{
  add("native", 1e3 * $1)
  add("predicted", 1e3 * $2)
  add("had", 1e3 * $3)
  add("expected", 1e3 * ($1 - $2))
  add("saved", 1e3 * ($1 - $3))
  if ($2 == "") is_unknown = 1
  ++runs
}

END {
  split(outcome, compared, " ")
  ratio = "–"
  if (!is_unknown && median("saved") != 0) ratio = sprintf("%.2f", median("expected") / median("saved"))
  printf "| %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", program, ranks, of("native"), predicted("predicted"),
         of("had"), predicted("expected"), of("saved"), ratio, compared[1], compared[2]
}

function add(name, value,    at) {
  # Inserts the value in order (insertion sort).
  for (at = runs; at > 0 && values[name, at] > value; --at) values[name, at + 1] = values[name, at]
  values[name, at + 1] = value
}

function median(name) {
  return (values[name, int((runs + 1) / 2)] + values[name, int(runs / 2) + 1]) / 2
}

function of(name) {
  return sprintf("%.1f (%.1f – %.1f)", median(name), values[name, 1], values[name, runs])
}

function predicted(name) { return is_unknown ? "–" : of(name) }
