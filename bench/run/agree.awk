# Compares the answers of two runs, in files of lines "name value...". Integers must be equal; other
# numbers must agree within the relative tolerance of their name. Prints the comparison, and exits
# with 1 if answers differ.
#   awk -v tolerances='*=1e-12 residual=1e-6' -f agree.awk NATIVE ALLFOLD

BEGIN {
  count = split(tolerances, pairs, " ")
  for (i = 1; i <= count; i++) {
    split(pairs[i], pair, "=")
    tolerance[pair[1]] = pair[2] + 0
  }
}

FILENAME == ARGV[1] { native[$1] = rest($0); names[++answers] = $1 }
FILENAME == ARGV[2] { allfold[$1] = rest($0); if (!($1 in native)) names[++answers] = $1 }

END {
  if (answers == 0) print "  no answers"
  for (i = 1; i <= answers; i++) compare(names[i])
  exit different || answers == 0
}

function rest(line) {
  sub(/^[^ ]+ +/, "", line)
  return line
}

function compare(name,    of_native, of_allfold, n, i, limit, largest, apart) {
  limit = name in tolerance ? tolerance[name] : tolerance["*"]
  n = split(native[name], of_native, " ")
  largest = n == split(allfold[name], of_allfold, " ") ? 0 : -1
  for (i = 1; i <= n && largest >= 0; i++) {
    apart = distance(of_native[i], of_allfold[i])
    if (apart < 0 || apart > largest) largest = apart
  }
  if (largest < 0 || largest > limit) different = 1
  if (largest == 0) { show(name, "both", native[name], ""); return }
  show(name, "native", native[name], "")
  show("", "Allfold", allfold[name], verdict(largest, limit))
}

function show(name, way, value, remark) {
  printf "  %-17s %-8s %s%s\n", name, way, shortened(value), remark
}

# The relative difference; -1 for integers or words that differ.
function distance(a, b,    size) {
  if (a "" == b "") return 0
  if (!(is_number(a) && is_number(b)) || is_integer(a) && is_integer(b)) return -1
  size = absolute(a) > absolute(b) ? absolute(a) : absolute(b)
  return size > 0 ? absolute(a - b) / size : 0
}

function is_number(text) { return text ~ /^[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?$/ }
function is_integer(text) { return text ~ /^[-+]?[0-9]+$/ }
function absolute(x) { return x < 0 ? -x : x + 0 }
function shortened(text) { return length(text) > 70 ? substr(text, 1, 67) "..." : text }

function verdict(largest, limit) {
  if (largest < 0) return "  NOT EQUAL"
  return sprintf("  %s %.0e (by %.0e)", largest <= limit ? "equal within" : "NOT EQUAL within",
                 limit, largest)
}
