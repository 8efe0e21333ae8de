#!/usr/bin/env bash
# doctor.sh COMMAND: the problems that `allfold doctor` finds, with a stand-in for each possible cause. The
# environment contains CC, MPICC and CMAKE.
set -euo pipefail
# shellcheck source=../literally.sh
. "$(dirname "$0")/../literally.sh"
allfold=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
# shellcheck source=../said.sh
. "$(dirname "$0")/../said.sh"
# Only the variables set here.
for name in $(compgen -v ALLFOLD_ || true); do unset "$name"; done
unset LD_PRELOAD OMPI_COMM_WORLD_RANK PMIX_RANK PMI_RANK SLURM_PROCID
export XDG_CONFIG_HOME=$directory/config
cd "$directory"
mkdir bin

# launcher VERSION: makes a stand-in for mpirun, first in PATH.
launcher() {
  printf '%s\n' '#!/bin/sh' "echo '$1'" > bin/mpirun
  chmod +x bin/mpirun
}
# doctor STATUS ARGUMENT...: runs it; its output is stored.
doctor() {
  local expected=$1 status=0
  shift
  echo "+ allfold doctor $*"
  "$allfold" doctor "$@" > "$directory/out" 2>&1 || status=$?
  [ $status = "$expected" ] || fail "status $status instead of $expected"
}
# finds PATTERN ARGUMENT...: it reports a problem, and what to do about it.
finds() {
  doctor 1 "${@:2}"
  says "^problem  $1"
  says '^[0-9]+ problems?$'
}
# stub FUNCTION CODE: a library with this function in place of the system's.
stub() {
  printf '%s\n' '#define _GNU_SOURCE' '#include <errno.h>' '#include <fcntl.h>' '#include <string.h>' \
    '#include <sys/stat.h>' '#include <sys/types.h>' "$2" > "$1.c"
  "$CC" -shared -fPIC "$1.c" -o "$1.so"
}

# A sanitizer's library must be loaded before all others.
preloads=yes
! ldd "$allfold" | grep -qE 'lib[at]san' || preloads=no

echo 'int MPI_Init(int*, char***); int main(void) { return MPI_Init(0, 0); }' > program.c
"$MPICC" program.c -o mpi-program
case $(ldd mpi-program) in
  *libmpi.so.40*) own='mpirun (Open MPI) 4.1.4' other='HYDRA build details:' ;;
  *) own='HYDRA build details:' other='mpirun (Open MPI) 4.1.4' ;;
esac
PATH=$directory/bin:$PATH
launcher "$own"

# The build has no problem, but the limits of this machine may be one.
baseline=0
"$allfold" doctor ./mpi-program > out || baseline=$?
says '^ok       library: /.*/liballfold\.so[.0-9]*, version [0-9.]+$'
says '^ok       MPI library: .+, /.+'
says "^ok       launcher: $(literally "$directory")/bin/mpirun, "
says '^ok       program: \./mpi-program: linked with .*, /'
says '^(ok  |note)     node: '
says '^ok       environment: '
says "^note     rules: no rules file for this machine: looked for $(literally "$XDG_CONFIG_HOME")/allfold/rules.json, $(literally "$XDG_CONFIG_HOME")/allfold/rules.d, /.*/rules.json, /.*/rules.d; "
says '^(no problem|[0-9]+ problems?)$'
library=$(sed -n 's/^ok       library: \(.*\), version.*/\1/p' out)
[ -f "$library" ] || fail "there is no library $library"
doctor $baseline
says_not ' program: '

