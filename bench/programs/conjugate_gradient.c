/* Conjugate gradients for the 7-point Laplacian on a cube of n^3 points, zero outside.
 *
 * The cube is divided into one box per rank. A matrix-vector product exchanges six faces with the
 * neighbours; every iteration takes two dot products over all ranks. The right-hand side belongs to
 * a known solution, so that the answer can be checked. */
#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kAxes = 3, kSides = 2 };

/* The box of a rank. Arrays have a further layer of points on each side for the neighbours' faces.
 * The last axis is the contiguous one. */
typedef struct {
  MPI_Comm grid;
  int processes[kAxes];
  int first[kAxes], points[kAxes];
  int stride[kAxes];
  int neighbour[kAxes][kSides];
  MPI_Datatype sent[kAxes][kSides], received[kAxes][kSides];
} Box;

typedef struct {
  int iterations;
  double right_hand_side, residual; /* norms */
} Convergence;

/* When a rank entered and left a reduction, in seconds of the machine's clock. All ranks on one
 * machine share this clock. */
typedef struct {
  double came, left;
} Visit;

/* The reductions of one communicator. The first one sets up the library's state for all of them. */
typedef struct {
  int calls, room;
  Visit* visits;
  double first_seconds, other_seconds; /* set by sum_up() */
} Reductions;

