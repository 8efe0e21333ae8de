# Prints the results of bench/scale.sh: for each number of ranks a table in the form of `allfold
# bench`, the geometric means, and a map of the fastest algorithms. With form=json prints the same
# as JSON.
#   awk -v place=TEXT -v models="RANKS MODEL;..." -v ppn=N -v algorithm=NAME -v first_peer=NAME -v form=text|json \
#     -f common.awk -f simulated.awk -f scale.awk FILE...
# Each file contains lines of `simulate`.

{
  take_row()
  seconds[point, name] = $column["seconds"]
  kernel[point, name] = $column["kernel"]
  asked[$column["subject"], $column["ranks"]]
}

END {
  if (!names_count) exit 1
  sort(ranks, ranks_count)
  sort(bytes, bytes_count)
  read_models()
  if (form == "json") print_json()
  else print_text()
}

function is_peer(name) { return name ~ /^smpi:/ }

# The fastest at a point among peers (which = 1), Allfold's (0) or all (2); "" if there is none.
function fastest(point, which,    i, best) {
  for (i = 1; i <= names_count; i++) {
    if (!((point, names[i]) in seconds) || (which != 2 && is_peer(names[i]) != which)) continue
    if (best == "" || seconds[point, names[i]] < seconds[point, best]) best = names[i]
  }
  return best
}

function us(time) { return three_digits(time * 1e6) }

function print_text(    s, r) {
  print "# Allfold at scale: " place (ppn > 1 ? ", " ppn " ranks a host" : "")
  print ""
  tell_models()
  print "Times are microseconds until the last rank is done; ratios are the other's time over that of Allfold's " \
    algorithm ","
  print "above 1 Allfold is faster."
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++)
      if ((subjects[s], ranks[r]) in asked) table(s, r)
  means()
  for (s = 1; s <= subjects_count; s++) map(s)
}

# Splits "RANKS MODEL;..." into lists.
function read_models(    of_ranks, word, i) {
  models_count = split(models, of_ranks, ";") - 1
  for (i = 1; i <= models_count; i++) {
    split(of_ranks[i], word, " ")
    model_ranks[i] = word[1]
    model[i] = word[2]
    if (model[i] != model[1]) are_several = 1
  }
}

# Prints one line if the model is the same for all numbers of ranks.
function tell_models(    i) {
  if (!are_several) print "In the simulation: " model[1] "."
  for (i = 1; i <= models_count && are_several; i++)
    print "In the simulation of " model_ranks[i] " ranks: " model[i] "."
}

function json_of_models(    i, line) {
  for (i = 1; i <= models_count; i++)
    line = line (i > 1 ? ", " : "") "{\"ranks\": " model_ranks[i] ", \"model\": " quoted(model[i]) "}"
  return "[" line "]"
}

function table(s, r,    b, point, best, own, line) {
  printf "\n### %s, %d ranks\n\n", subjects[s], ranks[r]
  print "| size | " first_peer " | Allfold | ratio | best peer | time | ratio | best of Allfold's | time | algorithm |"
  print "| ---: | ---: | ---: | ---: | --- | ---: | ---: | --- | ---: | --- |"
  for (b = 1; b <= bytes_count; b++) {
    point = point_at(s, r, b)
    if (!((point, algorithm) in seconds)) continue
    best = fastest(point, 1)
    own = fastest(point, 0)
    line = "| " readable(bytes[b]) " | "
    line = line ((point, first_peer) in seconds ? us(seconds[point, first_peer]) : "–") " | "
    line = line us(seconds[point, algorithm]) " | " ratio_text(point, first_peer) " | "
    line = line (best == "" ? "–" : best) " | " (best == "" ? "–" : us(seconds[point, best])) " | "
    line = line ratio_text(point, best) " | " own " | " us(seconds[point, own]) " | "
    print line kernel[point, algorithm] " |"
  }
}

function ratio(point, name) { return seconds[point, name] / seconds[point, algorithm] }
function ratio_text(point, name) {
  return (point, name) in seconds ? sprintf("%.2f", ratio(point, name)) : "–"
}