# The launcher.
launcher "$other"
finds 'launcher: .*/bin/mpirun \(.*\): belongs to another MPI library than .*; put the launcher'
launcher 'another 1.0'
doctor $baseline
says '^note     launcher: .*/bin/mpirun: unknown MPI library; '
launcher "$own"
# stand_in_srun VERSION LINE...: a stand-in for srun that lists these lines for --mpi=list.
stand_in_srun() {
  printf '%s\n' '#!/bin/sh' "[ \"\$1\" != --version ] || { echo '$1'; exit; }" "cat <<'TEXT'" "${@:2}" TEXT > bin/srun
  chmod +x bin/srun
}
# srun_finding LEVEL PATTERN
srun_finding() {
  doctor $baseline
  says "^$1 +launcher: $(literally "$directory")/bin/srun$2"
}
printf '#!/bin/sh\necho "MailProg  = /bin/mail"; echo "MpiDefault              = pmix"\n' > bin/scontrol
chmod +x bin/scontrol
stand_in_srun 'slurm 22.05.8' 'MPI plugin types are...' $'\tpmix' $'\tnone' $'\tpmi2' 'specific pmix plugin versions available: pmix_v4'
srun_finding ok ', Slurm 22\.05\.8, --mpi=pmix$'
SLURM_MPI_TYPE=pmix_v4 srun_finding ok ', Slurm 22\.05\.8, --mpi=pmix_v4$'
SLURM_MPI_TYPE=none srun_finding note ', Slurm 22\.05\.8: by default \(--mpi=none\) starts each rank of .* as a job of its own; use srun --mpi=pmix$'
stand_in_srun 'slurm 20.11.9' 'srun: MPI types are...' 'srun: cray_shasta' 'srun: none'
srun_finding note ', Slurm 20\.11\.9: starts each rank of .* as a job of its own: --mpi takes cray_shasta, none; use mpirun inside a job'
printf '#!/bin/sh\nexit 1\n' > bin/srun
srun_finding note ': does not answer --mpi=list: Slurm has no configuration here; '
rm bin/srun bin/scontrol

# The program.
finds 'program: \./nowhere: no such file on this node; ' nowhere
finds 'program: \./program.c: the file is not executable; ' ./program.c
echo 'void _start(void) { for (;;) {} }' > static.c
"$CC" -static -nostdlib static.c -o static
finds 'program: ./static: statically linked: .*; link it dynamically' ./static
soname=libmpi.so.12
! ldd "$library" | grep -q "$soname" || soname=libmpi.so.40
echo 'int MPI_Init(int* a, char*** b) { return a != 0 && b != 0; }' > mpi.c
"$CC" -shared -fPIC mpi.c -Wl,-soname,$soname -o $soname
"$CC" program.c $soname -Wl,-rpath,"$directory" -o other-mpi
finds "program: ./other-mpi: linked with another MPI library .*; build Allfold with" ./other-mpi
printf '#!/usr/bin/env python3\n' > script
chmod +x script
doctor $baseline ./script
says '^note     program: ./script: a script for /usr/bin/env python3; '
# names LANGUAGE PROGRAM: a note says which reductions of programs in this language Allfold serves.
names() {
  doctor $baseline "$2"
  says "^note     program: $(literally "$2"): .*$1: "
}
says '; Python: modules that are linked with the MPI library \(mpi4py\) are served. Functions .* \(ctypes, '
echo 'int main(void) { return 0; }' > plain.c
"$CC" plain.c -o python3.11
names Python ./python3.11
cp python3.11 julia
names Julia ./julia
cp python3.11 Rscript
names R ./Rscript
for line in '/usr/bin/env -S A=b python3 -u' /opt/bin/pypy3 '/opt/bin/python3.12 -u'; do
  printf '#!%s\n' "$line" > script
  names Python ./script
done
printf '#!/usr/bin/env julia\n' > script
names Julia ./script
printf '#!/bin/sh\n' > R
chmod +x R
names R ./R
printf '#!/bin/sh\n' > script
doctor $baseline ./script
says 'program: ./script: a script for /bin/sh; programs with MPI that it starts or loads are served$'
# The address sanitizer's library. The stand-in for it is only inspected.
echo 'int none;' > runtime.c
"$CC" -shared -fPIC runtime.c -Wl,-soname,libasan.so.8 -o libasan.so.8
"$MPICC" program.c -Wl,--no-as-needed libasan.so.8 -Wl,-rpath,"$directory" -o sanitized
doctor $baseline ./sanitized
says '^ok       program: ./sanitized: linked with '
says "^note     program: ./sanitized: linked with the address sanitizer: $(literally "$directory")/libasan.so.8 must be the first library in LD_PRELOAD; start it by 'allfold run', or with LD_PRELOAD=$(literally "$directory/libasan.so.8:$library")$"
"$CC" plain.c -o plain
doctor $baseline ./plain
says '^note     program: ./plain: not linked with an MPI library: '
doctor $baseline "$allfold"
says '^ok       program: .*: linked with Allfold$'
if [ "$(id -u)" = 0 ]; then
  cp plain privileged
  chown 65534 privileged
  chmod g+s,u+s privileged
  finds 'program: ./privileged: set-user-ID, .*; run a copy' ./privileged
