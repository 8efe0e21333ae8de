/* Worlds that are created while the program runs. The parents start as many children, which load
 * Allfold, too, and reduce with them on the merged communicator. */
#include <mpi.h>
#include <stdio.h>

static int wrong;

static void check_sum(MPI_Comm comm, const char* which) {
  int rank;
  int size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int sum = -1;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  if (sum == size * (size - 1) / 2) return;
  fprintf(stderr, "%s: %d is wrong\n", which, sum);
  wrong = 1;
}

static void check_remote_size(MPI_Comm inter, const char* which) {
  int expected;
  MPI_Comm_remote_size(inter, &expected);
  const int one = 1;
  int ones = 0;
  MPI_Allreduce(&one, &ones, 1, MPI_INT, MPI_SUM, inter);
  if (ones == expected) return;
  fprintf(stderr, "%s: %d is wrong\n", which, ones);
  wrong = 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  check_sum(MPI_COMM_WORLD, "own world");

  int size;
  MPI_Comm other;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_get_parent(&other);
  const int is_child = other != MPI_COMM_NULL;
  if (!is_child) {
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, size, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other,
                   MPI_ERRCODES_IGNORE);
  }
  check_remote_size(other, "parents and children");

  MPI_Comm merged;
  MPI_Intercomm_merge(other, is_child, &merged);
  check_sum(merged, "merged");
  check_sum(MPI_COMM_WORLD, "own world, again");
  MPI_Comm_free(&merged);
  MPI_Comm_disconnect(&other);
  MPI_Finalize();
  return wrong;
}
