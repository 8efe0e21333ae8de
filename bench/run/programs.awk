# The rows of programs.tsv as a table: name, ranks, verdict, runs, calls that Allfold served and passed
# on, then seconds natively and with Allfold of the first reductions, of all others and of the whole
# computation, - where unknown, and those of all others in the slowest native run.
#   awk -v mpi=NAME [-v brief=1] -f programs.awk FILE     brief: a line in words for each row

BEGIN { FS = "\t" }

brief {
  printf "  answers %s; reductions after the first, %s waiting: %s ms natively, %s ms with Allfold\n", $3,
         has_waiting() ? "with" : "without", milliseconds($9), milliseconds($10)
  next
}

{
  row[++rows] = sprintf("%-20s %5d  %9s %9s  %9s %9s %6s  %9s %9s %6s  %s", $1 (has_waiting() ? "*" : ""), $2,
                        milliseconds($7), milliseconds($8), milliseconds($9), milliseconds($10),
                        ratio($9, $10), milliseconds($11), milliseconds($12), ratio($11, $12), $3)
  runs = $4
  if (has_waiting()) with_waiting = 1
  served += $5
  passed += $6
  if ($9 == "-" || $9 >= $10) next
  where = $1 " on " $2 " ranks"
  if ($10 > $13) slower = slower (slower ? ", " : "") where
  else perhaps = perhaps (perhaps ? ", " : "") where
}

END {
  if (brief) exit
  if (rows == 0) exit 1
  printf "Programs, milliseconds (medians of %d runs each way)\n", runs
  printf "%-20s %5s  %-19s  %-26s  %s\n", "", "", "     first call",
         "   all other reductions", "    whole computation"
  printf "%-20s %5s  %9s %9s  %9s %9s %6s  %9s %9s %6s  %s\n", "program", "ranks", "native",
         "Allfold", "native", "Allfold", "ratio", "native", "Allfold", "ratio", "answers"
  for (i = 1; i <= rows; i++) print row[i]
  print "The first call on a communicator contains its set-up. Reductions: from when the last rank has come to when"
  print "the last one has left, so without waiting for late ranks."
  if (with_waiting) print "* Of the rank that spent most in reductions, with waiting for late ranks."
  printf "Allfold served %d of %d reductions of one run of each.", served, served + passed
  print ""
  if (slower) print "Reductions are SLOWER with Allfold in: " slower "."
  if (perhaps) print "Reductions may be slower with Allfold in: " perhaps " (but a native run was slower still)."
}

# Programs that are not ours are measured by reduction_time, which knows nothing of other ranks, nor of the whole.
function has_waiting() { return $11 == "-" }

function milliseconds(seconds) { return seconds == "-" ? "-" : sprintf("%.2f", 1e3 * seconds) }

function ratio(native, allfold) {
  return native != "-" && allfold > 0 ? sprintf("%.2f", native / allfold) : "-"
}