else
  echo "without root's rights no file can be given those of another user: not tested"
fi

# The limits of the shell.
(ulimit -n 32 && finds 'limits: 32 open files per process: .*; raise it \(ulimit -n 1024\)')
(ulimit -f 500 && finds 'limits: the limit of the file size .*; raise it \(ulimit -f unlimited\)' &&
  says '^problem  shared memory: .*: memfd_create: cannot allocate 1216 KiB')

# The environment and the rules.
ALLFOLD_STATS=maybe finds "environment: ALLFOLD_STATS=maybe: invalid value 'maybe': expected 0 or 1$"
ALLFOLD_STAT=1 doctor $baseline
says "^note     environment: ALLFOLD_STAT: unknown variable: it has no effect \(did you mean 'ALLFOLD_STATS'\?"
ALLFOLD_RULES=none doctor $baseline
says '^ok       rules: none \(ALLFOLD_RULES=none\)$'
ALLFOLD_RULES=$directory/none.json finds "rules: ALLFOLD_RULES=$(literally "$directory")/none.json: cannot be read"
mkdir -p config/allfold
echo '{"format": "allfold rules 1", "rule": []}' > config/allfold/rules.json
finds 'rules: .*/config/allfold/rules.json:1: rule: unknown key'
cat > config/allfold/rules.json <<'RULES'
{"format": "allfold rules 1",
 "machine": {"processor": "of a machine far away", "processors": 3, "network": "high-speed", "mpi": "none"}}
RULES
doctor $baseline
says "^note     rules: .*/config/allfold/rules.json: not used: its processor is 'of a machine far away', here .*; to use it anyway, name it in ALLFOLD_RULES$"
says '^note     rules: no rules file for this machine: '
ALLFOLD_RULES=$directory/config/allfold/rules.json doctor $baseline
says '^note     rules: .*/config/allfold/rules.json: measured on another machine'
echo '{"format": "allfold rules 1"}' > config/allfold/rules.json
doctor $baseline
says "^ok       rules: $(literally "$XDG_CONFIG_HOME")/allfold/rules.json: for all machines$"
rm config/allfold/rules.json
# A folder of files for several kinds of machines.
mkdir config/allfold/rules.d
printf '{"format": "allfold rules 1", "machine": {"processors": %s}}' "$(getconf _NPROCESSORS_ONLN)" \
  > config/allfold/rules.d/here.json
echo '{"format": "allfold rules 1", "machine": {"processors": 123456}}' > config/allfold/rules.d/elsewhere.json
echo '{"format": "allfold rules 1"}' > config/allfold/rules.d/anywhere.json
in_folder=$(literally "$XDG_CONFIG_HOME")/allfold/rules.d
doctor $baseline
says "^ok       rules: $in_folder/here.json: for machines with this number of processors$"
says "^note     rules: $in_folder/elsewhere.json: not used: its number of processors is '123456', here '[0-9]+'; "
says "^note     rules: $in_folder/anywhere.json: not used: $in_folder/here.json is for this machine, too, and names more parts of it$"
rm config/allfold/rules.d/here.json config/allfold/rules.d/elsewhere.json
echo '{"format": "allfold rules 1", "rule": []}' > config/allfold/rules.d/faulty.json
finds "rules: $in_folder/faulty.json: not used: see above; correct it"
says "^ok       rules: $in_folder/anywhere.json: for all machines$"
ALLFOLD_RULES=$directory/config/allfold/rules.d finds "rules: $in_folder/faulty.json:1: rule: unknown key"
says "^ok       rules: $in_folder/anywhere.json: for all machines$"
rm -r config/allfold/rules.d

# Output for scripts.
ALLFOLD_STATS=maybe doctor 1 --json found.json
"$CMAKE" -D FILE=found.json -P "$here/check_doctor_json.cmake" || fail "not the JSON that it should be"
doctor 1 --json no/such/folder/found.json
says '^allfold doctor: --json: .*: cannot be written: '

