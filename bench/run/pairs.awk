# Summarises tables of `allfold bench --table`, one file RANKS-COLLECTIVE-KERNEL.tsv for each pair
# of algorithms. Prints the geometric means of the ratios and the worst size for every pair and
# timing, then all ratios by size.

BEGIN {
  FS = "\t"
  long_bytes = 256 * 1024
}

FNR == 1 {
  asked = FILENAME
  sub(/.*\//, "", asked)
  sub(/^[0-9]+-[a-z]+-/, "", asked)
  sub(/\.tsv$/, "", asked)
  next
}

{
  row = sprintf("| %d | %s | %s | %s", $2, $1, asked, $3)
  if (!(row in number)) { rows[++count] = row; worst[row] = $11; at[row] = $4 }
  number[row]++
  logarithm[row] += log($11)
  if (!($4 in known)) { known[$4]; sizes[++size_count] = $4 }
  ratio[row, $4] = sprintf("%.2f%s", $11, $12 <= 1 && 1 <= $13 ? "~" : "")
  if ($4 >= long_bytes) { number_long[row]++; logarithm_long[row] += log($11) }
  if ($11 <= worst[row]) { worst[row] = $11; at[row] = $4; low[row] = $12; high[row] = $13 }
}

END {
  if (count == 0) exit 1
  print "| ranks | collective | algorithm | timing | all sizes | 256 KiB on | worst | 95 % | at |"
  print "| ---: | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
  for (i = 1; i <= count; i++) {
    row = rows[i]
    printf "%s | %s | %s | %.2f | %.2f – %.2f | %s |\n", row,
           mean(logarithm[row], number[row]), mean(logarithm_long[row], number_long[row]),
           worst[row], low[row], high[row], readable(at[row])
  }
  print_by_size()
}

function print_by_size(    i, s, header, line) {
  header = "\n| ranks | collective | algorithm | timing |"
  line = "| ---: | --- | --- | --- |"
  for (s = 1; s <= size_count; s++) {
    header = header " " readable(sizes[s]) " |"
    line = line " ---: |"
  }
  print header "\n" line
  for (i = 1; i <= count; i++) {
    printf "%s |", rows[i]
    for (s = 1; s <= size_count; s++) printf " %s |", ratio[rows[i], sizes[s]]
    print ""
  }
}

function mean(sum, terms) { return terms ? sprintf("%.2f", exp(sum / terms)) : "–" }

function readable(bytes) {
  if (bytes >= 1048576 && bytes % 1048576 == 0) return bytes / 1048576 " MiB"
  if (bytes >= 1024 && bytes % 1024 == 0) return bytes / 1024 " KiB"
  return bytes " B"
}
