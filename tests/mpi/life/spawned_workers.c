/* Workers that start and end: memory of theirs that was mapped is unmapped a few communicators
 * later. All are spawned at once, since each spawn is slow. For two or more ranks. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { workers = 6, later_communicators = 10 };

/* The mapped size of Allfold's shared memory, of this process and of others. */
static double mapped_mebibytes(void) {
  FILE* maps = fopen("/proc/self/maps", "r");
  char line[512];
  double bytes = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    unsigned long first;
    unsigned long last;
    if (strstr(line, "memfd:allfold") != NULL && sscanf(line, "%lx-%lx", &first, &last) == 2)
      bytes += (double)(last - first);
  }
  fclose(maps);
  return bytes / (1 << 20);
}

static int sum_is_right(MPI_Comm comm) {
  int rank;
  int size;
  int sum = -1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum == size * (size - 1) / 2;
}

static int reduce_with_workers(char* program) {
  MPI_Comm other;
  MPI_Comm merged;
  MPI_Comm_get_parent(&other);
  const int is_worker = other != MPI_COMM_NULL;
  if (!is_worker)
    MPI_Comm_spawn(program, MPI_ARGV_NULL, workers, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other,
                   MPI_ERRCODES_IGNORE);
  MPI_Intercomm_merge(other, is_worker, &merged);
  const int is_right = sum_is_right(merged);
  MPI_Comm_free(&merged);
  MPI_Comm_disconnect(&other);
  return is_right;
}

int main(int argc, char** argv) {
  MPI_Comm parents;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parents);
  int is_right = sum_is_right(MPI_COMM_WORLD);
  const double before = mapped_mebibytes();
  is_right = reduce_with_workers(argv[0]) && is_right;
  if (parents == MPI_COMM_NULL) {
    for (int i = 0; i < later_communicators; ++i) {
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      is_right = sum_is_right(comm) && is_right;
      MPI_Comm_free(&comm);
    }
    const double after = mapped_mebibytes();
    if (before == 0 || after > before + 1) {
      fprintf(stderr, "%.1f MiB are mapped after the workers, %.1f MiB before\n", after, before);
      is_right = 0;
    }
  }
  MPI_Finalize();
  return !is_right;
}
