/* Prints how many sockets the first reduction of a communicator has opened, on the rank with the
 * most. */
#include <dirent.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int sockets(void) {
  int count = 0;
  char path[300];
  char target[300];
  DIR* files = opendir("/proc/self/fd");
  for (const struct dirent* file = readdir(files); file != NULL; file = readdir(files)) {
    snprintf(path, sizeof path, "/proc/self/fd/%s", file->d_name);
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length > 0 && strncmp(target, "socket:", 7) == 0) ++count;
  }
  closedir(files);
  return count;
}

int main(int argc, char** argv) {
  int in = 1;
  int sum = 0;
  int ranks;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int before = sockets();
  /* On a second communicator, too: its set-up must open no more sockets. */
  MPI_Comm again;
  MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Comm_dup(MPI_COMM_WORLD, &again);
  MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, again);
  int opened = sockets() - before;
  int* all = malloc((size_t)ranks * sizeof(int));
  MPI_Gather(&opened, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  int most = 0;
  for (int r = 0; rank == 0 && r < ranks; ++r)
    if (all[r] > most) most = all[r];
  if (rank == 0) printf("opened %d\n", most);
  if (sum != ranks) printf("wrong sum\n");
  free(all);
  MPI_Comm_free(&again);
  MPI_Finalize();
  return sum != ranks;
}
