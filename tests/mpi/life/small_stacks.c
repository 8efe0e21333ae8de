/* small_stacks FIRST: reductions on threads with the smallest stacks that the system allows. FIRST
 * is main or thread: the thread that makes the first call on each communicator. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const int counts[] = {1, 57, 1000, 40000};
static double input[40000], result[40000];
static MPI_Comm comm;
static int rank, size, wrong;

static void* reduce(void* unused) {
  for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
    const int count = counts[i];
    const double sum = size * (size + 1) / 2.0;
    MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, comm);
    wrong += result[0] != sum || result[count - 1] != sum;
    const int root = size - 1;
    MPI_Reduce(input, result, count, MPI_DOUBLE, MPI_MAX, root, comm);
    wrong += rank == root && (result[0] != size || result[count - 1] != size);
  }
  return unused;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (size_t i = 0; i < sizeof input / sizeof *input; ++i) input[i] = rank + 1;
  const long least = sysconf(_SC_THREAD_STACK_MIN);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, least > 16384 ? (size_t)least : 16384);
  comm = MPI_COMM_WORLD;
  for (int turn = 0; turn < 2; ++turn) {
    if (argc > 1 && strcmp(argv[1], "main") == 0) reduce(NULL);
    pthread_t thread;
    if (pthread_create(&thread, &small, reduce, NULL) != 0) return 3;
    pthread_join(thread, NULL);
    if (turn == 0) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
  printf("rank %d: %d wrong\n", rank, wrong);
  return wrong != 0;
}
