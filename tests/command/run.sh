#!/usr/bin/env bash
# run.sh COMMAND: the command lines that `allfold run` makes and refuses, with stand-ins for the launchers. The
# environment contains CC and MPICC. tests/loading/started.sh tests jobs that run.
set -euo pipefail
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
allfold=$(realpath "$1")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
# Only the variables set here.
for name in $(compgen -v ALLFOLD_ || true) $(compgen -v SLURM_ || true); do unset "$name"; done
unset LD_PRELOAD OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK
export XDG_CONFIG_HOME=$directory/config
cd "$directory"
mkdir bin

# stand_in NAME VERSION...: a launcher that prints its version, or its arguments, each in <>.
stand_in() {
  printf '%s\n' '#!/bin/sh' 'if [ "$1" = --version ]; then' "cat <<'TEXT'" "${@:2}" TEXT 'exit; fi' \
    "printf '<%s>' \"\$@\"; echo; echo \"\${LD_PRELOAD-} has \${ALLFOLD_STATS-nothing}\"; exit 43" > "bin/$1"
  chmod +x "bin/$1"
}
stand_in mpirun.four 'mpirun (Open MPI) 4.1.4' '' 'Report bugs to http://www.open-mpi.org/community/help/'
stand_in mpirun.five 'mpirun (Open MPI) 5.0.7' '' 'Report bugs to https://www.open-mpi.org/community/help/'
stand_in prterun 'prterun (PRRTE) 3.0.8' '' 'Report bugs to https://github.com/openpmix/'
stand_in mpiexec.hydra 'HYDRA build details:' '    Version:                                 4.0.2' '    CC:  gcc'
stand_in mpiexec 'Intel(R) MPI Library for Linux* OS, Version 2021.9 Build 20230306' 'Copyright 2003-2023, Intel Corporation.'
stand_in srun 'slurm 22.05.8'
stand_in aprun 'aprun (ALPS) 6.6.67'
stand_in mpirun_rsh 'mpirun_rsh: unrecognized option' 'usage: mpirun_rsh [-v] [-sg group] -np N (-hostfile hfile | h1 h2 ... hN) a.out args'
ln -s mpirun_rsh bin/start-by-ssh
mkdir pals
stand_in ../pals/mpiexec 'mpiexec version 1.2.12 revision 1a2b3c4'
mkdir debian without
stand_in mpiexec.other 'a launcher of another kind 1.0'
ln -s mpirun.four bin/start-job
ln -s "$directory/bin/start-job" bin/mpirun
stand_in my-launcher 'mpirun (Open MPI) 4.1.4'
PATH=$directory/bin:$PATH
printf '#!/bin/sh\n' > script
chmod +x script

# starts STATUS ARGUMENT...: runs `allfold run`; its output and its errors are stored in two files.
starts() {
  local expected=$1 status=0
  shift
  echo "+ allfold run $*"
  "$allfold" run "$@" > out 2> err || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}
