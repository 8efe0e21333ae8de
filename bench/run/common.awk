# Functions for several tables: awk -f common.awk -f TABLE.awk. Each input file begins with a line
# of column names; `column` maps names to column numbers.

BEGIN { FS = "\t" }

FNR == 1 {
  delete column
  for (i = 1; i <= NF; i++) column[$i] = i
  next
}

# The point of a row of `allfold bench --table`. Also lists all numbers of ranks and of bytes.
function point_of_row() {
  if (!(("ranks", $column["ranks"]) in seen)) ranks[++ranks_count] = $column["ranks"] + 0
  if (!(("bytes", $column["bytes"]) in seen)) bytes[++bytes_count] = $column["bytes"] + 0
  seen["ranks", $column["ranks"]]
  seen["bytes", $column["bytes"]]
  return $column["subject"] SUBSEP $column["ranks"] SUBSEP $column["bytes"]
}

function sort(list, count,    i, j, item) {
  for (i = 2; i <= count; i++) {
    item = list[i]
    for (j = i - 1; j >= 1 && list[j] > item; j--) list[j + 1] = list[j]
    list[j + 1] = item
  }
}

function readable(bytes) {
  if (bytes >= 1048576 && bytes % 1048576 == 0) return bytes / 1048576 " MiB"
  if (bytes >= 1024 && bytes % 1024 == 0) return bytes / 1024 " KiB"
  return bytes " B"
}
