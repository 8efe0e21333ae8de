/* Built twice: as CUDA's driver, and with STAND_IN_HIP as HIP's driver. */
#define _GNU_SOURCE
#include "stand_in.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { success = 0, no_memory = 2, invalid = 1, failed = 719 };
enum { most_pinned = 16 };

static const size_t all_bytes = (size_t)1 << 30; /* of the device; used on first access */
static pthread_once_t once = PTHREAD_ONCE_INIT;
static char* device[STAND_IN_MANAGED + 1]; /* by kind */
static char* view_of[STAND_IN_MANAGED + 1];
static size_t used[STAND_IN_MANAGED + 1];
static void* pinned[most_pinned];
static size_t bytes_of[most_pinned], bytes_pinned, most_bytes_pinned;
static int pinned_is_denied, fail_copy_after = -1, queries_made, copies_made;

static void set_up(void) {
  for (int kind = 0; kind <= STAND_IN_MANAGED; ++kind) {
    const int file = memfd_create("device", 0);
    const int access = kind == STAND_IN_DEVICE ? PROT_NONE : PROT_READ | PROT_WRITE;
    if (file < 0 || ftruncate(file, (off_t)all_bytes) != 0) abort();
    device[kind] = mmap(NULL, all_bytes, access, MAP_SHARED | MAP_NORESERVE, file, 0);
    view_of[kind] =
        mmap(NULL, all_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
    if (device[kind] == MAP_FAILED || view_of[kind] == MAP_FAILED) abort();
    close(file);
  }
}

/* The kind of memory, or -1 if the address is not the device's. */
static int kind_of(const void* address) {
  const uintptr_t at = (uintptr_t)address;
  for (int kind = 0; kind <= STAND_IN_MANAGED; ++kind)
    if (device[kind] && at >= (uintptr_t)device[kind] && at - (uintptr_t)device[kind] < all_bytes)
      return kind;
  return -1;
}

static int is_pinned(const void* address) {
  for (int i = 0; i < most_pinned; ++i)
    if (pinned[i] == address && address) return 1;
  return 0;
}

static void* view(const void* address) {
  const int kind = kind_of(address);
  if (kind < 0) abort();
  return view_of[kind] + ((const char*)address - device[kind]);
}

static int copy(void* into, const void* from, size_t bytes) {
  ++copies_made;
  if (fail_copy_after >= 0 && fail_copy_after-- == 0) return failed;
  memcpy(into, from, bytes);
  return success;
}

static int allocate_host(void** memory, size_t bytes) {
  *memory = pinned_is_denied ? NULL : malloc(bytes);
  for (int i = 0; *memory && i < most_pinned; ++i) {
    if (pinned[i]) continue;
    pinned[i] = *memory;
    bytes_of[i] = bytes;
    bytes_pinned += bytes;
    if (bytes_pinned > most_bytes_pinned) most_bytes_pinned = bytes_pinned;
    return success;
  }
  return no_memory;
}

static int free_host(void* memory) {
  for (int i = 0; i < most_pinned; ++i) {
    if (pinned[i] != memory) continue;
    pinned[i] = NULL;
    bytes_pinned -= bytes_of[i];
    free(memory);
    return success;
  }
  return invalid;
}

/* For tests ---------------------------------------------------------------------------------------
 */

static void* allocate(size_t bytes, enum stand_in_kind kind) {
  pthread_once(&once, set_up);
  const size_t at = used[kind];
  used[kind] = (at + bytes + 255) / 256 * 256;
  if (used[kind] > all_bytes) abort();
  return device[kind] + at;
}
static void free_all(void) { memset(used, 0, sizeof used); }
static void fail_copy(int after) { fail_copy_after = after; }
static void deny_pinned(int denied) { pinned_is_denied = denied; }
static void reset(void) {
  for (int i = 0; i < most_pinned; ++i)
    if (pinned[i]) free_host(pinned[i]);
}
static int queries(void) {
  const int made = queries_made;
  queries_made = 0;
  return made;
}
static int copies(void) {
  const int made = copies_made;
  copies_made = 0;
  return made;
}

static size_t bytes_there_are(void) { return bytes_pinned; }
static size_t most_bytes_there_were(void) {
  const size_t most = most_bytes_pinned;
  most_bytes_pinned = bytes_pinned;
  return most;
}

const struct stand_in_functions* stand_in(void) {
  static const struct stand_in_functions functions = {.allocate = allocate,
                                                      .free_all = free_all,
                                                      .view = view,
                                                      .fail_copy = fail_copy,
                                                      .deny_pinned = deny_pinned,
                                                      .reset = reset,
                                                      .queries = queries,
                                                      .copies = copies,
                                                      .pinned_bytes = bytes_there_are,
                                                      .most_pinned_bytes = most_bytes_there_were};
  return &functions;
}

/* The driver --------------------------------------------------------------------------------------
 */

enum { context_attribute = 1, type_attribute = 2, managed_attribute = 8 };

static int get_attribute(void* value, int attribute, const void* address, unsigned of_host,
                         unsigned of_device) {
  ++queries_made;
  const int kind = kind_of(address);
  if (kind < 0 && !is_pinned(address)) return invalid;
  if (attribute == type_attribute)
    *(unsigned*)value = kind < 0 ? of_host : of_device;
  else if (attribute == managed_attribute)
    *(unsigned*)value = kind == STAND_IN_MANAGED;
  else
    return invalid;
  return success;
}

#ifdef STAND_IN_HIP

static int last_error;

int hipPointerGetAttribute(void* value, int attribute, void* address) {
  return last_error = get_attribute(value, attribute, address, 1, 2);
}
int hipMemcpy(void* into, const void* from, size_t bytes, int direction) {
  if (direction == 1) return copy(view(into), from, bytes);
  if (direction == 2) return copy(into, view(from), bytes);
  return invalid;
}
int hipHostMalloc(void** memory, size_t bytes, unsigned flags) {
  (void)flags;
  return allocate_host(memory, bytes);
}
int hipHostFree(void* memory) { return free_host(memory); }
int hipRuntimeGetVersion(int* version) {
  *version = 60032830;
  return success;
}
const char* hipGetErrorString(int error) { return error == failed ? "launch failure" : "invalid"; }
int hipPeekAtLastError(void) { return last_error; }
int hipGetLastError(void) {
  const int last = last_error;
  last_error = success;
  return last;
}

#else

/* The only context of the device; a copy needs it. */
static int the_context;
static _Thread_local int is_current;

int cuPointerGetAttribute(void* value, int attribute, unsigned long long address) {
  if (attribute == context_attribute && kind_of((void*)address) >= 0) {
    *(void**)value = &the_context;
    return success;
  }
  return get_attribute(value, attribute, (void*)address, 1, 2);
}
int cuCtxPushCurrent_v2(void* context) {
  if (context != &the_context) return invalid;
  ++is_current;
  return success;
}
int cuCtxPopCurrent_v2(void** context) {
  *context = &the_context;
  --is_current;
  return success;
}
int cuMemcpyDtoH_v2(void* into, unsigned long long from, size_t bytes) {
  return is_current ? copy(into, view((void*)from), bytes) : invalid;
}
int cuMemcpyHtoD_v2(unsigned long long into, const void* from, size_t bytes) {
  return is_current ? copy(view((void*)into), from, bytes) : invalid;
}
int cuMemHostAlloc(void** memory, size_t bytes, unsigned flags) {
  return flags == 1 && is_current ? allocate_host(memory, bytes) : invalid;
}
int cuMemFreeHost(void* memory) { return free_host(memory); }
int cuGetErrorString(int error, const char** text) {
  *text = error == failed ? "launch failure" : "invalid";
  return success;
}

#endif
