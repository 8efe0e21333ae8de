/* reduce_where WHERE [CALLS]: one Allreduce, or CALLS, on MPI_COMM_WORLD, on a duplicate of it, on
 * each half, between the halves, on each rank alone, or none; with `configured` on MPI_COMM_WORLD,
 * after which rank 0 alone requests statistics. */
#include <allfold/allfold.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const char* where = argc > 1 ? argv[1] : "world";
  int rank;
  int size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm comm = MPI_COMM_WORLD;
  if (strcmp(where, "self") == 0) comm = MPI_COMM_SELF;
  if (strcmp(where, "duplicate") == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  if (strcmp(where, "halves") == 0)
    MPI_Comm_split(MPI_COMM_WORLD, rank < (size + 1) / 2, rank, &comm);
  if (strcmp(where, "between") == 0) {
    MPI_Comm half;
    const int first = (size + 1) / 2;
    MPI_Comm_split(MPI_COMM_WORLD, rank < first, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < first ? first : 0, 0, &comm);
    MPI_Comm_free(&half);
  }
  int expected = 0;
  int ones = 0;
  if (strcmp(where, "none") != 0) {
    const int one = 1;
    int is_inter;
    MPI_Comm_test_inter(comm, &is_inter);
    if (is_inter)
      MPI_Comm_remote_size(comm, &expected);
    else
      MPI_Comm_size(comm, &expected);
    for (int calls = argc > 2 ? atoi(argv[2]) : 1; calls > 0; --calls)
      MPI_Allreduce(&one, &ones, 1, MPI_INT, MPI_SUM, comm);
  }
  if (strcmp(where, "configured") == 0 && rank == 0) allfold_configure("ALLFOLD_STATS", "1");
  if (comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF) MPI_Comm_free(&comm);
  MPI_Finalize();
  printf("rank %d is done\n", rank);
  return ones == expected ? 0 : 1;
}