# passes WORDS ARGUMENT...: the launcher gets these words, and ends with status 43. <-x><@> stands for the variables
# that Open MPI's launcher always gets, and @ for the same variables in other places.
passes() {
  starts 43 "${@:2}"
  local words=${1//<-x><@>/<-x><LD_PRELOAD=$library><-x><ALLFOLD_UNUSED=say>}
  words=${words//@/LD_PRELOAD=$library,ALLFOLD_UNUSED=say}
  [ "$(head -n 1 out)" = "$words" ] || fail "not '$words'"
}
# refuses STATUS PATTERN ARGUMENT...: prints one line that matches, and starts nothing.
refuses() {
  starts "$1" "${@:3}"
  [ ! -s out ] || fail "something was started"
  grep -qE -- "^allfold run: $2" err || fail "no '$2'"
}

# The library of this command.
starts 0 --dry-run mpirun.four ./script
library=$(sed -n 's/^mpirun.four -x LD_PRELOAD=\([^ ]*\) -x ALLFOLD_UNUSED=say .\/script$/\1/p' out)
[ -f "$library" ] || fail "no library is preloaded"

# The variables, by the means of each launcher; all other arguments are unchanged.
passes '<-x><@><-n><2><./script><-n><a b>' -- mpirun.four -n 2 ./script -n 'a b'
[ "$(cat err)" = "allfold run: Open MPI 4.1.4: mpirun.four -x LD_PRELOAD=$library -x ALLFOLD_UNUSED=say -n 2 ./script -n 'a b'" ] ||
  fail "not the line that was started"
[ "$(tail -n 1 out)" = ' has nothing' ] || fail "the launcher itself has the variables"
passes '<-x><@><-x><ALLFOLD_STATS=1><-n><2><./script>' --stats mpirun.five -n 2 ./script
passes '<-x><@><./script>' prterun ./script
passes '<-x><@><./script>' mpirun ./script
passes '<-x><@><./script>' bin/start-job ./script
passes '<-x><@><-n><1><./script><--stats><:><-x><@><--mca><a><b><./script><-->' \
  mpirun.four -n 1 ./script --stats : --mca a b ./script --
passes "<-genv><LD_PRELOAD><$library><-genv><ALLFOLD_UNUSED><say><-genv><ALLFOLD_RULES><none><-n><1><./script><:><-n><1><./script>" \
  --rules none mpiexec.hydra -n 1 ./script : -n 1 ./script
passes "<-genv><LD_PRELOAD><$library><-genv><ALLFOLD_UNUSED><say><-ppn><2><./script>" mpiexec -ppn 2 ./script
grep -q '^allfold run: Intel MPI 2021.9: ' err || fail "not Intel's"
passes '<--export=ALL,@,ALLFOLD_STATS=1><-n4><./script>' --stats -- srun -n4 ./script
passes '<--export=A,B=c,@><-N><2><./script><--export=NONE>' srun --export=A,B=c -N 2 ./script --export=NONE
passes '<--export=A,@><-lu><./script>' srun --export A -lu ./script
passes '<--export=PATH,@><./script><:><--export=PATH,@><-n1><./script>' \
  srun --export=PATH ./script : --export PATH -n1 ./script
passes '<--export=A,@><./script>' srun --expor=A ./script
passes '<--export=A,@><--job-name><x><./script>' srun --exp A --job-name x ./script
passes '<--export=ALL,@><--ntasks-per-n><2><./script>' srun --ntasks-per-n 2 ./script
refuses 2 '--export=NONE: ' srun --expo=NONE ./script
# srun takes the last of several values.
passes '<--export=C,@><-l><-N><2><./script>' srun --export=A,B=c -l --export NONE -N 2 --exp=C ./script
refuses 2 '--export=NONE: ' srun --export=ALL --export=NONE ./script
refuses 2 '--export LD_PRELOAD: ' srun --export=ALL --export=LD_PRELOAD=a ./script
passes '<--export=ALL,@><./script>' srun --export=LD_PRELOAD=a --export ALL ./script
SLURM_EXPORT_ENV=HOME passes '<--export=HOME,@><./script>' srun ./script
SRUN_EXPORT_ENV=USER SLURM_EXPORT_ENV=HOME passes '<--export=USER,@><./script>' srun ./script
# Debian's Slurm has another name, and srun has no version if it finds no configuration.
cp bin/srun debian && sed -i 's/^slurm 22/slurm-wlm 22/' debian/srun
passes '<--export=ALL,@><./script>' debian/srun ./script
grep -q '^allfold run: Slurm 22.05.8: ' err || fail "not Debian's Slurm"
cp bin/srun without && sed -i "s/^slurm 22.*/srun: fatal: Could not establish a configuration source/; s/^exit; fi/exit 1; fi/" without/srun
passes '<--export=ALL,@><./script>' without/srun ./script
grep -q '^allfold run: Slurm: ' err || fail "srun without a version is not taken for Slurm's"
SLURM_EXPORT_ENV=NONE passes '<--export=ALL,@><./script>' srun ./script
# aprun and PALS: in the first context, for all.
passes "<-e><LD_PRELOAD=$library><-e><ALLFOLD_UNUSED=say><-n><4><-N><2><-cc><cpu><./script>" aprun -n 4 -N 2 -cc cpu ./script
grep -q '^allfold run: aprun: aprun -e LD_PRELOAD=' err || fail "not aprun"
passes "<-e><LD_PRELOAD=$library><-e><ALLFOLD_UNUSED=say><-e><A=b><-n><1><./script><:><-n><3><./script>" \
  aprun -e A=b -n 1 ./script : -n 3 ./script
passes "<--env><LD_PRELOAD=$library><--env><ALLFOLD_UNUSED=say><-n><2><--ppn><1><--cpu-bind><depth><./script><:><-n><1><./script>" \
  pals/mpiexec -n 2 --ppn 1 --cpu-bind depth ./script : -n 1 ./script
grep -q "^allfold run: HPE's PALS 1.2.12: " err || fail "not PALS"
passes "<--env><LD_PRELOAD=$library><--env><ALLFOLD_UNUSED=say><--envnone><--env><A=b><./script>" \
  pals/mpiexec --envnone --env A=b ./script
# mpirun_rsh: before the program, after the hosts and the user's variables.
rsh="<LD_PRELOAD=$library><ALLFOLD_UNUSED=say>"
passes "<-np><2><-hostfile><hosts><A=b>$rsh<./script><C=d>" mpirun_rsh -np 2 -hostfile hosts A=b ./script C=d
grep -q "^allfold run: MVAPICH's mpirun_rsh: mpirun_rsh -np 2 " err || fail "not MVAPICH's"
passes "<-np><2><node1><node1><A=b>$rsh<./script><:><x>" mpirun_rsh -np 2 node1 node1 A=b ./script : x
passes "<-np><2><node1><node2>$rsh<./script>" mpirun_rsh -np 2 node1 node2 ./script
passes "<--n=2><-ss><-host><hosts>$rsh<./script><x><y>" start-by-ssh --n=2 -ss -host hosts ./script x y
passes "<-np><4><-ppn><2>$rsh<./script><1><2><3><4>" mpirun_rsh -np 4 -ppn 2 ./script 1 2 3 4
# A batch system has the hosts, if there are fewer words than ranks, or a variable is the first one.
passes "<-np><4>$rsh<./script><x>" mpirun_rsh -np 4 ./script x
passes "<-np><2><A=b>$rsh<./script><x><y>" mpirun_rsh -np 2 A=b ./script x y
passes "<-export-all><-config><programs><-hostfile><hosts><A=b>$rsh" mpirun_rsh -export-all -config programs -hostfile hosts A=b
refuses 2 '-new: unknown option of mpirun_rsh: expected .*; set LD_PRELOAD ' mpirun_rsh -np 2 -new node1 node2 ./script
refuses 2 '-hostfile: missing value: expected ' mpirun_rsh -np 2 -hostfile
# What Hydra and its relatives pass on of the environment makes no difference.
for words in -genvall -genvnone '-genvlist A,LD_PRELOAD' '-genvexcl LD_PRELOAD' '-envnone -env A b'; do
  # shellcheck disable=SC2086
  passes "<-genv><LD_PRELOAD><$library><-genv><ALLFOLD_UNUSED><say><${words// /><}><./script>" mpiexec.hydra $words ./script
done
# An unknown option: the words after it are passed on.
passes '<-x><@><--new><./script>' mpirun.four --new ./script

# Variables of the environment go to all nodes; options come first.
ALLFOLD_REDUCE=native ALLFOLD_STATS=0 passes '<-x><@><-x><ALLFOLD_REDUCE=native><-x><ALLFOLD_STATS=1><./script>' \
  --stats mpirun.four ./script
ALLFOLD_STATS=0 passes '<--export=ALL,@,ALLFOLD_STATS=1><./script>' --stats srun ./script
[ "$(tail -n 1 out)" = ' has nothing' ] || fail "srun would prefer its own variables"
grep -q ': env -u ALLFOLD_STATS srun --export=' err || fail "it is not said"
# A comma would end the value in --export: srun passes on the variable from its own environment.
ALLFOLD_MODEL=alpha=2us,beta=1ns passes '<--export=ALL,@,ALLFOLD_MODEL><./script>' srun ./script
grep -q ': ALLFOLD_MODEL=alpha=2us,beta=1ns srun --export=' err || fail "it is not said"
LD_PRELOAD=libm.so.6 passes "<-x><LD_PRELOAD=libm.so.6:$library><-x><ALLFOLD_UNUSED=say><./script>" mpirun.four ./script
# The address sanitizer's library has to be the first.
ldd "$library" | grep -q libasan ||
  LD_PRELOAD="libm.so.6 $library" passes "<-x><LD_PRELOAD=libm.so.6:$library><-x><ALLFOLD_UNUSED=say><./script>" mpirun.four ./script
echo 'int harmless;' > harmless.c
"$CC" -shared -fPIC harmless.c -o liballfold.so
LD_PRELOAD=$directory/liballfold.so refuses 2 "LD_PRELOAD: .*/liballfold.so is not the library of this command \($(literally "$library")\)" \
  mpirun.four ./script
ALLFOLD_STAT=1 passes '<-x><@><./script>' mpirun.four ./script
grep -q '^allfold run: warning: ALLFOLD_STAT: unknown variable' err || fail "no warning"
echo '{"format": "allfold rules 1"}' > rules.json
passes "<-x><@><-x><ALLFOLD_RULES=$directory/rules.json><./script>" --rules rules.json -- mpirun.four ./script
mkdir rules.d
passes "<-x><@><-x><ALLFOLD_RULES=$directory/rules.d/><./script>" --rules rules.d/ -- mpirun.four ./script
passes "<-x><@><-x><ALLFOLD_PROFILE=$directory/p.json><./script>" --profile p.json -- mpirun.four ./script
passes "<-x><@><-x><ALLFOLD_PROFILE=$directory/later/p.json><./script>" --profile later/p.json -- mpirun.four ./script
grep -q "^allfold run: warning: --profile: $(literally "$directory")/later: no such folder on this node: expected it " err ||
  fail "no warning"
passes '<-x><@><-x><ALLFOLD_MODE=native><./script>' --native mpirun.four ./script
refuses 2 '--(native, --compare|compare, --native): cannot be combined: ' --native --compare mpirun.four ./script
refuses 2 '--profile: expected the name of a file, got an empty one' --profile '' -- mpirun.four ./script
refuses 2 '--rules: expected the name of a file, got an empty one' --rules '' -- mpirun.four ./script
for folder in bin later/; do
  passes "<-x><@><-x><ALLFOLD_PROFILE=$directory/$folder><./script>" --profile "$folder" -- mpirun.four ./script
  ! grep -q warning err || fail "a warning about a folder"
done
passes "<-x><@><-x><ALLFOLD_PROFILE=$directory/rules.json/later/><./script>" --profile rules.json/later/ -- mpirun.four ./script
grep -q "^allfold run: warning: --profile: $(literally "$directory")/rules.json: not a writable folder on this node: expected one " err ||
  fail "no warning"
passes '<-x><@><-x><ALLFOLD_MODE=compare><./script>' --compare mpirun.four ./script
ALLFOLD_MODE=native ALLFOLD_COMPARE_EVERY=9 passes '<-x><@><-x><ALLFOLD_COMPARE_EVERY=9><-x><ALLFOLD_MODE=compare><./script>' \
  --compare mpirun.four ./script
refuses 2 '--(profile|compare): ALLFOLD_PROFILE: cannot be combined with ALLFOLD_MODE=compare: .*; unset one of the two$' \
  --compare --profile p.json -- mpirun.four ./script
passes "<-x><LD_PRELOAD=$library><./script>" --quiet mpirun.four ./script
[ ! -s err ] || fail "not quiet"
ALLFOLD_UNUSED=silent passes "<-x><LD_PRELOAD=$library><-x><ALLFOLD_UNUSED=silent><./script>" mpirun.four ./script
starts 0 --dry-run --stats -- mpirun.four -n 2 ./script "it's" ''
[ "$(cat out)" = "mpirun.four -x LD_PRELOAD=$library -x ALLFOLD_UNUSED=say -x ALLFOLD_STATS=1 -n 2 ./script 'it'\\''s' ''" ] ||
  fail "not a line for a shell"

# The launcher replaces the process of the command: it gets the signals.
cat > bin/mpirun.waits <<'SCRIPT'
#!/bin/sh
[ "$1" != --version ] || exec echo 'mpirun (Open MPI) 4.1.4'
trap 'exit 44' TERM
echo $$ > started
while :; do sleep 0.1; done
SCRIPT
chmod +x bin/mpirun.waits
"$allfold" run -q mpirun.waits ./script &
process=$!
for _ in $(seq 600); do
  [ ! -s started ] || break
  sleep 0.1
done
[ "$(cat started)" = $process ] || fail "the launcher is another process"
kill -TERM $process
status=0
wait $process || status=$?
[ $status = 44 ] || fail "status $status after SIGTERM"

# Command lines that cannot work.
refuses 2 'missing command: expected a launcher and a program, for example: allfold run -- mpirun -n 4 ./program$'
"$allfold" run --nonsense mpirun.four ./script > out 2>&1 && fail "--nonsense is an option"
says "^allfold run: unknown option '--nonsense'; see 'allfold run --help'$"
refuses 127 'no-launcher: not found in PATH: expected a launcher' no-launcher ./script
refuses 125 "./script: unknown launcher: .* set these variables on all ranks: LD_PRELOAD=$(literally "$library") ALLFOLD_UNUSED=say ALLFOLD_STATS=1$" --stats ./script
for word in sbatch salloc /usr/bin/qsub; do
  refuses 125 "$word: submits a job, and starts no ranks: .*; write 'allfold run --' before it inside the job\$" $word ./script
done
refuses 125 'my-launcher: unknown launcher: ' my-launcher ./script
refuses 125 'mpiexec.other: unknown launcher: ' mpiexec.other ./script
refuses 2 '-x LD_PRELOAD: .*; write LD_PRELOAD=... allfold run' mpirun.four -x LD_PRELOAD=a ./script
refuses 2 '-env LD_PRELOAD: ' mpiexec.hydra -n 1 ./script : -env LD_PRELOAD a ./script
refuses 2 '-e LD_PRELOAD: ' aprun -n 1 -e LD_PRELOAD=a ./script
refuses 2 'mpirun_rsh LD_PRELOAD: .*; write LD_PRELOAD=... allfold run' mpirun_rsh -np 1 node1 LD_PRELOAD=a ./script
refuses 2 '--environment-override LD_PRELOAD: ' aprun --environment-override=LD_PRELOAD=a ./script
refuses 2 '--env LD_PRELOAD: ' pals/mpiexec --env LD_PRELOAD=a ./script
refuses 2 '--env LD_PRELOAD: ' pals/mpiexec --env=LD_PRELOAD=a ./script
refuses 2 '--export LD_PRELOAD: ' srun --export=ALL,LD_PRELOAD=a ./script
refuses 2 '--export=NONE: ' srun --export=NONE ./script
refuses 2 '--app: ' mpirun.four --app file
LD_PRELOAD=./a,b.so refuses 2 'LD_PRELOAD=.*: srun ends a value at a comma: ' srun ./script
refuses 2 'ALLFOLD_RULES=.*/none.json: cannot be read: ' --rules none.json mpirun.four ./script
echo '{"format": "allfold rules 1", "rule": []}' > faulty.json
refuses 2 '.*/faulty.json:1: rule: unknown key' --rules faulty.json mpirun.four ./script
ALLFOLD_STATS=maybe refuses 2 'ALLFOLD_STATS=maybe: invalid value' mpirun.four ./script
chmod -x bin/mpirun.five
refuses 127 'bin/mpirun.five: not found in PATH' bin/mpirun.five ./script

# Programs that cannot be served, at any position in the command line.
echo 'void _start(void) { for (;;) {} }' > static.c
for kind in static static-pie; do
  "$CC" -$kind -fPIE -nostdlib static.c -o static
  refuses 125 './static: statically linked: .*; link it dynamically, .* --force to start it anyway$' \
    mpirun.four --mca a b -x A -np 2 ./static
done
refuses 125 './static: ' mpirun.four -n 1 ./script : -n 1 ./static
refuses 125 './static: ' mpiexec.hydra -genv a b -n 1 ./static
refuses 125 './static: ' srun -n2 --mem 1G -ln 2 ./static
refuses 125 './static: ' aprun -b -n 2 -D 1 -e A=b ./static
refuses 125 './static: ' mpirun_rsh -np 2 node1 node2 A=b ./static
refuses 125 './static: ' pals/mpiexec --np 2 --ppn 1 --env A=b --envall ./static
refuses 125 'static: ' mpirun.four -n 2 static
refuses 125 'static: ' mpirun.four -wdir "$directory" -n 2 static
mkdir elsewhere
cp static elsewhere/inner
refuses 125 './inner: ' mpirun.four -wdir elsewhere -n 2 ./inner
refuses 125 './inner: ' srun -D elsewhere ./inner
PATH=$directory:$PATH refuses 125 'static: ' mpirun.four -wdir / -n 2 static
passes '<-x><@><./static>' --force mpirun.four ./static
passes '<-x><@><--new><./static>' mpirun.four --new ./static
passes '<-x><@><./script><./static>' mpirun.four ./script ./static

soname=libmpi.so.12
! ldd "$library" | grep -q "$soname" || soname=libmpi.so.40
echo 'int MPI_Init(int* a, char*** b) { return a != 0 && b != 0; }' > mpi.c
echo 'int MPI_Init(int*, char***); int main(void) { return MPI_Init(0, 0); }' > program.c
"$CC" -shared -fPIC mpi.c -Wl,-soname,$soname -o $soname
"$CC" program.c $soname -Wl,-rpath,"$directory" -o other-mpi
refuses 125 "./other-mpi: linked with another MPI library \(.*$(literally "$directory/$soname")\) than Allfold \(.*; build Allfold with the MPI" \
  mpirun.four ./other-mpi
mv $soname moved
refuses 125 "./other-mpi: the loader does not find the library $soname; set LD_LIBRARY_PATH" mpirun.four ./other-mpi

"$MPICC" program.c -o mpi-program
case $(ldd mpi-program) in
  *libmpi.so.40*) own=mpirun.four other=mpiexec.hydra ;;
  *) own=mpiexec.hydra other=mpirun.four ;;
