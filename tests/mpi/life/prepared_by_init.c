/* prepared_by_init HOW, where HOW is init or init_thread. When MPI_Init returns, everything is
 * prepared for the first reduction that a process can do by itself: a first Allreduce allocates no
 * shared memory, and creates no thread. A single rank allocates no such memory, nor does any rank
 * if ALLFOLD_NODE is 0. */
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char* what) {
  fprintf(stderr, "prepared_by_init: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The number of entries in a directory of this process, without those that begin with a dot; with a
 * `target`, only links whose target contains it. */
static int entries_of(const char* path, const char* target) {
  int entries = 0;
  DIR* directory = opendir(path);
  if (directory == NULL) fail("/proc cannot be read");
  for (const struct dirent* entry; (entry = readdir(directory)) != NULL;) {
    char link[300];
    char name[300] = "";
    snprintf(link, sizeof link, "%s/%s", path, entry->d_name);
    if (target != NULL && readlink(link, name, sizeof name - 1) < 0) continue;
    entries += target != NULL ? strstr(name, target) != NULL : entry->d_name[0] != '.';
  }
  closedir(directory);
  return entries;
}

static int threads(void) { return entries_of("/proc/self/task", NULL); }
/* The number of files with Allfold's shared memory. */
static int memories(void) { return entries_of("/proc/self/fd", "memfd:allfold"); }

int main(int argc, char** argv) {
  if (argc == 2 && strcmp(argv[1], "init_thread") == 0) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
  } else {
    MPI_Init(&argc, &argv);
  }
  const double begin = MPI_Wtime();
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* node = getenv("ALLFOLD_NODE");
  const int shares_memory = ranks > 1 && (node == NULL || strcmp(node, "0") != 0);
  if (memories() != shares_memory)
    fail(shares_memory ? "there is no memory after MPI_Init" : "there is memory after MPI_Init");
  /* The MPI library also opens what it needs for the first message between two ranks. */
  int sum = 0;
  MPI_Allgather(&rank, 1, MPI_INT, malloc(sizeof(int) * (size_t)ranks), 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  const int before = threads();
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (sum != ranks * (ranks - 1) / 2) fail("a wrong sum");
  if (memories() != shares_memory) fail("the first reduction made memory");
  /* The thread that waits for the first reduction ends after 5 s without one. */
  const int more = threads() - before;
  if (more > 0 && MPI_Wtime() - begin < 5) fail("the first reduction made a thread");
  MPI_Finalize();
  return 0;
}
