/* A profiling tool as there are many: it owns MPI_Allreduce and MPI_Reduce, for C and for mpif.h,
 * counts the calls and passes them on to PMPI. */
#include <mpi.h>
#include <stdio.h>

static int allreduces, reduces;

int MPI_Allreduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm) {
  ++allreduces;
  return PMPI_Allreduce(input, result, count, type, op, comm);
}

int MPI_Reduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm) {
  ++reduces;
  return PMPI_Reduce(input, result, count, type, op, root, comm);
}

void pmpi_allreduce_(void*, void*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*);
void mpi_allreduce_(void* input, void* result, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op,
                    MPI_Fint* comm, MPI_Fint* error) {
  ++allreduces;
  pmpi_allreduce_(input, result, count, type, op, comm, error);
}

void pmpi_reduce_(void*, void*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*, MPI_Fint*);
void mpi_reduce_(void* input, void* result, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op,
                 MPI_Fint* root, MPI_Fint* comm, MPI_Fint* error) {
  ++reduces;
  pmpi_reduce_(input, result, count, type, op, root, comm, error);
}

static void report(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) fprintf(stderr, "tool: allreduce %d reduce %d\n", allreduces, reduces);
}

int MPI_Finalize(void) {
  report();
  return PMPI_Finalize();
}

void pmpi_finalize_(MPI_Fint*);
void mpi_finalize_(MPI_Fint* error) {
  report();
  pmpi_finalize_(error);
}