static Reductions on_grid, on_world;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void* allocate(void* old, size_t bytes) {
  void* memory = realloc(old, bytes);
  if (memory == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  return memory;
}

static void add_reduction(Reductions* reductions, double came) {
  const double left = now();
  if (reductions->calls == reductions->room) {
    reductions->room = 2 * reductions->room + 1000;
    reductions->visits =
        allocate(reductions->visits, (size_t)reductions->room * sizeof *reductions->visits);
  }
  reductions->visits[reductions->calls++] = (Visit){came, left};
}

/* On rank 0: the time of the reductions without waiting for late ranks. Each takes from the entry of
 * the last rank until the last rank has left. */
static void sum_up(Reductions* reductions) {
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int calls = reductions->calls;
  Visit* all = rank == 0 ? allocate(NULL, (size_t)ranks * (size_t)calls * sizeof *all) : NULL;
  MPI_Gather(reductions->visits, 2 * calls, MPI_DOUBLE, all, 2 * calls, MPI_DOUBLE, 0,
             MPI_COMM_WORLD);
  for (int call = 0; rank == 0 && call < calls; call++) {
    Visit last = all[call];
    for (int i = 1; i < ranks; i++) {
      last.came = fmax(last.came, all[i * calls + call].came);
      last.left = fmax(last.left, all[i * calls + call].left);
    }
    *(call == 0 ? &reductions->first_seconds : &reductions->other_seconds) += last.left - last.came;
  }
  free(all);
  free(reductions->visits);
}

static MPI_Datatype layer(const Box* box, int axis, int position) {
  int sizes[kAxes], subsizes[kAxes], starts[kAxes];
  for (int i = 0; i < kAxes; i++) {
    sizes[i] = box->points[i] + 2;
    subsizes[i] = i == axis ? 1 : box->points[i];
    starts[i] = i == axis ? position : 1;
  }
  MPI_Datatype type;
  MPI_Type_create_subarray(kAxes, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
  MPI_Type_commit(&type);
  return type;
}

static Box create_box(int n) {
  Box box = {.processes = {0, 0, 0}};
  int ranks, rank, coordinates[kAxes];
  const int periodic[kAxes] = {0, 0, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Dims_create(ranks, kAxes, box.processes);
  MPI_Cart_create(MPI_COMM_WORLD, kAxes, box.processes, periodic, 1, &box.grid);
  MPI_Comm_rank(box.grid, &rank);
  MPI_Cart_coords(box.grid, rank, kAxes, coordinates);
  for (int axis = 0; axis < kAxes; axis++) {
    long parts = box.processes[axis], part = coordinates[axis];
    box.first[axis] = (int)(n * part / parts);
    box.points[axis] = (int)(n * (part + 1) / parts) - box.first[axis];
    MPI_Cart_shift(box.grid, axis, 1, &box.neighbour[axis][0], &box.neighbour[axis][1]);
  }
  box.stride[2] = 1;
  box.stride[1] = box.points[2] + 2;
  box.stride[0] = (box.points[1] + 2) * box.stride[1];
  for (int axis = 0; axis < kAxes; axis++) {
    box.sent[axis][0] = layer(&box, axis, 1);
    box.sent[axis][1] = layer(&box, axis, box.points[axis]);
    box.received[axis][0] = layer(&box, axis, 0);
    box.received[axis][1] = layer(&box, axis, box.points[axis] + 1);
  }
  return box;
}

static void free_box(Box* box) {
  for (int axis = 0; axis < kAxes; axis++) {
    for (int side = 0; side < kSides; side++) {
      MPI_Type_free(&box->sent[axis][side]);
      MPI_Type_free(&box->received[axis][side]);
    }
  }
  MPI_Comm_free(&box->grid);
}

static double* create_vector(const Box* box) {
  double* vector = calloc((size_t)(box->points[0] + 2) * (size_t)box->stride[0], sizeof(double));
  if (vector == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  return vector;
}

/* The contiguous row of points (i, j, 0...) of this rank's box. */
static size_t row(const Box* box, int i, int j) {
  return (size_t)(i + 1) * (size_t)box->stride[0] + (size_t)(j + 1) * (size_t)box->stride[1] + 1;
}

static void exchange_faces(const Box* box, double* x) {
  MPI_Request requests[2 * kAxes * kSides];
  int count = 0;
  for (int axis = 0; axis < kAxes; axis++) {
    for (int side = 0; side < kSides; side++) {
      MPI_Irecv(x, 1, box->received[axis][side], box->neighbour[axis][side], 2 * axis + side,
                box->grid, &requests[count++]);
    }
  }
  for (int axis = 0; axis < kAxes; axis++) {
    for (int side = 0; side < kSides; side++) {
      MPI_Isend(x, 1, box->sent[axis][side], box->neighbour[axis][side], 2 * axis + (1 - side),
                box->grid, &requests[count++]);
    }
  }
  MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
}

/* y = A x */
static void multiply(const Box* box, double* x, double* y) {
  exchange_faces(box, x);
  const int down = box->stride[0], along = box->stride[1];
  for (int i = 0; i < box->points[0]; i++) {
    for (int j = 0; j < box->points[1]; j++) {
      const double* in = x + row(box, i, j);
      double* out = y + row(box, i, j);
      for (int k = 0; k < box->points[2]; k++) {
        out[k] = 6 * in[k] - in[k - down] - in[k + down] - in[k - along] - in[k + along] -
                 in[k - 1] - in[k + 1];
      }
    }
  }
}

static double dot(const Box* box, const double* x, const double* y) {
  double mine = 0, sum;
  for (int i = 0; i < box->points[0]; i++) {
    for (int j = 0; j < box->points[1]; j++) {
      const double *a = x + row(box, i, j), *b = y + row(box, i, j);
      for (int k = 0; k < box->points[2]; k++) mine += a[k] * b[k];
    }
  }
  double start = now();
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, box->grid);
  add_reduction(&on_grid, start);
  return sum;
}

/* y = factor_y y + factor_x x */
static void combine(const Box* box, double factor_y, double* y, double factor_x, const double* x) {
  for (int i = 0; i < box->points[0]; i++) {
    for (int j = 0; j < box->points[1]; j++) {
      const double* in = x + row(box, i, j);
      double* out = y + row(box, i, j);
      for (int k = 0; k < box->points[2]; k++) out[k] = factor_y * out[k] + factor_x * in[k];
    }
  }
}

/* Solves A x = b from x = 0 until the norm of the residual is at most `tolerance` times that of the
 * right-hand side. b becomes the residual. */
static Convergence solve(const Box* box, double* b, double* x, double tolerance) {
  double *direction = create_vector(box), *image = create_vector(box);
  double *residual = b, squared = dot(box, b, b);
  const double enough = tolerance * tolerance * squared;
  Convergence reached = {.iterations = 0, .right_hand_side = sqrt(squared)};
  combine(box, 0, direction, 1, residual);
  while (squared > enough) {
    multiply(box, direction, image);
    const double step = squared / dot(box, direction, image);
    combine(box, 1, x, step, direction);
    combine(box, 1, residual, -step, image);
    const double before = squared;
    squared = dot(box, residual, residual);
    combine(box, squared / before, direction, 1, residual);
    reached.iterations++;
  }
  reached.residual = sqrt(squared);
  free(direction);
  free(image);
  return reached;
}

/* A solution with long and short waves, independent of the division of the cube. */
static void set_solution(const Box* box, int n, double* x) {
  for (int i = 0; i < box->points[0]; i++) {
    for (int j = 0; j < box->points[1]; j++) {
      double* out = x + row(box, i, j);
      for (int k = 0; k < box->points[2]; k++) {
        const double u = (box->first[0] + i + 1.0) / (n + 1);
        const double v = (box->first[1] + j + 1.0) / (n + 1);
        const double w = (box->first[2] + k + 1.0) / (n + 1);
        out[k] = u * (1 - u) * v * (1 - v) * w * (1 - w) * (32 + 10 * sin(17 * u + 11 * v * w));
      }
    }
  }
}

/* On rank 0: the sum of the computed values, and their largest distance from the known ones. */
static void judge(const Box* box, const double* x, const double* known, double* checksum,
                  double* error) {
  double sum = 0, largest = 0;
  for (int i = 0; i < box->points[0]; i++) {
    for (int j = 0; j < box->points[1]; j++) {
      const double *found = x + row(box, i, j), *right = known + row(box, i, j);
      for (int k = 0; k < box->points[2]; k++) {
        sum += found[k];
        largest = fmax(largest, fabs(found[k] - right[k]));
      }
    }
  }
  double start = now();
  MPI_Reduce(&sum, checksum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  add_reduction(&on_world, start);
  start = now();
  MPI_Reduce(&largest, error, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  add_reduction(&on_world, start);
}

static void run(int n) {
  Box box = create_box(n);
  double *known = create_vector(&box), *b = create_vector(&box), *x = create_vector(&box);
  set_solution(&box, n, known);
  multiply(&box, known, b);

  MPI_Barrier(MPI_COMM_WORLD);
  double seconds, slowest, start = now();
  Convergence reached = solve(&box, b, x, 1e-8);
  seconds = now() - start;
  const double norm = sqrt(dot(&box, x, x));
  double checksum = 0, error = 0;
  judge(&box, x, known, &checksum, &error);
  sum_up(&on_grid);
  sum_up(&on_world);
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);

  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    const int* processes = box.processes;
    printf("points %d\nprocesses %d %d %d\n", n, processes[0], processes[1], processes[2]);
    printf("iterations %d\nright_hand_side %.16e\nresidual %.16e\n", reached.iterations,
           reached.right_hand_side, reached.residual);
    printf("error %.16e\nchecksum %.16e\nnorm %.16e\n", error, checksum, norm);
    printf("reductions %d\nfirst_reduction_seconds %.6f\n", on_grid.calls + on_world.calls,
           on_grid.first_seconds + on_world.first_seconds);
    printf("reduction_seconds %.6f\nsolve_seconds %.6f\n",
           on_grid.other_seconds + on_world.other_seconds, slowest);
  }
  free(known);
  free(b);
  free(x);
  free_box(&box);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int n = argc > 1 ? atoi(argv[1]) : 96;
  int ranks;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (n < ranks || n > 1000) {
    fprintf(stderr, "usage: conjugate_gradient [POINTS PER AXIS], no fewer than ranks, to 1000\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  run(n);
  MPI_Finalize();
  return 0;
}
