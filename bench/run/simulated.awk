# Functions for tables of simulated times, with common.awk.

# Takes the point and the contestant of a row: sets `point` and `name`, and lists subjects and names.
function take_row() {
  point = point_of_row()
  name = $column["contestant"]
  if (!(name in place_of)) {
    names[++names_count] = name
    place_of[name] = names_count
  }
  if (!($column["subject"] in is_subject)) subjects[++subjects_count] = $column["subject"]
  is_subject[$column["subject"]]
}

function point_at(s, r, b) { return subjects[s] SUBSEP ranks[r] SUBSEP bytes[b] }

# Of a map: a letter for each contestant, and the last line.
function letter(name) { return substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (place_of[name] - 1) % 26 + 1, 1) }
function print_ranks(    r) {
  printf "    %9s", "ranks"
  for (r = 1; r <= ranks_count; r++) printf "  %6d", ranks[r]
  print "\n"
}

function three_digits(time) { return sprintf(time < 10 ? "%.2f" : time < 100 ? "%.1f" : "%.0f", time) }

# Names consist of harmless letters; only the place comes from the caller.
function quoted(text) {
  gsub(/\\/, "\\\\", text)
  gsub(/"/, "\\\"", text)
  return "\"" text "\""
}
