# Summarises the tables that bench/selection.sh writes with `allfold bench --table`: Open MPI's
# choice, and the best of its algorithms, over Allfold's choice, tuned and untuned; the points where
# Allfold is slower; and Allfold's choice over the best of its own algorithms. The best algorithms
# are chosen by one half of the turns and timed by the other half.
#   awk -v place=TEXT [-v rules=none] -f common.awk -f selection.awk FILE...
# With rules=none Allfold's choice is the one without rules.

BEGIN {
  long_bytes = 256 * 1024
  most_added = 60e-9
  collectives = 2
  collective[1] = "allreduce"
  collective[2] = "reduce"
}

{
  point = point_of_row()
  own_count[point]++
}

$column["algorithm"] == "auto" {
  keep(rules == "none" ? "untuned" : "tuned", "ratio")
  keep("regret", "regret")
  if ("best_ratio" in column) keep("oracle", "best_ratio")
}

$column["algorithm"] == "rules:none" { keep("untuned", "ratio") }

END {
  if (!ranks_count) exit 1
  sort(ranks, ranks_count)
  sort(bytes, bytes_count)
  # Everywhere two of Allfold's candidates take part; at some points also its kernels.
  for (point in own_count) if (own_count[point] <= 2) delete value["regret", point]
  print "## Selection: " place
  by_rules = rules == "none" ? "without rules" : "tuned"
  table("What Open MPI chooses over Allfold tuned", "tuned")
  table("What Open MPI chooses over Allfold without rules", "untuned")
  table("The best of all Open MPI's algorithms over Allfold " by_rules, "oracle")
  table("Allfold " by_rules " over the best of its own algorithms", "regret")
  hard_points()
  slower("Allfold tuned is slower by more than 3 % or 60 ns, beyond noise", "tuned", 1.03, most_added)
  slower("Allfold without rules is slower by more than 10 %, beyond noise", "untuned", 1.1, 0)
}

function keep(who, what) {
  value[who, point] = $column[what]
  low[who, point] = $column[what "_low"]
  high[who, point] = $column[what "_high"]
  added[who, point] = $column["added"]
  kernel[who, point] = $column["kernel"]
}

# Rows are collectives and ranks, columns are bytes. The last row and column are geometric means.
function table(title, who,    c, r, b, line, header) {
  if (!mean(who, 1, collectives, 1, ranks_count, 1, bytes_count)) return
  print "\n### " title "\n"
  header = "| collective | ranks |"
  line = "| --- | ---: |"
  for (b = 1; b <= bytes_count; b++) {
    header = header " " readable(bytes[b]) " |"
    line = line " ---: |"
  }
  print header " all |\n" line " ---: |"
  for (c = 1; c <= collectives; c++)
    for (r = 1; r <= ranks_count; r++) row(who, collective[c] " | " ranks[r], c, c, r, r)
  for (c = 1; c <= collectives; c++) row(who, collective[c] " | all", c, c, 1, ranks_count)
  row(who, "both | all", 1, collectives, 1, ranks_count)
}

function row(who, head, c1, c2, r1, r2,    b, line) {
  if (!mean(who, c1, c2, r1, r2, 1, bytes_count)) return
  line = "| " head " |"
  for (b = 1; b <= bytes_count; b++) line = line " " shown(who, c1, c2, r1, r2, b, b) " |"
  print line " " shown(who, c1, c2, r1, r2, 1, bytes_count) " |"
}

# A single ratio is marked with "~" if its interval includes 1.
function shown(who, c1, c2, r1, r2, b1, b2,    ratio, point) {
  ratio = mean(who, c1, c2, r1, r2, b1, b2)
  if (!ratio) return "–"
  point = collective[c1] SUBSEP ranks[r1] SUBSEP bytes[b1]
  if (c1 != c2 || r1 != r2 || b1 != b2 || !((who, point) in low)) return sprintf("%.2f", ratio)
  return sprintf("%.2f%s", ratio, low[who, point] <= 1 && 1 <= high[who, point] ? "~" : "")
}

# The geometric mean over the points in these ranges; 0 if none was measured.
function mean(who, c1, c2, r1, r2, b1, b2,    c, r, b, point, sum, number) {
  for (c = c1; c <= c2; c++)
    for (r = r1; r <= r2; r++)
      for (b = b1; b <= b2; b++) {
        point = collective[c] SUBSEP ranks[r] SUBSEP bytes[b]
        if (!((who, point) in value)) continue
        sum += log(value[who, point])
        number++
      }
  return number ? exp(sum / number) : 0
}

# Long vectors on numbers of ranks that are far from powers of two.
function hard_points(    r, first, line) {
  for (first = 1; first <= bytes_count && bytes[first] < long_bytes; first++);
  if (first > bytes_count) return
  for (r = 1; r <= ranks_count; r++)
    if (ranks[r] == 7 || ranks[r] == 13 || ranks[r] == 15)
      line = line sprintf("| %d | %s | %s | %s |\n", ranks[r],
                          shown("tuned", 1, collectives, r, r, first, bytes_count),
                          shown("untuned", 1, collectives, r, r, first, bytes_count),
                          shown("oracle", 1, collectives, r, r, first, bytes_count))
  if (line == "") return
  print "\n### From " readable(bytes[first]) " on\n"
  print "| ranks | default over tuned | default over untuned | best of all over " by_rules " |"
  printf "| ---: | ---: | ---: | ---: |\n%s", line
}

# Where the MPI library's own call serves, a difference would only be noise.
function slower(title, who, limit, least,    c, r, b, point, lines, number, all) {
  if (!mean(who, 1, collectives, 1, ranks_count, 1, bytes_count)) return
  for (c = 1; c <= collectives; c++)
    for (r = 1; r <= ranks_count; r++)
      for (b = 1; b <= bytes_count; b++) {
        point = collective[c] SUBSEP ranks[r] SUBSEP bytes[b]
        if (!((who, point) in value)) continue
        all++
        if (kernel[who, point] == "native" || value[who, point] >= 1 / limit ||
            high[who, point] >= 1 || added[who, point] <= least)
          continue
        number++
        lines = lines sprintf("| %s | %d | %s | %.2f | %.2f – %.2f | %s |\n", collective[c],
                              ranks[r], readable(bytes[b]), value[who, point], low[who, point],
                              high[who, point], kernel[who, point])
      }
  printf "\n### %s\n\nAt %d of %d points.\n", title, number, all
  if (!number) return
  print "\n| collective | ranks | bytes | ratio | 95 % | algorithm |"
  printf "| --- | ---: | ---: | ---: | ---: | --- |\n%s", lines
}