esac
starts 43 "$own" ./mpi-program
refuses 125 './mpi-program: linked with .*, but .* belongs to another MPI library, and would start each rank as a job of its own; ' "$other" ./mpi-program
for launcher in srun aprun pals/mpiexec; do starts 43 "$launcher" ./mpi-program; done
[ "$own" = mpirun.four ] || starts 43 mpirun_rsh -np 1 node1 ./mpi-program

# A program that is linked with Allfold needs no preloading.
passes "<-x><ALLFOLD_UNUSED=say><$allfold><list>" mpirun.four "$allfold" list
grep -q '^allfold run: notice: .*: linked with Allfold; it is not preloaded$' err || fail "it is not said"
passes "<-x><ALLFOLD_UNUSED=say><-x><ALLFOLD_STATS=1><$allfold>" --stats mpirun.four "$allfold"

# The address sanitizer's library is moved before all others. The stand-in for it is only inspected.
echo 'int none;' > runtime.c
mkdir runtime
for name in libasan.so.8 libclang_rt.asan-x86_64.so libtsan.so.2; do
  "$CC" -shared -fPIC runtime.c -Wl,-soname,$name -o runtime/$name
  cp runtime/$name elsewhere
  "$MPICC" program.c -Wl,--no-as-needed runtime/$name -Wl,-rpath,"$directory/runtime" -o sanitized
  first=$directory/runtime/$name:
  [ $name != libtsan.so.2 ] || first=
  passes "<-x><LD_PRELOAD=$first$library><-x><ALLFOLD_UNUSED=say><./sanitized>" --force mpirun.four ./sanitized
  [ -n "$first" ] || continue
  for before in libm.so.6 "libm.so.6:$directory/elsewhere/$name" "$first$library:libm.so.6"; do
    rest=libm.so.6:$library
    [ "$before" != "$first$library:libm.so.6" ] || rest=$library:libm.so.6
    LD_PRELOAD=$before starts 0 --force --dry-run mpirun.four ./sanitized
    grep -qF "LD_PRELOAD=$first$rest " out || fail "not first with $before"
  done
