/* A library to preload: reading a folder of the system's devices returns the first entry and then
 * an error, as if a processor went offline meanwhile. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static DIR* begun; /* the folder whose first entry was read */

static int is_of_devices(DIR* folder) {
  char link[64];
  char name[256];
  snprintf(link, sizeof link, "/proc/self/fd/%d", dirfd(folder));
  const ssize_t length = readlink(link, name, sizeof name - 1);
  return length > 0 && strncmp(name, "/sys/devices/", 13) == 0;
}

struct dirent* readdir(DIR* folder) {
  struct dirent* (*next)(DIR*);
  *(void**)&next = dlsym(RTLD_NEXT, "readdir");
  if (!is_of_devices(folder)) return next(folder);
  if (begun == folder) {
    errno = EIO;
    return NULL;
  }
  begun = folder;
  static struct dirent first = {.d_type = DT_REG, .d_name = "uevent"};
  return &first;
}
