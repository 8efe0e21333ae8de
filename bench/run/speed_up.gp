# Draws the means that speed_up.sh has written into `folder`, as SVG to standard output: a panel per
# collective, and a line per group of rank counts, with its name at its end.
set terminal svg size 1000,420 dynamic background "white" font "sans-serif,14"
set multiplot layout 1,2 \
  title "How many times as fast as Open MPI 4.1.4's default, untuned (geometric means)"
set logscale xy
set xrange [6:5e6]
set yrange [0.8:8]
set xtics ("8 B" 8, "512 B" 512, "8 KiB" 8192, "256 KiB" 262144, "4 MiB" 4194304) nomirror
set ytics (0.8, 1, 1.5, 2, 3, 4, 6, 8) nomirror
set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb "#d8d8d8"
unset key
array groups[4] = ["own", "shared", "others", "powers"]
array names[4] = ["1 node, 2 ranks", "1 node, 3 and 4 ranks\non 2 processors", \
                  "3 to 15 nodes, not\na power of two", "4, 8 and 16 nodes"]
array colours[4] = ["#0072b2", "#56b4e9", "#d55e00", "#009e73"]
array collectives[2] = ["allreduce", "reduce"]
array titles[2] = ["MPI\\_Allreduce", "MPI\\_Reduce"]
# The heights of the names: at the end of their line, or where they do not overlap other names.
array heights_allreduce[4] = [2.0, 3.5, 2.6, 1.6]
array heights_reduce[4] = [2.95, 5.2, 3.9, 2.5]
do for [collective = 1:2] {
  set lmargin at screen 0.05 + 0.49 * (collective - 1)
  set rmargin at screen 0.37 + 0.49 * (collective - 1)
  set tmargin at screen 0.84
  set bmargin at screen 0.1
  set title titles[collective] offset 0,-0.6
  do for [i = 1:4] {
    height = collective == 1 ? heights_allreduce[i] : heights_reduce[i]
    set label i names[i] at 6.5e6, height left textcolor rgb colours[i] font ",12"
  }
  plot 1 with lines lc "black" lw 1.5, \
       for [i = 1:4] sprintf("%s/%s-%s", folder, collectives[collective], groups[i]) using 1:2 \
         with linespoints pt 7 ps 0.5 lw 2.2 lc rgb colours[i]
}
unset multiplot
