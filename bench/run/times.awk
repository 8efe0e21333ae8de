# Sums up the tables of `allfold bench --table`: for each number of ranks the ratio of native to
# Allfold times, geometric means over three classes of sizes.

BEGIN {
  FS = "\t"
  small = 2048
  medium = 128 * 1024
}

$1 == "subject" { next }

$1 == "communicator" { made[$2] = sprintf("%5d  %22.2f  %22.2f", $2, 1e6 * $5, 1e6 * $8); next }

{
  row = sprintf("%05d\t%s\t%s", $2, $1, $3)
  if (!(row in seen)) { seen[row] = 1; rows[++count] = row }
  class = $4 <= small ? 1 : $4 <= medium ? 2 : 3
  logarithm[row, class] += log($11)
  number[row, class]++
}

END {
  if (count == 0) exit 1
  sort_rows()
  print "Times of native over Allfold calls (above 1: Allfold is quicker), geometric means"
  printf "%5s  %-10s %-13s %12s %12s %12s\n", "ranks", "collective", "timing", "to 2 KiB",
         "to 128 KiB", "above"
  for (i = 1; i <= count; i++) {
    split(rows[i], part, "\t")
    printf "%5d  %-10s %-13s %12s %12s %12s\n", part[1], part[2], part[3], mean(rows[i], 1),
           mean(rows[i], 2), mean(rows[i], 3)
  }
  printf "\nA communicator made for one call, microseconds\n"
  printf "%5s  %22s  %22s\n", "ranks", "native", "Allfold"
  for (ranks = 1; ranks <= 100000; ranks++) if (ranks in made) print made[ranks]
}

function mean(row, class) {
  if (!number[row, class]) return "-"
  return sprintf("%.2f", exp(logarithm[row, class] / number[row, class]))
}

function sort_rows(    i, j, row) {
  for (i = 2; i <= count; i++) {
    row = rows[i]
    for (j = i - 1; j >= 1 && rows[j] > row; j--) rows[j + 1] = rows[j]
    rows[j + 1] = row
  }
}
