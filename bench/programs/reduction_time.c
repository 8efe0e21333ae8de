/* A profiling library that measures the time a program spends in MPI_Allreduce and MPI_Reduce.
 *
 * It is preloaded alone, or before liballfold.so and so above it: both ways of running are measured
 * at the same place. It owns MPI_X and PMPI_X, because Open MPI's Fortran bindings call PMPI_X; a
 * call goes on to the next PMPI_X. Only the outermost call of a thread counts.
 *
 * At MPI_Finalize rank 0 prints to stderr, for each of the two that was called:
 *   reduction_time: <collective> ranks <p> calls <n> bytes <b> first <s> others <s>
 * with the values of the rank that spent most time in it: seconds in the first call, which sets up
 * what the library needs, and in all others. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  _Atomic uint64_t calls, bytes, first, others; /* the latter two in nanoseconds */
} Tally;

static Tally allreduce_tally, reduce_tally;
static _Thread_local int depth;

/* The calls below this library: Allfold's if it is loaded, else the MPI library's. */
static struct {
  int (*allreduce)(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm);
  int (*reduce)(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm);
  int (*finalize)(void);
} below;

static void* find(const char* name) {
  void* symbol = dlsym(RTLD_NEXT, name);
  if (symbol == NULL) {
    fprintf(stderr, "reduction_time: no %s after this library: is MPI loaded before it?\n", name);
    abort();
  }
  return symbol;
}

static void find_all(void) {
  *(void**)&below.allreduce = find("PMPI_Allreduce");
  *(void**)&below.reduce = find("PMPI_Reduce");
  *(void**)&below.finalize = find("PMPI_Finalize");
}

static void find_once(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_all);
}

static void add(Tally* tally, int count, MPI_Datatype datatype, double seconds) {
  int size = 0;
  if (datatype != MPI_DATATYPE_NULL && count > 0) PMPI_Type_size(datatype, &size);
  const int is_first = atomic_fetch_add(&tally->calls, 1) == 0;
  atomic_fetch_add(&tally->bytes, (uint64_t)(count > 0 ? count : 0) * (uint64_t)size);
  atomic_fetch_add(is_first ? &tally->first : &tally->others, (uint64_t)(1e9 * seconds));
}

static int allreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                     MPI_Comm comm) {
  find_once();
  if (depth > 0) return below.allreduce(send, receive, count, datatype, op, comm);
  depth++;
  double start = PMPI_Wtime();
  int error = below.allreduce(send, receive, count, datatype, op, comm);
  double seconds = PMPI_Wtime() - start;
  depth--;
  if (error == MPI_SUCCESS) add(&allreduce_tally, count, datatype, seconds);
  return error;
}

static int reduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                  int root, MPI_Comm comm) {
  find_once();
  if (depth > 0) return below.reduce(send, receive, count, datatype, op, root, comm);
  depth++;
  double start = PMPI_Wtime();
  int error = below.reduce(send, receive, count, datatype, op, root, comm);
  double seconds = PMPI_Wtime() - start;
  depth--;
  if (error == MPI_SUCCESS) add(&reduce_tally, count, datatype, seconds);
  return error;
}

/* Gathered rather than reduced, so that the tool adds no call to what is measured below it. */
static void print(const char* collective, const Tally* tally) {
  enum { kFirst, kOthers, kCalls, kBytes, kFields };
  uint64_t mine[kFields] = {tally->first, tally->others, tally->calls, tally->bytes};
  int rank, ranks;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  uint64_t* all = rank == 0 ? malloc((size_t)ranks * sizeof mine) : NULL;
  if (rank == 0 && all == NULL) abort();
  PMPI_Gather(mine, kFields, MPI_UINT64_T, all, kFields, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  const uint64_t* most = all;
  for (int i = 1; i < ranks; i++) {
    const uint64_t* fields = all + kFields * i;
    if (fields[kFirst] + fields[kOthers] > most[kFirst] + most[kOthers]) most = fields;
  }
  if (most[kCalls] > 0) {
    fprintf(stderr, "reduction_time: %s ranks %d calls %llu bytes %llu first %.6f others %.6f\n",
            collective, ranks, (unsigned long long)most[kCalls], (unsigned long long)most[kBytes],
            1e-9 * (double)most[kFirst], 1e-9 * (double)most[kOthers]);
  }
  free(all);
}

static int finalize(void) {
  find_once();
  if (depth == 0) {
    depth++;
    print("MPI_Allreduce", &allreduce_tally);
    print("MPI_Reduce", &reduce_tally);
    depth--;
  }
  return below.finalize();
}

int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  return allreduce(send, receive, count, datatype, op, comm);
}

int PMPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm) {
  return allreduce(send, receive, count, datatype, op, comm);
}

int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
  return reduce(send, receive, count, datatype, op, root, comm);
}

int PMPI_Reduce(const void* send, void* receive, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm) {
  return reduce(send, receive, count, datatype, op, root, comm);
}

int MPI_Finalize(void) { return finalize(); }

int PMPI_Finalize(void) { return finalize(); }
