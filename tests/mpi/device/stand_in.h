/* A stand-in for a GPU and its driver. A host access to its memory ends the program; only the
 * driver's own functions can access it, by a second mapping. It has the functions of the CUDA or
 * HIP driver that Allfold looks for, and the functions below for tests. */
#ifndef ALLFOLD_TESTS_MPI_DEVICE_STAND_IN_H
#define ALLFOLD_TESTS_MPI_DEVICE_STAND_IN_H

/* Read as C and as C++. NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg) */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum stand_in_kind {
  STAND_IN_DEVICE,  /* the host must not access it */
  STAND_IN_VISIBLE, /* device memory that the host can access, which the driver does not report */
  STAND_IN_MANAGED, /* accessible from the device and the host */
};

struct stand_in_functions {
  /* Memory, aligned to 256 bytes. All of it is freed at once. */
  void* (*allocate)(size_t bytes, enum stand_in_kind kind);
  void (*free_all)(void);
  /* The address at which the host can access the same memory. */
  void* (*view)(const void* device);
  /* The copy after `after` copies fails; -1: no copy fails. */
  void (*fail_copy)(int after);
  /* Pinned memory cannot be allocated from now on (1), or can (0). */
  void (*deny_pinned)(int denied);
  /* Resets the device, as a program may do: pinned memory is lost. */
  void (*reset)(void);
  /* Since the last call: the number of queries for the kind of some memory, and of copies. */
  int (*queries)(void);
  int (*copies)(void);
  /* Pinned bytes: the present number, and the maximum since the last call. */
  size_t (*pinned_bytes)(void);
  size_t (*most_pinned_bytes)(void);
};

/* What `stand_in` returns in the library. */
const struct stand_in_functions* stand_in(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg) */

#endif
