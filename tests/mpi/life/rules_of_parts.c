/* Ranks with different rules, or without rules yet, reduce together: first each half of
 * MPI_COMM_WORLD, then all ranks, then each half again on a new communicator. With --configure FILE
 * the program then names other rules, which apply to a last communicator of all ranks. With
 * --on-the-way all ranks reduce alone, then ranks 0 and 2 together, and then ranks 1 and 2. */
#include <allfold/allfold.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int wrong;

static void check_sum(MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  const int one = 1;
  int ones = 0;
  MPI_Allreduce(&one, &ones, 1, MPI_INT, MPI_SUM, comm);
  if (ones == size) return;
  fprintf(stderr, "%d of %d ranks\n", ones, size);
  wrong = 1;
}

static void reduce_in_halves(int rank, int size) {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank < (size + 1) / 2 ? 0 : 1, rank, &half);
  check_sum(half);
  MPI_Comm_free(&half);
}

static void reduce_on_the_way(int rank) {
  check_sum(MPI_COMM_SELF);
  MPI_Comm pair;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &pair);
  check_sum(pair);
  MPI_Comm_free(&pair);
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0, rank, &pair);
  check_sum(pair);
  MPI_Comm_free(&pair);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && strcmp(argv[1], "--on-the-way") == 0) {
    reduce_on_the_way(rank);
    MPI_Finalize();
    return wrong;
  }
  reduce_in_halves(rank, size);
  check_sum(MPI_COMM_WORLD);
  reduce_in_halves(rank, size);
  if (argc > 2 && strcmp(argv[1], "--configure") == 0) {
    if (allfold_configure("ALLFOLD_RULES", argv[2]) != 0) wrong = 1;
    MPI_Comm again;
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    check_sum(again);
    MPI_Comm_free(&again);
  }
  MPI_Finalize();
  return wrong;
}
