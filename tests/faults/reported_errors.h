/* Reports MPI errors on standard error, and ends the job. */
#ifndef ALLFOLD_TESTS_FAULTS_REPORTED_ERRORS_H
#define ALLFOLD_TESTS_FAULTS_REPORTED_ERRORS_H

#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

/* The MPI library's own handler leaves the message to the launcher, which may lose it. */
static void report(MPI_Comm* comm, int* error, ...) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  int rank = 0;
  (void)comm;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Error_string(*error, text, &length);
  fprintf(stderr, "rank %d got an MPI error: %s\n", rank, text);
  fflush(stderr);
  usleep(200000); /* until the launcher has forwarded the message */
  MPI_Abort(MPI_COMM_WORLD, 5);
}

/* Sets the handler on MPI_COMM_WORLD; its duplicates inherit it. */
static inline void report_errors(void) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(report, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
}

#endif
