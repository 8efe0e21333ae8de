/* Allfold: MPI_Allreduce, MPI_Reduce and MPI_Reduce_scatter, replaced through MPI's profiling interface.
 *
 * Programs need none of these functions: Allfold serves the calls of each program that loads it.
 * They are for programs and tools that ask what happened, or force a choice while they run.
 * All of them may be called at any time, before MPI_Init and after MPI_Finalize too, by any thread.
 */
#ifndef ALLFOLD_ALLFOLD_H
#define ALLFOLD_ALLFOLD_H

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C reads this too */

#ifdef __cplusplus
extern "C" {
#endif

#define ALLFOLD_VERSION "0.1.0"

#if defined(__GNUC__)
#define ALLFOLD_API __attribute__((visibility("default")))
#else
#define ALLFOLD_API
#endif

/* The version of the library that is loaded, as in ALLFOLD_VERSION. */
ALLFOLD_API const char* allfold_version(void);

/* The name of kernel `index` (0, 1, ...) of the registry, or NULL past the last one. */
ALLFOLD_API const char* allfold_kernel(int index);

/* 1 if kernel `kernel` implements `collective` ("allreduce", "reduce" or "reduce_scatter"), else 0. */
ALLFOLD_API int allfold_kernel_serves(const char* kernel, const char* collective);

/* 1 if kernel `kernel` keeps operands in rank order (so serves non-commutative operations), else 0.
 */
ALLFOLD_API int allfold_kernel_keeps_rank_order(const char* kernel);

/* How many calls of `collective` this process has served by `kernel` since it began: "native"
 * counts those passed to the MPI library, NULL counts all. 0 for names that do not exist. */
ALLFOLD_API uint64_t allfold_calls(const char* collective, const char* kernel);

/* Why `kernel` ("native": the MPI library) has served calls of `collective` in this process: reason
 * `index` (0, 1, ...), or NULL past the last one. `*calls`, unless `calls` is NULL, is set to the
 * number of calls with this reason. Calls for which nothing was chosen, such as those on
 * inter-communicators, have no reason. The string remains valid. */
ALLFOLD_API const char* allfold_reason(const char* collective, const char* kernel, int index,
                                       uint64_t* calls);

/* Sets a configuration variable (see docs/reference/variables.md) as if it had been in the
 * environment, for every communicator whose first reduction comes after this call; value NULL
 * unsets it. All ranks of such a communicator must make the same settings. Returns 0, or 1 if the
 * variable or the value is not valid; then nothing has changed, and allfold_error() says why. */
ALLFOLD_API int allfold_configure(const char* variable, const char* value);

/* What was wrong in the last call of allfold_configure() in this thread; "" if it returned 0. */
ALLFOLD_API const char* allfold_error(void);

#ifdef __cplusplus
}
#endif

#endif
