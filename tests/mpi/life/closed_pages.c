/* Vectors with pages that only their owner can open, in a signal handler, when it accesses them: a
 * pager in user space, or a write barrier. The system neither reads nor writes them for other
 * processes.
 *
 * Each case has its own communicator, and closes other pages: on one rank, or on all. */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { pages = 600, calls = 3 };

static int rank, ranks, wrong;
static size_t page;
static char *first, *last; /* the bounds of the memory that may be closed */

static void open_page(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  char* at = info->si_addr;
  if (at < first || at >= last) abort();
  mprotect(at - (at - first) % (long)page, page, PROT_READ | PROT_WRITE);
}

static double* new_vector(void) {
  void* bytes =
      mmap(NULL, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) abort();
  return bytes;
}

static double expected(int call, int i) {
  return ranks * (ranks - 1) / 2.0 + (double)ranks * (i % 1000 + call);
}

struct how {
  int closed;   /* the page */
  int on;       /* the rank; -1: all */
  int to_all;   /* an Allreduce; otherwise a Reduce to the last rank */
  int in_place; /* on ranks with a result */
};

static void reduce(MPI_Comm comm, const struct how* how, double* input, double* result) {
  const int count = (int)(pages * page / sizeof *input);
  const int gets_result = how->to_all || rank == ranks - 1;
  const int in_place = how->in_place && gets_result;
  const void* from = in_place ? MPI_IN_PLACE : input;
  double* into = in_place ? input : result;
  for (int call = 0; call < calls; ++call) {
    for (int i = 0; i < count; ++i) input[i] = rank + i % 1000 + call;
    if (how->on < 0 || how->on == rank) {
      first = (char*)input;
      last = first + pages * page;
      mprotect(first + (size_t)how->closed * page, page, PROT_NONE);
    }
    if (how->to_all)
      MPI_Allreduce(from, into, count, MPI_DOUBLE, MPI_SUM, comm);
    else
      MPI_Reduce(from, into, count, MPI_DOUBLE, MPI_SUM, ranks - 1, comm);
    for (int i = 0; gets_result && i < count; ++i) wrong += into[i] != expected(call, i);
    for (int i = 0; !in_place && i < count; ++i) wrong += input[i] != rank + i % 1000 + call;
  }
}

int main(int argc, char** argv) {
  static const int closed[] = {0, pages / 2 - 2, pages / 2, pages - 20, pages - 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  page = (size_t)sysconf(_SC_PAGESIZE);
  const struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  double* input = new_vector();
  double* result = new_vector();
  for (size_t place = 0; place < sizeof closed / sizeof *closed; ++place)
    for (int which = 0; which < 8; ++which) {
      const struct how how = {.closed = closed[place],
                              .on = which % 2 == 0 ? -1 : (int)place % ranks,
                              .to_all = which / 2 % 2,
                              .in_place = which / 4};
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      reduce(comm, &how, input, result);
      MPI_Comm_free(&comm);
    }
  if (wrong) fprintf(stderr, "rank %d: %d wrong\n", rank, wrong);
  MPI_Finalize();
  return wrong != 0;
}
