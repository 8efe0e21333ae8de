# Prints the results of bench/node.sh: for each number of ranks a table of all candidates and of
# published times, the geometric means, and a map of the fastest candidates. With form=json prints
# the same as JSON; with form=validation compares the model with published times.
#   awk -v place=TEXT -v node=NAME -v algorithm=NAME -v published=FILE -v form=text|json|validation \
#     -f common.awk -f simulated.awk -f node.awk FILE...
# Each file contains lines of `simulate_node`.

BEGIN { read_published() }

form == "validation" {
  modelled[$column["ranks"], $column["bytes"], $column["contestant"]] = $column["seconds"] * 1e6
  next
}

{
  take_row()
  microseconds[point, name] = $column["seconds"] * 1e6
}

END {
  if (form == "validation") {
    validate()
    exit
  }
  if (!names_count) {
    print "bench/node.sh: nothing was simulated: expected a candidate that suits one of the sizes" > "/dev/stderr"
    exit 1
  }
  sort(ranks, ranks_count)
  sort(bytes, bytes_count)
  if (form == "json") print_json()
  else print_text()
}

# Reads the file of published times, whose first line names the columns.
function read_published(    line, field, i) {
  getline line < published
  while ((getline line < published) > 0) {
    split(line, field, "\t")
    i = ++published_count
    of_node[i] = field[1]; of_ranks[i] = field[2]; of_bytes[i] = field[3]; measured[i] = field[4]
    library[i] = field[5]; candidate[i] = field[6]; source[i] = field[7]
    if (field[1] != node) continue
    time_of[field[2], field[3], field[5]] = field[4]
    if (!((field[2], field[5]) in is_known)) {
      libraries[field[2]] = (libraries[field[2]] == "" ? "" : libraries[field[2]] "\t") field[5]
      sources[field[2], field[5]] = field[7]
    }
    is_known[field[2], field[5]]
  }
}

function is_allreduce(s) { return subjects[s] ~ /^allreduce/ }

# Published libraries for a number of ranks: sets `published_names`, and returns how many.
function published_for(s, r) {
  split("", published_names)
  return is_allreduce(s) && (ranks[r] in libraries) ? split(libraries[ranks[r]], published_names, "\t") : 0
}

function print_text(    s, r) {
  print "# Allfold on a modelled node: " place "\n"
  print "Times are microseconds until the last rank is done; ratios are the other's time over that of " algorithm ","
  print "above 1 " algorithm " is faster."
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++) table(s, r)
  means()
  for (s = 1; s <= subjects_count; s++) map(s)
}

# The time of a candidate or library, and its ratio, as two cells.
function cells(time, own) {
  if (time == "") return " – | – |"
  return " " three_digits(time) " | " (own == "" ? "–" : sprintf("%.2f", time / own)) " |"
}

function table(s, r,    b, i, n, point, own, line, rule) {
  n = published_for(s, r)
  printf "\n### %s, %d ranks\n\n", subjects[s], ranks[r]
  line = "| size | " algorithm " |"
  rule = "| ---: | ---: |"
  for (i = 1; i <= names_count; i++)
    if (names[i] != algorithm) { line = line " " names[i] " | ratio |"; rule = rule " ---: | ---: |" }
  for (i = 1; i <= n; i++) { line = line " " published_names[i] ", measured | ratio |"; rule = rule " ---: | ---: |" }
  print line "\n" rule
  for (b = 1; b <= bytes_count; b++) {
    point = point_at(s, r, b)
    own = microseconds[point, algorithm]
    line = "| " readable(bytes[b]) " | " (own == "" ? "–" : three_digits(own)) " |"
    for (i = 1; i <= names_count; i++)
      if (names[i] != algorithm) line = line cells(microseconds[point, names[i]], own)
    for (i = 1; i <= n; i++) line = line cells(time_of[ranks[r], bytes[b], published_names[i]], own)
    print line
  }
  for (i = 1; i <= n; i++) {
    if (i == 1) print ""
    print published_names[i] ": " sources[ranks[r], published_names[i]]
  }
}

