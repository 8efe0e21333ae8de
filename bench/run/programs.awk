# The rows of programs.tsv as a table: name, ranks, verdict, calls that Allfold served and passed
# on, seconds in reductions natively and with Allfold.

BEGIN {
  FS = "\t"
  print "\nPrograms natively and with Allfold preloaded; seconds that one rank spent in reductions,"
  print "waiting for others included (the rank that spent most)"
  printf "%-20s %5s  %-8s %9s %9s %12s %12s %7s\n", "program", "ranks", "answers", "served",
         "passed on", "native s", "Allfold s", "ratio"
}

{
  printf "%-20s %5d  %-8s %9d %9d %12.4f %12.4f %7s\n", $1, $2, $3, $4, $5, $6, $7,
         ratio($6, $7)
  served += $4
}

END {
  if (NR == 0) exit 1
  printf "\nAllfold served %d calls in these %d.\n", served, NR
}

function ratio(native, allfold) {
  return allfold > 0 ? sprintf("%.2f", native / allfold) : "-"
}
