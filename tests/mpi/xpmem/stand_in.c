// A stand-in for XPMEM: for its library (libxpmem.so.0), and for the parts of its kernel module
// that user code can provide. Memory that others may attach lies in anonymous files. A window maps
// the files of a process at their addresses; the rest of the window is inaccessible.
#define _GNU_SOURCE
#include "stand_in.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define NAME "xpmem-stand-in"

static int windows = 0;
static int refuses_system_calls = 0;

void* stand_in_memory(size_t bytes) {
  const int file = memfd_create(NAME, 0);
  if (file < 0 || ftruncate(file, (off_t)bytes) != 0) return NULL;
  void* memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return memory == MAP_FAILED ? NULL : memory;  // others can open the file while it is open here
}

int stand_in_windows(void) { return windows; }

void stand_in_refuse_system_calls(int refuses) { refuses_system_calls = refuses; }

// Reports the module as present if its device is tested.
int access(const char* name, int type) {
  if (strcmp(name, "/dev/xpmem") == 0) return 0;
  return faccessat(AT_FDCWD, name, type, 0);
}

ssize_t process_vm_readv(pid_t pid, const struct iovec* here, unsigned long heres,
                         const struct iovec* there, unsigned long theres, unsigned long flags) {
  static ssize_t (*next)(pid_t, const struct iovec*, unsigned long, const struct iovec*,
                         unsigned long, unsigned long);
  if (next == NULL) *(void**)&next = dlsym(RTLD_NEXT, "process_vm_readv");
  if (!refuses_system_calls) return next(pid, here, heres, there, theres, flags);
  errno = EPERM;
  return -1;
}

// Segment and access identifiers are process numbers.
int64_t xpmem_make(void* address, size_t bytes, int permit_type, void* permit) {
  return address == NULL && bytes == (size_t)-1 && permit_type == 1 && permit != NULL ? getpid()
                                                                                      : -1;
}
int xpmem_remove(int64_t segment) { return segment == getpid() ? 0 : -1; }
int64_t xpmem_get(int64_t segment, int flags, int permit_type, void* permit) {
  return flags == 2 && permit_type == 1 && permit != NULL ? segment : -1;
}
int xpmem_release(int64_t access_to) { return access_to > 0 ? 0 : -1; }

// Opens the file of a process with that inode; -1 if there is none.
static int file_of(int64_t pid, unsigned long inode) {
  char directory[64];
  snprintf(directory, sizeof directory, "/proc/%ld/fd", (long)pid);
  DIR* files = opendir(directory);
  int found = -1;
  for (struct dirent* entry; files != NULL && found < 0 && (entry = readdir(files)) != NULL;) {
    char name[400], target[100] = "";
    snprintf(name, sizeof name, "%s/%s", directory, entry->d_name);
    if (readlink(name, target, sizeof target - 1) < 0 || strstr(target, NAME) == NULL) continue;
    const int file = open(name, O_RDWR);
    struct stat status;
    if (file >= 0 && fstat(file, &status) == 0 && status.st_ino == inode)
      found = file;
    else if (file >= 0)
      close(file);
  }
  if (files != NULL) closedir(files);
  return found;
}

struct xpmem_addr {
  int64_t access;
  off_t offset;
};

static void map_into(char* window, uintptr_t first, size_t bytes, int64_t pid) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%ld/maps", (long)pid);
  FILE* maps = fopen(name, "r");
  char line[600];
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long begin, end, offset, inode;
    if (strstr(line, NAME) == NULL ||
        sscanf(line, "%lx-%lx %*s %lx %*s %lu", &begin, &end, &offset, &inode) != 4)
      continue;
    const uintptr_t low = begin > first ? begin : first;
    const uintptr_t high = end < first + bytes ? end : first + bytes;
    const int file = low < high ? file_of(pid, inode) : -1;
    if (file < 0) continue;
    mmap(window + (low - first), high - low, PROT_READ, MAP_SHARED | MAP_FIXED, file,
         (off_t)(offset + (low - begin)));
    close(file);
  }
  if (maps != NULL) fclose(maps);
}

void* xpmem_attach(struct xpmem_addr where, size_t bytes, void* hint) {
  char* window = mmap(hint, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (window == MAP_FAILED) return (void*)-1;
  map_into(window, (uintptr_t)where.offset, bytes, where.access);
  ++windows;
  return window;
}

int xpmem_detach(void* window) {
  --windows;
  return munmap(window, (size_t)8 << 20);
}
