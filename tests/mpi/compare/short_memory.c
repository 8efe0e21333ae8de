/* Stands before the C library. On rank 1, allocations of 7 to 7.1 million bytes fail, the size of a
 * copy of a vector of 218750 doubles. After the program has asked for it, the next allocation of
 * Allfold fails, too. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

void* __libc_malloc(size_t);
void* __libc_memalign(size_t, size_t);

static int is_rank_1(void) {
  const char* names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (int i = 0; i < 3; ++i) {
    const char* rank = getenv(names[i]);
    if (rank != NULL) return strcmp(rank, "1") == 0;
  }
  return 0;
}

static int is_refused(size_t bytes) { return bytes >= 7000000 && bytes < 7100000 && is_rank_1(); }

static int next_is_refused = 0;
void set_next_is_refused(int is_refused) { next_is_refused = is_refused; }

static int is_of_allfold(const void* caller) {
  Dl_info info;
  return dladdr(caller, &info) != 0 && strstr(info.dli_fname, "liballfold") != NULL;
}

void* malloc(size_t bytes) {
  if (next_is_refused && is_of_allfold(__builtin_return_address(0))) {
    next_is_refused = 0;
    return NULL;
  }
  return is_refused(bytes) ? NULL : __libc_malloc(bytes);
}

void* aligned_alloc(size_t alignment, size_t bytes) {
  return is_refused(bytes) ? NULL : __libc_memalign(alignment, bytes);
}
