/* Allfold's own interface before MPI_Init, between MPI_Init and MPI_Finalize, and after
 * MPI_Finalize. */
#include <allfold/allfold.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  exit(1);
}
#define REQUIRE(condition) require(condition, #condition)

static void require_that_it_answers(void) {
  REQUIRE(strcmp(allfold_version(), ALLFOLD_VERSION) == 0);
  REQUIRE(allfold_kernel(0) != NULL);
  REQUIRE(allfold_kernel_serves(allfold_kernel(0), "allreduce") == 1);
  REQUIRE(allfold_configure("ALLFOLD_ALLREDUCE", "no-such-kernel") == 1);
  REQUIRE(strlen(allfold_error()) > 0);
  REQUIRE(allfold_configure("ALLFOLD_ALLREDUCE", allfold_kernel(0)) == 0);
  REQUIRE(allfold_reason(NULL, "native", 0, NULL) == NULL);
  REQUIRE(allfold_reason("allreduce", "no-such-kernel", 0, NULL) == NULL);
  REQUIRE(allfold_reason("allreduce", "native", -1, NULL) == NULL);
  REQUIRE(allfold_reason("reduce", allfold_kernel(0), 0, NULL) == NULL);
}

/* Requires a reason for one call, for which the user has requested this kernel. */
static void require_that_it_says_why(const char* kernel) {
  uint64_t calls = 0;
  const char* why = allfold_reason("allreduce", kernel, 0, &calls);
  REQUIRE(why != NULL && strstr(why, "ALLFOLD_ALLREDUCE") != NULL);
  REQUIRE(calls == 1);
  REQUIRE(allfold_reason("allreduce", kernel, 1, &calls) == NULL);
}

int main(int argc, char** argv) {
  REQUIRE(allfold_calls("allreduce", NULL) == 0);
  require_that_it_answers();

  MPI_Init(&argc, &argv);
  require_that_it_answers();
  int size;
  int one = 1;
  int sum = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  REQUIRE(sum == size);
  MPI_Finalize();

  require_that_it_answers();
  REQUIRE(allfold_calls("allreduce", NULL) == 1);
  REQUIRE(size == 1 || allfold_calls("allreduce", allfold_kernel(0)) == 1);
  if (size > 1) require_that_it_says_why(allfold_kernel(0));
  REQUIRE(allfold_calls("reduce", NULL) == 0);
  return 0;
}