if [ $preloads = no ]; then
  echo "a sanitizer forbids stand-ins that are preloaded: not tested"
  exit 0
fi
LD_PRELOAD=$directory/none.so finds "LD_PRELOAD: $(literally "$directory")/none.so: no such file; "
stub harmless 'int harmless;'
LD_PRELOAD=$directory/harmless.so doctor $baseline
says '^note     LD_PRELOAD: .*/harmless.so: loaded into all programs that this shell starts$'
LD_PRELOAD=$library doctor $baseline
says "^note     LD_PRELOAD: Allfold is loaded into all programs .*; unset it, and start programs by 'allfold run'$"
cp harmless.so liballfold.so
LD_PRELOAD=$directory/liballfold.so finds "LD_PRELOAD: .*/liballfold.so: not the library of this command \($(literally "$library")\); unset it"
stub version 'const char* allfold_version(void) { return "9.8.7"; }'
mv version.so liballfold.so.9
LD_PRELOAD=$directory/liballfold.so.9 finds 'library: .*/liballfold.so.9 has version 9.8.7, this command [0-9.]+; unset LD_PRELOAD'
stub renamed 'const char* allfold_version(void) { return "9.8.7"; }'
LD_PRELOAD=$directory/renamed.so finds 'library: not loaded by this command; install it'

stub memfd_create 'int memfd_create(const char* n, unsigned f) { (void)n; (void)f; errno = ENOSYS; return -1; }'
LD_PRELOAD=$directory/memfd_create.so finds 'shared memory: not available, ranks on this node exchange messages: memfd_create: cannot allocate'
stub open 'int open64(const char* n, int f, ...) { return strncmp(n, "/proc/", 6) ? openat(AT_FDCWD, n, f) : (errno = EACCES, -1); }
int open(const char* n, int f, ...) { return open64(n, f); }'
LD_PRELOAD=$directory/open.so finds 'shared memory: .*: a process cannot open /proc/PID/fd of another process; mount /proc without hidepid'
stub stat 'int stat(const char* n, struct stat* s) { return strcmp(n, "/dev/shm") ? fstatat(AT_FDCWD, n, s, 0) : (errno = ENOENT, -1); }
int stat64(const char* n, struct stat64* s) { return stat(n, (struct stat*)s); }'
LD_PRELOAD=$directory/stat.so finds 'shared memory: .*: ranks that share memory cannot be identified; mount /proc, and a tmpfs at /dev/shm'
stub readv 'ssize_t process_vm_readv(void) { errno = EPERM; return -1; }'
LD_PRELOAD=$directory/readv.so doctor $baseline
says '^note     single copies: a process cannot read the memory of another one '
stub statvfs '#include <sys/statvfs.h>
int statvfs(const char* n, struct statvfs* s) { (void)n; memset(s, 0, sizeof *s); s->f_frsize = 4096; s->f_bavail = 256; return 0; }
int statvfs64(const char* n, struct statvfs64* s) { return statvfs(n, (struct statvfs*)s); }'
LD_PRELOAD=$directory/statvfs.so doctor $baseline
says '^note     /dev/shm: 1 MiB free: MPI libraries store files there'
stub access 'int access(const char* n, int m) { return strcmp(n, "/dev/shm") ? faccessat(AT_FDCWD, n, m, 0) : (errno = EACCES, -1); }'
LD_PRELOAD=$directory/access.so finds '/dev/shm: Permission denied: MPI libraries store files there; mount a tmpfs there, with mode 1777'

echo "a program whose name a shell has left empty, and one that is no text"
status=0
"$allfold" doctor "" > "$directory/out" 2>&1 || status=$?
[ $status = 2 ] || fail "status $status of an empty name"
says 'PROGRAM: expected the name of a file, got an empty one'
printf '#!/bin/sh\n' > "$directory/a"$'\xff'b
chmod +x "$directory/a"$'\xff'b
doctor $baseline "$directory/a"$'\xff'b --json "$directory/findings.json"
[ -s "$directory/findings.json" ] || fail "no findings of a name that is no text"
SLURM_PROCID=3 doctor $baseline
says '^(no problem|[0-9]+ problems?)$'
