/* at_own_risk CASE: unusual things that a rank may do between reductions; the results must be
 * right.
 *
 * CASE: streams, number, communicators, unreadable, barrier, one_memory or handler. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int rank, ranks, wrong, skipped;

/* Reduces this many doubles, with both collectives. */
static void reduce(int count, double* input, double* result) {
  for (int call = 0; call < 20; ++call) {
    for (int i = 0; i < count; ++i) input[i] = rank + i + call;
    const double ranks_sum = ranks * (ranks - 1) / 2.0;
    for (int to_all = 0; to_all < 2; ++to_all) {
      if (to_all)
        MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      else
        MPI_Reduce(input, result, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
      if (!to_all && rank != 0) continue;
      for (int i = 0; i < count; ++i) wrong += result[i] != ranks_sum + (double)ranks * (i + call);
    }
  }
}

static void reduce_of(int count) {
  double* input = malloc((size_t)count * sizeof *input);
  double* result = malloc((size_t)count * sizeof *result);
  reduce(count, input, result);
  free(input);
  free(result);
}

/* Ranks that are to print nothing close their standard output, so their output is lost. They are
 * ahead of rank 0, which still needs their vectors. */
static void without_streams(void) {
  enum { count = 20000 };
  static double input[count], result[count];
  if (rank != 0) close(1);
  for (int call = 0; call < 10; ++call) {
    for (int i = 0; i < count; ++i) input[i] = rank + i + call;
    if (rank == 0) usleep(20000);
    MPI_Reduce(input, result, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (int line = 0; rank != 0 && line < 5000; ++line)
      printf("rank %d prints line %d after call %d, which nobody reads\n", rank, line, call);
    fflush(stdout);
    for (int i = 0; rank == 0 && i < count; ++i)
      wrong += result[i] != ranks * (ranks - 1) / 2.0 + (double)ranks * (i + call);
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

/* A program that opens a file under a given number closes the file that had this number. */
static void file_by_number_of_ours(void) {
  static const char text[] = "the user's data";
  char path[] = "/tmp/at_own_risk_XXXXXX";
  char read_back[sizeof text];
  reduce_of(1);
  const int file = mkstemp(path);
  unlink(path);
  if (write(file, text, sizeof text) != (ssize_t)sizeof text) abort();
  int last = -1;
  for (int number = 3; number < 256; ++number) {
    char link[64], target[64] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", number);
    if (readlink(link, target, sizeof target - 1) < 0 || strncmp(target, "/memfd:allfold", 14) != 0)
      continue;
    last = number;
    dup2(file, number);
  }
  reduce_of(20000);
  reduce_of(1 << 20);
  MPI_Comm other;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &other);
  double one = 1, all = 0;
  MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, other);
  wrong += all != ranks;
  MPI_Comm_free(&other);
  struct stat status;
  fstat(file, &status);
  wrong += status.st_size != (off_t)sizeof text;
  wrong += pread(file, read_back, sizeof read_back, 0) != (ssize_t)sizeof read_back ||
           memcmp(read_back, text, sizeof text) != 0;
  if (last >= 0) wrong += fcntl(last, F_GETFD) < 0;
}

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < 2 * *length; ++i) ((double*)inout)[i] += ((double*)in)[i];
}

/* Rank 0 has used up the context ids of its MPI library. */
static void without_communicators(void) {
  if (rank == 0) {
    MPI_Comm copy;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    for (int i = 0; i < 70000 && MPI_Comm_dup(MPI_COMM_SELF, &copy) == MPI_SUCCESS; ++i) continue;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  }
  MPI_Datatype pair;
  MPI_Op op;
  MPI_Type_contiguous(2, MPI_DOUBLE, &pair);
  MPI_Type_commit(&pair);
  MPI_Op_create(add, 1, &op);
  for (int call = 0; call < 5; ++call) {
    double input[2] = {rank, call}, result[2] = {-1, -1};
    MPI_Allreduce(input, result, 1, pair, op, MPI_COMM_WORLD);
    wrong += result[0] != ranks * (ranks - 1) / 2.0 || result[1] != (double)ranks * call;
  }
  MPI_Op_free(&op);
  MPI_Type_free(&pair);
  reduce_of(1);
}

