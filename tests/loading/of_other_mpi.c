/* A program of the library in other_mpi.c. */
#include <stdio.h>

int MPI_Init(int* argc, char*** argv);
int MPI_Finalize(void);
int MPI_Comm_free(int* comm);
int MPI_Allreduce(const void* send, void* receive, int count, int type, int op, int comm);
int PMPI_Allreduce(const void* send, void* receive, int count, int type, int op, int comm);

int main(void) {
  int comm = 3;
  const int mine = 5;
  int sum = 0;
  int again = 0;
  if (MPI_Init(NULL, NULL) != 0) return 1;
  MPI_Allreduce(&mine, &sum, 1, 1, 2, comm);
  PMPI_Allreduce(&sum, &again, 1, 1, 2, comm);
  MPI_Comm_free(&comm);
  printf("sum %d comm %d\n", again, comm);
  return MPI_Finalize();
}
