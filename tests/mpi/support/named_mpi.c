/* Preloaded: the MPI library gives the version in MPI_NAMED, if it is set. It serves programs of every MPI library,
 * since it is linked with none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* Weak, as in MPI libraries. */
int MPI_Get_library_version(char* version, int* length)
    __attribute__((weak, alias("PMPI_Get_library_version")));
int PMPI_Get_library_version(char* version, int* length);

int PMPI_Get_library_version(char* version, int* length) {
  /* The least MPI_MAX_LIBRARY_VERSION_STRING of these libraries. */
  enum { most_characters = 256 };
  const char* named = getenv("MPI_NAMED");
  if (named == NULL) {
    int (*next)(char*, int*) = NULL;
    *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Get_library_version");
    return next(version, length);
  }
  *length = snprintf(version, most_characters, "%s", named);
  return 0;
}
