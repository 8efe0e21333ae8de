/* MPI_Finalize first deletes the attributes of MPI_COMM_SELF, while MPI still works: libraries
 * reduce and free their communicators in those callbacks. One attribute is older than Allfold's
 * first call, the other is younger. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static MPI_Comm used_before;
static int callbacks;

static void require_right_sums(MPI_Comm comm) {
  int rank;
  int size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int mine[1000];
  int sums[1000];
  for (int i = 0; i < 1000; ++i) mine[i] = rank + i;
  MPI_Allreduce(mine, sums, 1000, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < 1000; ++i) {
    if (sums[i] == size * i + size * (size - 1) / 2) continue;
    fprintf(stderr, "Allreduce is wrong\n");
    exit(1);
  }
  MPI_Reduce(mine, sums, 1000, MPI_INT, MPI_MAX, 0, comm);
  if (rank == 0 && sums[999] != size - 1 + 999) {
    fprintf(stderr, "Reduce is wrong\n");
    exit(1);
  }
}

static int reduce(MPI_Comm self, int keyval, void* value, void* state) {
  (void)keyval, (void)value, (void)state;
  ++callbacks;
  require_right_sums(self);
  require_right_sums(MPI_COMM_WORLD);
  require_right_sums(used_before);
  MPI_Comm made_now;
  MPI_Comm_dup(MPI_COMM_WORLD, &made_now);
  require_right_sums(made_now);
  MPI_Comm_free(&made_now);
  return MPI_SUCCESS;
}

static void reduce_in_finalize(void) {
  int keyval;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, reduce, &keyval, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, keyval, NULL);
  MPI_Comm_free_keyval(&keyval);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  reduce_in_finalize();
  MPI_Comm_dup(MPI_COMM_WORLD, &used_before);
  require_right_sums(used_before);
  require_right_sums(MPI_COMM_WORLD);
  require_right_sums(MPI_COMM_SELF);
  reduce_in_finalize();
  MPI_Finalize();
  if (callbacks != 2) fprintf(stderr, "%d callbacks, not 2\n", callbacks);
  return callbacks != 2;
}