done

# A program that is missing here may exist on another node.
passes '<-x><@><./nowhere>' mpirun.four ./nowhere
grep -q '^allfold run: notice: ./nowhere: not checked: no such file on this node$' err || fail "it is not said"

refuses 2 '-x LD_PRELOAD: LD_PRELOAD is set in the launcher.s command line' mpirun.four --x LD_PRELOAD=mine.so ./script
refuses 2 '-genv LD_PRELOAD: LD_PRELOAD is set in the launcher.s command line' mpiexec.hydra -genv LD_PRELOAD=mine.so ./script
passes '<-x><@><--><./script>' mpirun.four -- ./script
refuses 2 "--profile: missing value: expected a value after '='" --profile= mpirun.four ./script
passes '<-x><@><./script><--profile=><-q=1>' mpirun.four ./script --profile= -q=1
passes "<-x><@><-x><ALLFOLD_PROFILE=$directory/p><./script><--profile=>" --profile "$directory/p" mpirun.four ./script --profile=

cp script privileged
if [ "$(id -u)" = 0 ]; then
  chown 65534 privileged
  chmod u+s privileged
  refuses 125 './privileged: set-user-ID, .*; run a copy without' mpirun.four ./privileged
  chown 0 privileged
  chmod u+s privileged
  passes '<-x><@><./privileged>' mpirun.four ./privileged
else
  echo "without root's rights no file can be given those of another user: not tested"
fi