/* Memory that this process can read and other processes cannot. */
static void unreadable_result(void) {
  const int count = 1 << 17;
  void* result =
      mmap(NULL, (size_t)count * sizeof(double), PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  double* input = malloc((size_t)count * sizeof *input);
  if (result == MAP_FAILED || !input) abort();
  reduce(count, input, result);
  free(input);
}

static char* protected_first;
static size_t protected_bytes;

static void open_page(int number, siginfo_t* info, void* context) {
  (void)number;
  (void)context;
  char* at = info->si_addr;
  if (at < protected_first || at >= protected_first + protected_bytes) abort();
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  mprotect(at - (at - protected_first) % (long)page, page, PROT_READ | PROT_WRITE);
}

/* Memory whose first write needs a signal handler, as in garbage collectors and checkpointing: the
 * system cannot write there. In the part that another rank tries to write, no page is closed. */
static void write_barrier(void) {
  const int count = 1 << 17;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  protected_bytes = (size_t)count * sizeof(double);
  double* input = malloc(protected_bytes);
  double* result =
      mmap(NULL, protected_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (result == MAP_FAILED || !input) abort();
  protected_first = (char*)result;
  const struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  for (int call = 0; call < 40; ++call) {
    for (int i = 0; i < count; ++i) input[i] = rank + i + call;
    const size_t slice = protected_bytes / (size_t)ranks;
    const size_t own = slice * (size_t)rank / page * page;
    const size_t end = slice * (size_t)(rank + 1) / page * page + page;
    mprotect(result, own, PROT_READ);
    if (end < protected_bytes) mprotect((char*)result + end, protected_bytes - end, PROT_READ);
    MPI_Allreduce(input, result, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; ++i)
      wrong += result[i] != ranks * (ranks - 1) / 2.0 + (double)ranks * (i + call);
  }
  free(input);
}

/* One memory for both buffers, on ranks that have a result; the MPI library does not check its
 * arguments. */
static void one_memory(void) {
  int number = 0;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  if (PMPI_Reduce(&number, &number, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_SELF) != MPI_SUCCESS) {
    puts("skipped: this MPI library looks at arguments");
    skipped = 1;
    return;
  }
  enum { most = 20000 };
  static double vector[most];
  for (int call = 0; call < 20; ++call)
    for (int to_all = 0; to_all < 2; ++to_all) {
      const int count = call % 2 == 0 ? 2 : most;
      const int root = call % ranks;
      for (int i = 0; i < count; ++i) vector[i] = rank + i + call;
      if (to_all)
        MPI_Allreduce(vector, vector, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      else
        MPI_Reduce(vector, vector, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
      for (int i = 0; i < count; ++i)
        wrong += (to_all || rank == root)
                     ? vector[i] != ranks * (ranks - 1) / 2.0 + (double)ranks * (i + call)
                     : vector[i] != rank + i + call;
    }
}

static MPI_Comm of_handler;
static int handled;

static void free_in_handler(MPI_Comm* comm, int* error, ...) {
  (void)error;
  ++handled;
  double one = 1;
  double all[64];
  double ones[64];
  for (int i = 0; i < 64; ++i) ones[i] = one;
  for (int count = 1; count <= 16; ++count)
    MPI_Allreduce(ones, all, count, MPI_DOUBLE, MPI_SUM, *comm);
  wrong += all[15] != ranks;
  MPI_Comm_free(&of_handler);
}

/* The error handler of a call with invalid arguments frees the communicator. */
static void freeing_handler(void) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(free_in_handler, &handler);
  for (int round = 0; round < 20; ++round) {
    double one = 1, all = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &of_handler);
    MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, of_handler);
    MPI_Comm_set_errhandler(of_handler, handler);
    MPI_Comm comm = of_handler;
    if (round % 2 == 0)
      MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_BAND, comm);
    else
      MPI_Reduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, ranks, comm);
  }
  wrong += handled != 20;
  MPI_Errhandler_free(&handler);
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } cases[] = {{"streams", without_streams},
               {"number", file_by_number_of_ours},
               {"communicators", without_communicators},
               {"unreadable", unreadable_result},
               {"barrier", write_barrier},
               {"one_memory", one_memory},
               {"handler", freeing_handler}};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int known = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
    if (argc == 2 && strcmp(argv[1], cases[i].name) == 0) {
      known = 1;
      cases[i].run();
    }
  if (!known) MPI_Abort(MPI_COMM_WORLD, 2);
  if (wrong) fprintf(stderr, "rank %d: %d wrong\n", rank, wrong);
  MPI_Finalize();
  return skipped ? 77 : wrong != 0;
}
