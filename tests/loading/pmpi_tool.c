/* A typical profiling tool, such as mpiP. It defines MPI_X for every collective, MPI_Init,
 * MPI_Finalize, MPI_Pcontrol, MPI_Comm_free and MPI_Comm_dup, counts the calls of the program,
 * passes them on to PMPI_X, and reports the counts in MPI_Finalize. The functions in NEXT_BY_DLSYM,
 * each surrounded by blanks, are passed on to the next PMPI_X after the tool itself, as tools made
 * for preloading do. */
#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#ifndef NEXT_BY_DLSYM
#define NEXT_BY_DLSYM ""
#endif
#define PMPI(name)                                                                \
  (strstr(NEXT_BY_DLSYM, " " #name " ") ? __extension__(__typeof__(&PMPI_##name)) \
                                              dlsym(RTLD_NEXT, "PMPI_" #name)     \
                                        : &PMPI_##name)

/* X(function, parameters, arguments). */
#define FUNCTIONS(X)                                                                             \
  X(Init, (int* argc, char*** argv), (argc, argv))                                               \
  X(Init_thread, (int* argc, char*** argv, int wanted, int* got), (argc, argv, wanted, got))     \
  X(Comm_free, (MPI_Comm * c), (c))                                                              \
  X(Comm_dup, (MPI_Comm c, MPI_Comm * made), (c, made))                                          \
  X(Barrier, (MPI_Comm c), (c))                                                                  \
  X(Bcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm c), (b, n, t, root, c))           \
  X(Gather, (FROM(s), int n, MPI_Datatype t, TO(r), int root, MPI_Comm c),                       \
    (s, n, t, r, rn, rt, root, c))                                                               \
  X(Gatherv,                                                                                     \
    (FROM(s), int n, MPI_Datatype t, void* r, const int rn[], const int at[], MPI_Datatype rt,   \
     int root, MPI_Comm c),                                                                      \
    (s, n, t, r, rn, at, rt, root, c))                                                           \
  X(Scatter, (FROM(s), int n, MPI_Datatype t, TO(r), int root, MPI_Comm c),                      \
    (s, n, t, r, rn, rt, root, c))                                                               \
  X(Scatterv,                                                                                    \
    (FROM(s), const int n[], const int at[], MPI_Datatype t, TO(r), int root, MPI_Comm c),       \
    (s, n, at, t, r, rn, rt, root, c))                                                           \
  X(Allgather, (FROM(s), int n, MPI_Datatype t, TO(r), MPI_Comm c), (s, n, t, r, rn, rt, c))     \
  X(Allgatherv,                                                                                  \
    (FROM(s), int n, MPI_Datatype t, void* r, const int rn[], const int at[], MPI_Datatype rt,   \
     MPI_Comm c),                                                                                \
    (s, n, t, r, rn, at, rt, c))                                                                 \
  X(Alltoall, (FROM(s), int n, MPI_Datatype t, TO(r), MPI_Comm c), (s, n, t, r, rn, rt, c))      \
  X(Alltoallv,                                                                                   \
    (FROM(s), const int n[], const int at[], MPI_Datatype t, void* r, const int rn[],            \
     const int rat[], MPI_Datatype rt, MPI_Comm c),                                              \
    (s, n, at, t, r, rn, rat, rt, c))                                                            \
  X(Reduce, (FROM(s), void* r, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm c),          \
    (s, r, n, t, op, root, c))                                                                   \
  X(Allreduce, (FROM(s), void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c),                 \
    (s, r, n, t, op, c))                                                                         \
  X(Reduce_scatter, (FROM(s), void* r, const int n[], MPI_Datatype t, MPI_Op op, MPI_Comm c),    \
    (s, r, n, t, op, c))                                                                         \
  X(Scan, (FROM(s), void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c), (s, r, n, t, op, c)) \
  X(Iallgather, (FROM(s), int n, MPI_Datatype t, TO(r), MPI_Comm c, MPI_Request* q),             \
    (s, n, t, r, rn, rt, c, q))                                                                  \
  X(Pcontrol, (const int level, ...), (level))
#define FROM(buffer) const void* buffer
#define TO(buffer) void *buffer, int rn, MPI_Datatype rt

enum {
#define NUMBER(name, parameters, arguments) name,
  FUNCTIONS(NUMBER) functions
};

static int calls[functions];
/* The Fortran bindings may call the MPI_X of C: the call counts once. */
static int in_fortran;

#define WRAP(name, parameters, arguments) \
  int MPI_##name parameters {             \
    calls[name] += !in_fortran;           \
    return PMPI(name) arguments;          \
  }
FUNCTIONS(WRAP)

/* These count as the functions with a list of counts, and with counts of type int. */
int MPI_Reduce_scatter_block(const void* s, void* r, int n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  calls[Reduce_scatter] += !in_fortran;
  return PMPI(Reduce_scatter_block)(s, r, n, t, op, c);
}
#if MPI_VERSION >= 4
int MPI_Reduce_scatter_block_c(const void* s, void* r, MPI_Count n, MPI_Datatype t, MPI_Op op,
                               MPI_Comm c) {
  calls[Reduce_scatter] += !in_fortran;
  return PMPI(Reduce_scatter_block_c)(s, r, n, t, op, c);
}
int MPI_Reduce_scatter_c(const void* s, void* r, const MPI_Count n[], MPI_Datatype t, MPI_Op op,
                         MPI_Comm c) {
  calls[Reduce_scatter] += !in_fortran;
  return PMPI(Reduce_scatter_c)(s, r, n, t, op, c);
}
int MPI_Allreduce_c(const void* s, void* r, MPI_Count n, MPI_Datatype t, MPI_Op op, MPI_Comm c) {
  calls[Allreduce] += !in_fortran;
  return PMPI(Allreduce_c)(s, r, n, t, op, c);
}
int MPI_Reduce_c(const void* s, void* r, MPI_Count n, MPI_Datatype t, MPI_Op op, int root,
                 MPI_Comm c) {
  calls[Reduce] += !in_fortran;
  return PMPI(Reduce_c)(s, r, n, t, op, root, c);
}
#endif

static void report(void) {
  static const char* const names[] = {
#define NAME(name, parameters, arguments) #name,
      FUNCTIONS(NAME)};
  int rank;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) return;
  for (int f = 0; f < functions; ++f)
    if (calls[f] > 0)
      fprintf(stderr, "tool: %c%s %d\n", tolower((unsigned char)names[f][0]), names[f] + 1,
              calls[f]);
}

