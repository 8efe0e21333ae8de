# Draws the points that speed_up.sh has written into `folder`, as SVG to standard output: a panel for each
# place and collective, a line for each number of ranks. Powers of two are dashed.
set terminal svg size 1000,640 dynamic background "white" font "sans-serif,13"
set multiplot layout 2,2 \
  title "Time of Open MPI 4.1.4's default over time of Allfold without rules (above 1, Allfold is faster)"
set logscale xy
set xrange [6:6291456]
set yrange [0.5:8]
set xtics ("8 B" 8, "512 B" 512, "8 KiB" 8192, "256 KiB" 262144, "4 MiB" 4194304) nomirror
set ytics (0.5, 0.7, 1, 1.5, 2, 3, 4, 6, 8) nomirror
set grid xtics ytics back linetype 1 linewidth 1 linecolor rgb "#d0d0d0"
set palette defined (2 "#fdae61", 7 "#d7301f", 12 "#542788", 16 "#08306b")
set cbrange [2:16]
unset colorbox
set key at graph 1.02, graph 1.02 left top reverse Left samplen 1.5 spacing 0.86 maxrows 14 \
  font ",11" title "ranks"
array places[2] = ["node", "nodes"]
array names[2] = ["one node", "one rank on each node"]
array collectives[2] = ["allreduce", "reduce"]
array titles[2] = ["MPI\\_Allreduce", "MPI\\_Reduce"]
dash(number) = strstrt(" 2 4 8 16 ", " ".number." ") > 0 ? 2 : 1
do for [collective = 1:2] {
  do for [place = 1:2] {
    file = sprintf("%s/%s-%s", folder, places[place], collectives[collective])
    ranks = system(sprintf("sed -n 's/\"//gp' '%s'", file))
    set lmargin at screen 0.05 + 0.48 * (place - 1)
    set rmargin at screen 0.43 + 0.48 * (place - 1)
    set tmargin at screen 0.88 - 0.46 * (collective - 1)
    set bmargin at screen 0.52 - 0.46 * (collective - 1)
    set title sprintf("%s, %s", titles[collective], names[place]) offset 0,-0.6
    plot 1 with lines lc "black" lw 1.5 notitle, \
         for [i = 1:words(ranks)] file index (i - 1) using 1:2 with linespoints pt 7 ps 0.4 lw 1.4 \
           dt dash(word(ranks, i)) lc palette cb int(word(ranks, i)) title word(ranks, i)
  }
}
unset multiplot
