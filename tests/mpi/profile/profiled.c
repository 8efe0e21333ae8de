/* profiled WHAT: reductions whose profile is known; profile.sh checks it. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rank, size;
static double input[8192], result[8192];

static inline __attribute__((always_inline)) void sum_all(int count, MPI_Comm comm) {
  MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, comm);
}

static void sleep_ms(int ms) {
  const struct timespec time = {.tv_sec = 0, .tv_nsec = ms * 1000000L};
  nanosleep(&time, NULL);
}

/* 10 Allreduces of 800 bytes, 4 of them in place; 7 Reduces of 12 bytes, 2 in place; 5 Allreduces
 * of 8 bytes on "rows"; 2 on MPI_COMM_SELF; one without elements. */
static void counts(void) {
  for (int i = 0; i < 6; ++i) sum_all(100, MPI_COMM_WORLD);
  for (int i = 0; i < 4; ++i)
    MPI_Allreduce(MPI_IN_PLACE, result, 100, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const int root = size - 1;
  int numbers[3] = {1, 2, 3}, most[3];
  for (int i = 0; i < 7; ++i) {
    const void* send = i < 2 && rank == root ? MPI_IN_PLACE : numbers;
    MPI_Reduce(send, most, 3, MPI_INT, MPI_MAX, root, MPI_COMM_WORLD);
  }
  MPI_Comm rows;
  MPI_Comm_dup(MPI_COMM_WORLD, &rows);
  MPI_Comm_set_name(rows, "rows");
  for (int i = 0; i < 5; ++i) sum_all(1, rows);
  MPI_Comm_free(&rows);
  for (int i = 0; i < 2; ++i) sum_all(1, MPI_COMM_SELF);
  sum_all(0, MPI_COMM_WORLD);
}

/* Rank 0 arrives 50 ms after all others. */
static void come_late(void) {
  if (rank != 0) {
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return;
  }
  for (int i = 1; i < size; ++i)
    MPI_Recv(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sleep_ms(50);
}

/* Rank 0 is late five times. */
static void late(void) {
  sum_all(1, MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) {
    come_late();
    sum_all(16, MPI_COMM_WORLD);
  }
}

/* The same with Reduces to rank 1. */
static void late_in_reduce(void) {
  sum_all(1, MPI_COMM_WORLD);
  for (int i = 0; i < 5; ++i) {
    come_late();
    MPI_Reduce(input, result, 16, MPI_DOUBLE, MPI_SUM, 1, MPI_COMM_WORLD);
  }
}

/* 480 classes with one call each. */
static void many_classes(void) {
  const MPI_Op ops[] = {MPI_SUM, MPI_PROD, MPI_MAX, MPI_MIN};
  const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_LONG, MPI_SHORT, MPI_UNSIGNED};
  for (int op = 0; op < 4; ++op)
    for (int type = 0; type < 6; ++type)
      for (int count = 1; count <= 512; count *= 2) {
        memset(input, 0, sizeof input);
        MPI_Allreduce(input, result, count, types[type], ops[op], MPI_COMM_WORLD);
        MPI_Reduce(input, result, count, types[type], ops[op], 0, MPI_COMM_WORLD);
      }
}

/* 300 communicators with two calls each. */
static void many_communicators(void) {
  sum_all(1, MPI_COMM_WORLD);
  for (int i = 0; i < 300; ++i) {
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comm);
    sum_all(4, comm);
    sum_all(4, comm);
    MPI_Comm_free(&comm);
  }
}

/* Two Allreduces on an inter-communicator, which Allfold passes on, and three Reduces to rank 0. */
static void not_for_allfold(void) {
  sum_all(1, MPI_COMM_WORLD);
  MPI_Comm half, across;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, (rank + 1) % 2, 0, &across);
  for (int i = 0; i < 2; ++i) sum_all(2, across);
  const int root = rank == 0 ? MPI_ROOT : rank % 2 == 0 ? MPI_PROC_NULL : 0;
  for (int i = 0; i < 3; ++i) MPI_Reduce(input, result, 2, MPI_DOUBLE, MPI_SUM, root, across);
  MPI_Comm_free(&across);
  MPI_Comm_free(&half);
}

static void* in_thread(void* comm) {
  double one = 1, sum;
  for (int i = 0; i < 200; ++i) MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, *(MPI_Comm*)comm);
  return NULL;
}

/* Four threads with 200 calls each. */
static void threads(void) {
  enum { count = 4 };
  pthread_t thread[count];
  MPI_Comm comm[count];
  sum_all(1, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
  for (int i = 0; i < count; ++i) pthread_create(&thread[i], NULL, in_thread, &comm[i]);
  for (int i = 0; i < count; ++i) pthread_join(thread[i], NULL);
  for (int i = 0; i < count; ++i) MPI_Comm_free(&comm[i]);
}

/* The increments after the calls prevent tail calls. */
static volatile int calls;
__attribute__((noinline)) void assemble(void) {
  sum_all(4, MPI_COMM_WORLD);
  ++calls;
}
__attribute__((noinline)) void residual(void) {
  sum_all(4, MPI_COMM_WORLD);
  --calls;
}
static void sites(void) {
  for (int i = 0; i < 3; ++i) assemble();
  for (int i = 0; i < 5; ++i) residual();
}

/* Two lengths, alternately. */
static void often(void) {
  for (int i = 0; i < 100000; ++i) sum_all(i % 2 == 0 ? 1 : 100, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "counts";
  int level;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (strcmp(what, "counts") == 0) counts();
  if (strcmp(what, "late") == 0) late();
  if (strcmp(what, "late-in-reduce") == 0) late_in_reduce();
  if (strcmp(what, "many-classes") == 0) many_classes();
  if (strcmp(what, "many-communicators") == 0) many_communicators();
  if (strcmp(what, "not-for-allfold") == 0) not_for_allfold();
  if (strcmp(what, "threads") == 0 && level == MPI_THREAD_MULTIPLE) threads();
  if (strcmp(what, "sites") == 0) sites();
  if (strcmp(what, "often") == 0) often();
  if (strcmp(what, "status") == 0) {
    sum_all(1, MPI_COMM_WORLD);
    MPI_Finalize();
    return rank == 0 ? 3 : 0;
  }
  if (strcmp(what, "abort") == 0 || strcmp(what, "abort-elsewhere") == 0) {
    counts();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == (strcmp(what, "abort") == 0 ? 0 : 1)) MPI_Abort(MPI_COMM_WORLD, 5);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  if (strcmp(what, "exit") == 0) {
    counts();
    MPI_Barrier(MPI_COMM_WORLD);
    exit(0);
  }
  if (strcmp(what, "fork") == 0) { /* a child that exits as programs do */
    counts();
    const pid_t child = rank == 0 ? fork() : -1;
    if (child == 0) exit(0);
    if (child > 0) waitpid(child, NULL, 0);
  }
  MPI_Finalize();
  printf("rank %d is done\n", rank);
  return 0;
}