# The fastest candidate at a point; except for `other`, if given.
function fastest(point, other,    i, best) {
  for (i = 1; i <= names_count; i++) {
    if (microseconds[point, names[i]] == "" || names[i] == other) continue
    if (best == "" || microseconds[point, names[i]] < microseconds[point, best]) best = names[i]
  }
  return best
}

function means(    s, r, b, point, best, sum, count, ratio, least, least_at, least_to) {
  print "\n### Geometric means of the ratios to the fastest other candidate\n"
  print "| collective | ranks | all sizes | worst | at | to |"
  print "| --- | ---: | ---: | ---: | ---: | --- |"
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++) {
      sum = count = 0
      for (b = 1; b <= bytes_count; b++) {
        point = point_at(s, r, b)
        best = fastest(point, algorithm)
        if (best == "" || microseconds[point, algorithm] == "") continue
        ratio = microseconds[point, best] / microseconds[point, algorithm]
        sum += log(ratio)
        if (!count++ || ratio < least) { least = ratio; least_at = bytes[b]; least_to = best }
      }
      if (count)
        printf "| %s | %d | %.2f | %.2f | %s | %s |\n", subjects[s], ranks[r], exp(sum / count), least,
               readable(least_at), least_to
    }
}

# Each cell shows the fastest, and the time of `algorithm` over its time.
function map(s,    b, r, i, point, best, used) {
  printf "\n### The fastest %s, and how many times longer %s takes\n\n", subjects[s], algorithm
  for (b = bytes_count; b >= 1; b--) {
    printf "    %9s", readable(bytes[b])
    for (r = 1; r <= ranks_count; r++) {
      point = point_at(s, r, b)
      best = fastest(point)
      if (best != "") used[best]
      printf "  %6s", best == "" ? "." : letter(best) (microseconds[point, algorithm] == "" ? "" : \
        sprintf(" %.2f", microseconds[point, algorithm] / microseconds[point, best]))
    }
    print ""
  }
  print_ranks()
  for (i = 1; i <= names_count; i++)
    if (names[i] in used) printf "    %s %s\n", letter(names[i]), names[i]
}

function print_json(    s, r, b, i, n, point, separator) {
  printf "{\n  \"place\": %s,\n  \"algorithm\": %s,\n  \"rows\": [", quoted(place), quoted(algorithm)
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++) {
      n = published_for(s, r)
      for (b = 1; b <= bytes_count; b++) {
        point = point_at(s, r, b)
        for (i = 1; i <= names_count; i++)
          json_row(s, r, b, names[i], microseconds[point, names[i]], "modelled")
        for (i = 1; i <= n; i++)
          json_row(s, r, b, published_names[i], time_of[ranks[r], bytes[b], published_names[i]], "measured")
      }
    }
  print "\n  ]\n}"
}

function json_row(s, r, b, name, time, kind) {
  if (time == "") return
  printf "%s\n    {\"subject\": %s, \"ranks\": %d, \"bytes\": %d, ", rows_printed++ ? "," : "", quoted(subjects[s]), ranks[r], bytes[b]
  printf "\"name\": %s, \"kind\": \"%s\", \"microseconds\": %.6g}", quoted(name), kind, time
}

function validate(    i, model) {
  print "| node | ranks | size | candidate | model, µs | measured, µs | ratio |"
  print "| --- | ---: | ---: | --- | ---: | ---: | ---: |"
  for (i = 1; i <= published_count; i++) {
    model = modelled[of_ranks[i], of_bytes[i], candidate[i]]
    if (model != "")
      printf "| %s | %d | %s | %s | %s | %s | %.2f |\n", of_node[i], of_ranks[i], readable(of_bytes[i]), candidate[i],
             three_digits(model), three_digits(measured[i]), model / measured[i]
  }
}
