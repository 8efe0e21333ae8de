# Prints rows of bench/programs.sh as a Markdown table. The columns of a row are: program, setting,
# ranks, MPI library, runs; seconds of a native run and of one with Allfold (median, least, most
# each); their difference; the shares of a native run spent in reductions and in waiting there; the
# seconds of reductions without waiting, natively and with Allfold; the number of calls, and how
# many of them Allfold served.

BEGIN { FS = "\t" }
/^#/ { next }

!rows++ {
  print "| program | ranks | reductions, of the run | reductions without waiting, s | run, native, s | run, with Allfold, s | run time |"
  print "| --- | --- | ---: | ---: | ---: | ---: | ---: |"
}

{
  printf "| %s | %d on %s | %s | %s → %s | %s | %s | %s |\n", $1, $3, $2, share($13), figures($15), figures($16),
         times($6, $7, $8), times($9, $10, $11), change($6, $9, $12, $13)
}

END { exit !rows }

function share(part) { return sprintf(100 * part < 9.95 ? "%.1f %%" : "%.0f %%", 100 * part) }

function times(median, least, most) {
  return figures(median) " (" figures(least) "–" figures(most) ")"
}

# Three significant digits, but at most three decimals.
function figures(seconds) {
  return sprintf(seconds < 0.9995 ? "%.3f" : seconds < 9.995 ? "%.2f" : seconds < 99.95 ? "%.1f" : "%.0f", seconds)
}

# "same" if the difference may be chance. This includes savings that exceed the time of all
# reductions.
function change(native, allfold, difference, reductions,    part) {
  part = sprintf("%.0f", 100 * (allfold / native - 1))
  if (difference == "slower") return "+" part " %"
  if (difference == "faster" && 1 - allfold / native <= reductions) return "−" (-part) " %"
  return "same"
}
