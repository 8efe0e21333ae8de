# The rows of bench/programs.sh as a Markdown table: program, setting, ranks, MPI library, runs, then seconds of a
# native run and of one with Allfold (median, least, most), their difference, then the shares of a native run that
# reductions take, that waiting in them takes, and that the rest takes, the last one with Allfold, and the calls and
# how many of them Allfold served.

BEGIN { FS = "\t" }
/^#/ { next }

!rows++ {
  print "| program | ranks | reductions, of the run | without waiting | native, s | with Allfold, s | change |"
  print "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
}

{
  printf "| %s | %d, %s | %s | %s → %s | %s | %s | %s |\n", $1, $3, $2, share($13), share($15), share($16),
         times($6, $7, $8), times($9, $10, $11), change($6, $9, $12, $13)
}

END { exit !rows }

function share(part) { return sprintf(100 * part < 9.95 ? "%.1f %%" : "%.0f %%", 100 * part) }

function times(median, least, most) {
  return figures(median) " (" figures(least) "–" figures(most) ")"
}

# Three figures.
function figures(seconds) {
  return sprintf(seconds < 9.995 ? "%.2f" : seconds < 99.95 ? "%.1f" : "%.0f", seconds)
}

# Of the run time: 0.97 is 3 % less. In brackets where it may be chance, or is more than all reductions.
function change(native, allfold, difference, reductions,    ratio, is_certain) {
  ratio = sprintf("%.2f", allfold / native)
  is_certain = difference == "slower" || difference == "faster" && 1 - allfold / native <= reductions
  return is_certain ? ratio : "(" ratio ")"
}