# Ratios to the best peer: sum of logarithms, count, least ratio, and where it occurs.
function gather(s, r,    b, point, best) {
  sum = count = 0
  for (b = 1; b <= bytes_count; b++) {
    point = point_at(s, r, b)
    best = fastest(point, 1)
    if (best == "" || !((point, algorithm) in seconds)) continue
    sum += log(ratio(point, best))
    if (!count++ || ratio(point, best) < least) {
      least = ratio(point, best)
      least_at = bytes[b]
      least_to = best
    }
  }
  return count
}

function means(    s, r) {
  print "\n### Geometric means of the ratios to the best peer\n"
  print "| collective | ranks | all sizes | worst | at | to |"
  print "| --- | ---: | ---: | ---: | ---: | --- |"
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++)
      if (gather(s, r))
        printf "| %s | %d | %.2f | %.2f | %s | %s |\n", subjects[s], ranks[r], exp(sum / count), least,
               readable(least_at), least_to
}

# Each cell shows the fastest, and the time of the fastest of the other side over its time.
function map(s,    b, r, i, point, best, other, used) {
  printf "\n### The fastest %s, and how many times longer the other side's best takes\n\n", subjects[s]
  for (b = bytes_count; b >= 1; b--) {
    printf "    %9s", readable(bytes[b])
    for (r = 1; r <= ranks_count; r++) {
      point = point_at(s, r, b)
      best = fastest(point, 2)
      other = best == "" ? "" : fastest(point, !is_peer(best))
      used[best]
      printf "  %6s", best == "" ? "." : letter(best) (other == "" ? "" : sprintf(" %.2f", seconds[point, other] / seconds[point, best]))
    }
    print ""
  }
  print_ranks()
  for (i = 1; i <= names_count; i++)
    if (names[i] in used) printf "    %s %s\n", letter(names[i]), is_peer(names[i]) ? names[i] : "Allfold: " names[i]
}

function print_json(    s, r, b, point, separator) {
  printf "{\n  \"place\": %s,\n  \"models\": %s,\n  \"ranks_per_host\": %d,\n  \"algorithm\": %s,\n", quoted(place),
         json_of_models(), ppn, quoted(algorithm)
  printf "  \"native\": %s,\n  \"rows\": [", quoted(first_peer)
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++)
      for (b = 1; b <= bytes_count; b++) {
        point = point_at(s, r, b)
        if (!((point, algorithm) in seconds)) continue
        printf "%s\n    %s", separator, row(s, r, b, point)
        separator = ","
      }
  print "\n  ],\n  \"summaries\": ["
  separator = ""
  for (s = 1; s <= subjects_count; s++)
    for (r = 1; r <= ranks_count; r++)
      if (gather(s, r)) {
        printf "%s    {\"subject\": %s, \"ranks\": %d, \"best_ratio_all\": %.6g, \"worst_ratio\": %.6g, \"worst_bytes\": %d}",
               separator, quoted(subjects[s]), ranks[r], exp(sum / count), least, least_at
        separator = ",\n"
      }
  print "\n  ]\n}"
}

function row(s, r, b, point,    i, best, line, separator) {
  line = sprintf("{\"subject\": %s, \"ranks\": %d, \"bytes\": %d, \"allfold\": %s, \"kernel\": %s", quoted(subjects[s]),
                 ranks[r], bytes[b], seconds[point, algorithm], quoted(kernel[point, algorithm]))
  if ((point, first_peer) in seconds)
    line = line sprintf(", \"native\": %s, \"ratio\": %.6g", seconds[point, first_peer], ratio(point, first_peer))
  best = fastest(point, 1)
  if (best != "")
    line = line sprintf(", \"best_native\": %s, \"best\": %s, \"best_ratio\": %.6g", quoted(best), seconds[point, best],
                        ratio(point, best))
  line = line ", \"natives\": ["
  for (i = 1; i <= names_count; i++)
    if ((point, names[i]) in seconds && names[i] != algorithm) {
      line = line separator sprintf("{\"name\": %s, \"time\": %s, \"ratio\": %.6g}", quoted(names[i]),
                                    seconds[point, names[i]], ratio(point, names[i]))
      separator = ", "
    }
  return line "]}"
}
