/* Makes calls fail that one library makes. The caller's address identifies them; calls from elsewhere
 * are unchanged. The library is the one whose path contains "liballfold". Environment:
 *
 *     FAULTS_CALL       name of the function, one of those below. madvise: allocates memory.
 *                       posix_fallocate: madvise cannot, as on kernels before 5.14
 *     FAULTS_NTH        number of the call that fails; 0: none
 *     FAULTS_RANK       the only rank on which it fails; not set: all ranks
 *     FAULTS_AND_LATER  set: all later calls fail, too
 *     FAULTS_IN         phase in which calls are numbered. init: up to the end of MPI_Init;
 *                       finalize: from MPI_Finalize on; not set: from the end of MPI_Init on
 *     FAULTS_COUNT      file to which each rank appends the number of such calls that it made
 *     FAULTS_HOW        how a process_vm_readv fails. refused (default): with EPERM; fault: with
 *                       EFAULT; short: the call reads half of the bytes, and later ones end with
 *                       EFAULT */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

extern void* __libc_malloc(size_t size);
extern void* __libc_calloc(size_t number, size_t size);
extern void* __libc_realloc(void* memory, size_t size);
extern void* __libc_memalign(size_t alignment, size_t size);

static uintptr_t first_address;
static uintptr_t last_address;
static char failing[32];
static long failing_call;
static atomic_long calls;
static atomic_int is_numbering;
static int fails_later;
static enum { in_init, in_calls, in_finalize } numbered = in_calls;

static int find_library(struct dl_phdr_info* info, size_t size, void* unused) {
  (void)size;
  (void)unused;
  if (strstr(info->dlpi_name, "liballfold") == NULL) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || (header->p_flags & PF_X) == 0) continue;
    first_address = info->dlpi_addr + header->p_vaddr;
    last_address = first_address + header->p_memsz;
  }
  return 1;
}

__attribute__((constructor)) static void read_environment(void) {
  const char* name = getenv("FAULTS_CALL");
  const char* nth = getenv("FAULTS_NTH");
  const char* only_rank = getenv("FAULTS_RANK");
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  if (name == NULL || rank == NULL) return;
  if (only_rank != NULL && strcmp(rank, only_rank) != 0) return;
  failing_call = nth != NULL ? strtol(nth, NULL, 10) : 0;
  const char* in = getenv("FAULTS_IN");
  if (in != NULL) numbered = strcmp(in, "init") == 0 ? in_init : in_finalize;
  is_numbering = numbered == in_init;
  fails_later = getenv("FAULTS_AND_LATER") != NULL;
  dl_iterate_phdr(find_library, NULL);
  snprintf(failing, sizeof failing, "%s", name);
}

__attribute__((destructor)) static void tell_count(void) {
  const char* file = getenv("FAULTS_COUNT");
  if (file == NULL || failing[0] == '\0') return;
  const int descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (descriptor < 0) return;
  dprintf(descriptor, "%ld\n", (long)atomic_load(&calls));
  close(descriptor);
}

static int is_under_fault(const char* name, const void* caller) {
  const uintptr_t address = (uintptr_t)caller;
  return address >= first_address && address < last_address && strcmp(name, failing) == 0;
}

static int fails(const char* name, const void* caller) {
  if (!is_under_fault(name, caller)) return 0;
  const int is_counted = is_numbering;
  const long number = is_counted ? atomic_fetch_add(&calls, 1) + 1 : atomic_load(&calls);
  if (fails_later) return failing_call > 0 && number >= failing_call;
  return is_counted && number == failing_call;
}

#define FAILS(name) fails(name, __builtin_return_address(0))
#define NEXT(type, name) (__extension__(type) dlsym(RTLD_NEXT, name))

int MPI_Init(int* argc, char*** argv) {
  const int error = NEXT(int (*)(int*, char***), "MPI_Init")(argc, argv);
  is_numbering = numbered == in_calls;
  return error;
}

int MPI_Finalize(void) {
  if (numbered == in_finalize) is_numbering = 1;
  return NEXT(int (*)(void), "MPI_Finalize")();
}

void* malloc(size_t size) {
  if (!FAILS("malloc")) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}
void* calloc(size_t number, size_t size) {
  if (!FAILS("malloc")) return __libc_calloc(number, size);
  errno = ENOMEM;
  return NULL;
}
void* realloc(void* memory, size_t size) {
  if (!FAILS("malloc")) return __libc_realloc(memory, size);
  errno = ENOMEM;
  return NULL;
}
void* aligned_alloc(size_t alignment, size_t size) {
  if (!FAILS("malloc")) return __libc_memalign(alignment, size);
  errno = ENOMEM;
  return NULL;
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  if (FAILS("malloc")) return ENOMEM;
  *memory = __libc_memalign(alignment, size);
  return *memory != NULL ? 0 : ENOMEM;
}

int memfd_create(const char* name, unsigned flags) {
  if (!FAILS("memfd_create"))
    return NEXT(int (*)(const char*, unsigned), "memfd_create")(name, flags);
  errno = ENOMEM;
  return -1;
}
void* mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (!FAILS("mmap"))
    return NEXT(void* (*)(void*, size_t, int, int, int, off_t), "mmap")(at, size, protection, flags,
                                                                        file, offset);
  errno = ENOMEM;
  return MAP_FAILED;
}
int ftruncate(int file, off_t size) {
  if (!FAILS("ftruncate")) return NEXT(int (*)(int, off_t), "ftruncate")(file, size);
  errno = ENOSPC;
  return -1;
}
#ifdef MADV_POPULATE_WRITE
int madvise(void* at, size_t size, int advice) {
  const int is_old_kernel = is_under_fault("posix_fallocate", __builtin_return_address(0));
  if (advice != MADV_POPULATE_WRITE || (!is_old_kernel && !FAILS("madvise")))
    return NEXT(int (*)(void*, size_t, int), "madvise")(at, size, advice);
  errno = is_old_kernel ? EINVAL : ENOMEM;
  return -1;
}
#endif
int posix_fallocate(int file, off_t offset, off_t size) {
  if (FAILS("posix_fallocate")) return ENOSPC;
  return NEXT(int (*)(int, off_t, off_t), "posix_fallocate")(file, offset, size);
}
int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if (!FAILS("open")) return NEXT(int (*)(const char*, int, ...), "open")(path, flags, mode);
  errno = EMFILE;
  return -1;
}
ssize_t process_vm_readv(pid_t process, const struct iovec* here, unsigned long parts_here,
                         const struct iovec* there, unsigned long parts_there,
                         unsigned long flags) {
  ssize_t (*const next)(pid_t, const struct iovec*, unsigned long, const struct iovec*,
                        unsigned long, unsigned long) =
      NEXT(ssize_t(*)(pid_t, const struct iovec*, unsigned long, const struct iovec*, unsigned long,
                      unsigned long),
           "process_vm_readv");
  if (!FAILS("process_vm_readv")) return next(process, here, parts_here, there, parts_there, flags);
  const char* how = getenv("FAULTS_HOW");
  if (how != NULL && strcmp(how, "short") == 0 && atomic_load(&calls) == failing_call) {
    const struct iovec half_here = {here->iov_base, (here->iov_len + 1) / 2};
    const struct iovec half_there = {there->iov_base, half_here.iov_len};
    return next(process, &half_here, 1, &half_there, 1, flags);
  }
  errno = how != NULL && strcmp(how, "refused") != 0 ? EFAULT : EPERM;
  return -1;
}
