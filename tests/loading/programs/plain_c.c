/* A C program that is not written for Allfold. The last line of rank 0 states the number of calls
 * of each collective, and the number of wrong results. */
#include <mpi.h>
#include <stdio.h>

enum { elements = 1000 };

static int rank, ranks;
static int allreduces, reduces, reduce_scatters, bcasts, comm_dups, comm_frees, pcontrols, wrong;

struct located {
  double value;
  int place;
};

static void check(int right) { wrong += !right; }

static void call_allreduce(const void* input, void* result, int count, MPI_Datatype type,
                           MPI_Op op) {
  MPI_Allreduce(input, result, count, type, op, MPI_COMM_WORLD);
  ++allreduces;
}

static void call_reduce(const void* input, void* result, int count, MPI_Datatype type, MPI_Op op,
                        int root) {
  MPI_Reduce(input, result, count, type, op, root, MPI_COMM_WORLD);
  ++reduces;
}

static void sums_of_doubles(void) {
  const double all = ranks * (ranks + 1) / 2;
  double mine[elements], sums[elements];
  for (int i = 0; i < elements; ++i) mine[i] = (rank + 1) * (i + 1.0);

  call_allreduce(mine, sums, elements, MPI_DOUBLE, MPI_SUM);
  for (int i = 0; i < elements; ++i) check(sums[i] == all * (i + 1.0));

  call_reduce(mine, rank == ranks - 1 ? sums : NULL, elements, MPI_DOUBLE, MPI_SUM, ranks - 1);
  if (rank == ranks - 1) {
    for (int i = 0; i < elements; ++i) check(sums[i] == all * (i + 1.0));
  }

  call_allreduce(MPI_IN_PLACE, mine, elements, MPI_DOUBLE, MPI_SUM);
  for (int i = 0; i < elements; ++i) check(mine[i] == all * (i + 1.0));
}

/* With counts of 64 bits, where MPI has them. */
#if MPI_VERSION >= 4
#define BY_64_BITS(name) name##_c
#else
#define BY_64_BITS(name) name
#endif
static void minima_of_longs(void) {
  const long mine[2] = {rank, -rank};
  long minima[2];
  BY_64_BITS(MPI_Allreduce)(mine, minima, 2, MPI_LONG, MPI_MIN, MPI_COMM_WORLD);
  ++allreduces;
  check(minima[0] == 0 && minima[1] == 1 - ranks);
  minima[0] = minima[1] = 7;
  BY_64_BITS(MPI_Reduce)(mine, minima, 2, MPI_LONG, MPI_MIN, ranks - 1, MPI_COMM_WORLD);
  ++reduces;
  if (rank == ranks - 1) check(minima[0] == 0 && minima[1] == 1 - ranks);
}

/* Each rank gets its share: two elements, and as many as its rank. */
static void shares_of_sums(void) {
  int mine[elements], share[elements], counts[elements];
  for (int r = 0; r < ranks; ++r) counts[r] = r;
  for (int i = 0; i < elements; ++i) mine[i] = rank + i;
  const int all = ranks * (ranks - 1) / 2;

  MPI_Reduce_scatter_block(mine, share, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  ++reduce_scatters;
  for (int i = 0; i < 2; ++i) check(share[i] == all + ranks * (2 * rank + i));

  MPI_Reduce_scatter(MPI_IN_PLACE, mine, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  ++reduce_scatters;
  const int start = rank * (rank - 1) / 2;
  for (int i = 0; i < rank; ++i) check(mine[i] == all + ranks * (start + i));
}

static void maxima_of_ints(void) {
  int mine[3] = {rank, -rank, 7};
  call_reduce(rank == 0 ? MPI_IN_PLACE : mine, mine, 3, MPI_INT, MPI_MAX, 0);
  if (rank == 0) check(mine[0] == ranks - 1 && mine[1] == 0 && mine[2] == 7);
}

static void places_of_maxima(void) {
  const struct located mine = {.value = rank % 2, .place = rank};
  struct located maximum;
  call_allreduce(&mine, &maximum, 1, MPI_DOUBLE_INT, MPI_MAXLOC);
  check(maximum.value == (ranks > 1) && maximum.place == (ranks > 1));
}

/* Functions that Allfold does not override, or only observes, and that tools count. */
static void others(void) {
  MPI_Pcontrol(1);
  ++pcontrols;
  int ranks_of_root = ranks;
  MPI_Bcast(&ranks_of_root, 1, MPI_INT, 0, MPI_COMM_WORLD);
  ++bcasts;
  check(ranks_of_root == ranks);

  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  ++comm_dups;
  const int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, copy);
  ++allreduces;
  check(sum == ranks);
  MPI_Comm_free(&copy);
  ++comm_frees;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  sums_of_doubles();
  minima_of_longs();
  shares_of_sums();
  maxima_of_ints();
  places_of_maxima();
  others();

  int wrong_anywhere;
  call_reduce(&wrong, &wrong_anywhere, 1, MPI_INT, MPI_SUM, 0);
  if (rank == 0) {
    printf("allreduce %d reduce %d reduce_scatter %d ", allreduces, reduces, reduce_scatters);
    printf("bcast %d comm_dup %d comm_free %d pcontrol %d wrong %d\n", bcasts, comm_dups,
           comm_frees, pcontrols, wrong_anywhere);
  }
  MPI_Finalize();
  return 0;
}
