# Finds jumps of time from one number of ranks, or of bytes, to the next, as measured over
# predicted. Reads the tables that bench/cliffs.sh writes with `allfold explain` and then with
# `allfold bench`. Prints the jumps above `most`. For each panel of the picture it writes a file
# FOLDER/ranks-COLLECTIVE.dat or FOLDER/bytes-COLLECTIVE.dat, with blocks of "x measured predicted"
# in microseconds below a title.
#   awk -v place=TEXT -v folder=FOLDER -v most=1.5 -f common.awk -f cliffs.awk FILE...

BEGIN {
  split("allreduce reduce", collectives, " ")
  # A picture with lines for all lengths would be unreadable.
  drawn[8]
  drawn[8192]
  drawn[262144]
}

"predicted" in column {
  point = $column["collective"] SUBSEP $column["ranks"] SUBSEP $column["bytes"]
  seconds = $column["predicted"]
  if (seconds == "-") next
  if (!(point in cheapest) || seconds < cheapest[point]) cheapest[point] = seconds
  if ($column["chosen"]) predicted[point] = seconds
  next
}

{
  point = point_of_row()
  points["ranks", $column["subject"], $column["bytes"]]++
  points["bytes", $column["subject"], $column["ranks"]]++
  measured[point] = $column["allfold"]
  low[point] = $column["allfold_low"]
  high[point] = $column["allfold_high"]
  kernel[point] = $column["kernel"]
}

END {
  if (!ranks_count) exit 1
  sort(ranks, ranks_count)
  sort(bytes, bytes_count)
  # Fewer than three points make no line. At most numbers of ranks only three lengths are measured.
  for (c = 1; c <= 2; c++) {
    for (b = 1; b <= bytes_count; b++)
      if (points["ranks", collectives[c], bytes[b]] > 2) along_ranks(collectives[c], bytes[b])
    for (r = 1; r <= ranks_count; r++)
      if (points["bytes", collectives[c], ranks[r]] > 3) along_bytes(collectives[c], ranks[r])
  }
  print "## Jumps: " place "\n"
  printf "%d jumps; %d are more than %s times what the model says, the greatest %.2f times.\n",
         jumps, cliffs, most, greatest
  if (!cliffs) exit
  print "\n| collective | from | to | measured | predicted | ratio | at least | kernels |"
  printf "| --- | --- | --- | ---: | ---: | ---: | ---: | --- |\n%s", lines
}

function along_ranks(collective, size,    r, file, before, point) {
  file = size in drawn ? folder "/ranks-" collective ".dat" : ""
  begin(file, readable(size))
  for (r = 1; r <= ranks_count; r++) {
    point = collective SUBSEP ranks[r] SUBSEP size
    if (point in measured) before = next_point(file, ranks[r], before, point)
  }
}

function along_bytes(collective, number,    b, file, before, point) {
  file = folder "/bytes-" collective ".dat"
  begin(file, number " ranks")
  for (b = 1; b <= bytes_count; b++) {
    point = collective SUBSEP number SUBSEP bytes[b]
    if (point in measured) before = next_point(file, bytes[b], before, point)
  }
}

function begin(file, title) {
  if (file == "") return
  printf "%s\"%s\"\n", file in begun ? "\n\n" : "", title > file
  begun[file]
}

function next_point(file, x, before, point) {
  if (file != "") printf "%d %.3f %.3f\n", x, 1e6 * measured[point], 1e6 * expected(point) > file
  if (before != "") jump(before, point)
  return point
}

# The model knows only Allfold's kernels. Where the MPI library's own call serves, the cheapest
# kernel is used.
function expected(point) { return point in predicted ? predicted[point] : cheapest[point] }

function jump(before, point,    by_model, ratio, kernels) {
  by_model = expected(point) / expected(before)
  ratio = measured[point] / measured[before] / by_model
  jumps++
  if (ratio > greatest) greatest = ratio
  if (ratio <= most) return
  cliffs++
  kernels = kernel[before] == kernel[point] ? kernel[point] : kernel[before] ", " kernel[point]
  lines = lines sprintf("| %s | %s | %s | %.2f | %.2f | %.2f | %.2f | %s |\n", part(point, 1),
                        named(before), named(point), measured[point] / measured[before], by_model,
                        ratio, low[point] / high[before] / by_model, kernels)
}

function part(point, number,    parts) {
  split(point, parts, SUBSEP)
  return parts[number]
}

function named(point) { return part(point, 2) " ranks, " readable(part(point, 3)) }
