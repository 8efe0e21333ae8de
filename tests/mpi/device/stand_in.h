/* A stand-in for a GPU and its driver. Its memory ends the program when the host touches it; only
 * the driver's own functions see it, by a second mapping. It has the functions of CUDA's or of
 * HIP's driver that Allfold looks for, and these for tests. */
#ifndef ALLFOLD_TESTS_MPI_DEVICE_STAND_IN_H
#define ALLFOLD_TESTS_MPI_DEVICE_STAND_IN_H

/* C, for C++ too. NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg) */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum stand_in_kind {
  STAND_IN_DEVICE,  /* the host must not touch it */
  STAND_IN_VISIBLE, /* the device's, but the host can use it: the driver does not tell */
  STAND_IN_MANAGED, /* the device's and the host's */
};

struct stand_in_functions {
  /* Memory, aligned to 256 bytes. It is all freed at once. */
  void* (*allocate)(size_t bytes, enum stand_in_kind kind);
  void (*free_all)(void);
  /* The same memory as the host may use it. */
  void* (*view)(const void* device);
  /* After so many copies one fails; -1: none does. */
  void (*fail_copy)(int after);
  /* Pinned memory cannot be had from now on, or can. */
  void (*deny_pinned)(int denied);
  /* What a program does that resets its device: pinned memory is gone. */
  void (*reset)(void);
  /* Since the last call: questions for the kind of some memory, and copies. */
  int (*queries)(void);
  int (*copies)(void);
  /* Pinned bytes: those there are, and the most there were since the last call. */
  size_t (*pinned_bytes)(void);
  size_t (*most_pinned_bytes)(void);
};

/* What the library gives as `stand_in`. */
const struct stand_in_functions* stand_in(void);

#ifdef __cplusplus
}
#endif
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg) */

#endif
