// What a test sees of the stand-in for XPMEM.
#pragma once

/* C, for C++ too. NOLINTBEGIN(modernize-deprecated-headers,modernize-redundant-void-arg) */
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Memory that other processes can attach to; all else they find closed. Null if there is none.
void* stand_in_memory(size_t bytes);

// How many windows this process has attached, and has not detached.
int stand_in_windows(void);
/* NOLINTEND(modernize-deprecated-headers,modernize-redundant-void-arg) */

// From now on this process can read others through windows only (1), or by system calls, too (0).
void stand_in_refuse_system_calls(int refuses);

#ifdef __cplusplus
}
#endif
