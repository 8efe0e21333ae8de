# Draws the files of cliffs.awk in `folder` for `collective`, as SVG to standard output. Solid lines
# are measured, dashed lines predicted.
set terminal svg size 1120,480 dynamic background "white" font "sans-serif,13"
set multiplot layout 1,2 title sprintf("%s, %s: measured (points) and predicted (dashes)", \
                                       collective, place)
set logscale xy
set autoscale xfixmin
set autoscale xfixmax
set ylabel "time, microseconds"
set key left top
set grid

array panels[2] = ["ranks", "bytes"]
do for [panel = 1:2] {
  file = sprintf("%s/%s-%s.dat", folder, panels[panel], collective)
  set xlabel panels[panel]
  if (panel == 1) {
    set xtics (2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16)
  } else {
    set xtics ("8 B" 8, "64 B" 64, "512 B" 512, "4 KiB" 4096, "32 KiB" 32768, \
               "256 KiB" 262144, "1 MiB" 1048576)
  }
  blocks = int(system(sprintf("grep -c '\"' '%s' 2> /dev/null || true", file)))
  if (blocks > 0) {
    plot for [i = 0:blocks - 1] file index i using 1:2 with linespoints lc (i + 1) pt 7 ps 0.5 \
           title columnheader(1), \
         for [i = 0:blocks - 1] file index i using 1:3 with lines dt 2 lc (i + 1) notitle
  } else {
    set multiplot next
  }
}
unset multiplot
