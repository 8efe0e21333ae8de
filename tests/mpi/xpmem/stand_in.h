// The interface of the stand-in for XPMEM to a test.
#pragma once

/* Read as C and as C++. NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg) */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Memory that other processes can attach; they cannot attach any other memory. Null if there is
// none.
void* stand_in_memory(size_t bytes);

// The number of windows that this process has attached and not detached.
int stand_in_windows(void);
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg) */

// Whether this process can read the memory of others only through windows (1), or also by system
// calls (0), from now on.
void stand_in_refuse_system_calls(int refuses);

#ifdef __cplusplus
}
#endif