int MPI_Finalize(void) {
  if (!in_fortran) report();
  return PMPI(Finalize)();
}

/* For mpif.h: the functions that the test programs call; all arguments are addresses. A program in
 * C does not load the Fortran bindings. */
#define WRAP_FORTRAN(count, name, parameters, arguments) \
  __attribute__((weak)) void pmpi_##name parameters;     \
  void mpi_##name parameters {                           \
    count;                                               \
    in_fortran = 1;                                      \
    pmpi_##name arguments;                               \
    in_fortran = 0;                                      \
  }
WRAP_FORTRAN(++calls[Init], init_, (void* a), (a))
WRAP_FORTRAN(++calls[Pcontrol], pcontrol_, (void* a), (a))
WRAP_FORTRAN(++calls[Comm_free], comm_free_, (void* a, void* b), (a, b))
WRAP_FORTRAN(++calls[Comm_dup], comm_dup_, (void* a, void* b, void* c), (a, b, c))
WRAP_FORTRAN(++calls[Bcast], bcast_, (void* a, void* b, void* c, void* d, void* e, void* f),
             (a, b, c, d, e, f))
WRAP_FORTRAN(++calls[Allreduce], allreduce_,
             (void* a, void* b, void* c, void* d, void* e, void* f, void* g), (a, b, c, d, e, f, g))
WRAP_FORTRAN(++calls[Reduce], reduce_,
             (void* a, void* b, void* c, void* d, void* e, void* f, void* g, void* h),
             (a, b, c, d, e, f, g, h))
WRAP_FORTRAN(++calls[Reduce_scatter], reduce_scatter_block_,
             (void* a, void* b, void* c, void* d, void* e, void* f, void* g), (a, b, c, d, e, f, g))
WRAP_FORTRAN(report(), finalize_, (void* a), (a))
