# Summarises tables of `allfold bench --table`: native time over Allfold's time, as geometric means
# by collective, size class and number of ranks; the points where Allfold is slower; and the cost of
# a communicator that is used for one call.
#   awk -v mpi=NAME -v cores=N -v folder=FOLDER [-v brief=1] -f common.awk -f speed_up.awk FILE...
# brief: prints one line of text per number of ranks.

BEGIN {
  most_named = 5
  split("allreduce reduce", collectives, " ")
  title["allreduce"] = "Allreduce"
  title["reduce"] = "Reduce"
  upper[1] = 2048
  upper[2] = 128 * 1024
}

$column["subject"] == "communicator" {
  made[$column["ranks"] + 0] = 1e6 * $column["native"] "\t" 1e6 * $column["allfold"]
  next
}

{
  point_of_row()
  add($column["subject"], $column["ranks"] + 0, class_of($column["bytes"]), $column["ratio"])
  points++
  if ($column["ratio_high"] < 1) note_slower()
  else if ($column["ratio"] < 1) perhaps++
}

END {
  if (!points) exit 1
  sort(ranks, ranks_count)
  sort(bytes, bytes_count)
  if (brief) in_words()
  else table()
}

function class_of(length_in_bytes) {
  return length_in_bytes <= upper[1] ? 1 : length_in_bytes <= upper[2] ? 2 : 3
}

function add(collective, p, class, ratio,    key) {
  key = collective SUBSEP p SUBSEP class
  logarithm[key] += log(ratio)
  number[key]++
  if (class != "all") add(collective, p, "all", ratio)
}

function mean(collective, p, class,    key) {
  key = collective SUBSEP p SUBSEP class
  return number[key] ? sprintf("%.2f", exp(logarithm[key] / number[key])) : "-"
}

# Keeps a point where Allfold is slower; the worst come first.
function note_slower(    i) {
  for (i = ++slower; i > 1 && worst[i - 1] > $column["ratio"]; i--) {
    worst[i] = worst[i - 1]
    text[i] = text[i - 1]
  }
  worst[i] = $column["ratio"]
  text[i] = sprintf("%s, %s, %d ranks, %s: %.2f (95 %%: %.2f to %.2f), %.1f µs instead of %.1f µs",
                    title[$column["subject"]], readable($column["bytes"]), $column["ranks"],
                    $column["timing"], $column["ratio"], $column["ratio_low"],
                    $column["ratio_high"], 1e6 * $column["allfold"], 1e6 * $column["native"])
}

function in_words(    r, c, line) {
  for (r = 1; r <= ranks_count; r++) {
    line = ""
    for (c = 1; c <= 2; c++)
      if (mean(collectives[c], ranks[r], "all") != "-")
        line = line (line ? ", " : "") title[collectives[c]] " " mean(collectives[c], ranks[r], "all")
    printf "  time of %s over time of Allfold, %d ranks, all lengths: %s\n", mpi, ranks[r], line
  }
}

function table(    c, k) {
  printf "Speed-up: time of %s's own call over time of Allfold's (above 1, Allfold is faster)\n", mpi
  print "Geometric means over vector lengths; calls one by one and back to back."
  header()
  for (c = 1; c <= 2; c++) {
    if (mean_of_all(collectives[c]) == 0) continue
    for (k = 1; k <= 3; k++) row(collectives[c], k, class_text(k))
    row(collectives[c], "all", "all lengths")
  }
  if (crowded) print "* More ranks than processors: ranks take turns, and times vary from run to run."
  print ""
  name_slower()
  communicators()
}

function mean_of_all(collective,    r, all) {
  for (r = 1; r <= ranks_count; r++) all += number[collective, ranks[r], "all"]
  return all
}

function header(    r, line) {
  line = sprintf("%-10s %-20s", "collective", "vector length")
  for (r = 1; r <= ranks_count; r++) {
    line = line sprintf(" %10s", ranks[r] " ranks" (ranks[r] > cores ? "*" : ""))
    if (ranks[r] > cores) crowded = 1
  }
  print line
}

# The range of lengths that were measured in a size class; "" if there are none.
function class_text(class,    b, first, last) {
  for (b = 1; b <= bytes_count; b++)
    if (class_of(bytes[b]) == class) {
      if (first == "") first = bytes[b]
      last = bytes[b]
    }
  if (first == "") return ""
  return first == last ? readable(first) : readable(first) " to " readable(last)
}

function row(collective, class, lengths,    r, line) {
  if (lengths == "") return
  line = sprintf("%-10s %-20s", title[collective], lengths)
  for (r = 1; r <= ranks_count; r++) line = line sprintf(" %10s", mean(collective, ranks[r], class))
  print line
}

function name_slower(    i) {
  printf "Allfold is %s at %d of %d points", slower ? "SLOWER" : "slower", slower, points
  if (perhaps) printf ", and may be at %d more (a ratio below 1, but not its 95 %% interval)", perhaps
  print slower ? ":" : "."
  for (i = 1; i <= slower && i <= most_named; i++) print "  " text[i]
  if (slower > most_named)
    printf "  and %d more; all points: %s/compare-*.txt\n", slower - most_named, folder
}

function communicators(    p, line, part) {
  for (p = 2; p <= ranks[ranks_count]; p++) {
    if (!(p in made)) continue
    split(made[p], part, "\t")
    line = line sprintf("%s%.0f µs instead of %.0f µs on %d ranks%s", line ? "; " : "", part[2],
                        part[1], p, part[2] > part[1] ? " (SLOWER)" : "")
  }
  if (line != "") print "A new communicator for a single call, with set-up: " line "."
}
