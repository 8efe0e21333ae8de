/* The number of collective calls of this rank that reach the MPI library, from the program and from
 * Allfold. */
#ifndef ALLFOLD_TESTS_MPI_LIFE_COUNTED_COLLECTIVES_H
#define ALLFOLD_TESTS_MPI_LIFE_COUNTED_COLLECTIVES_H

#ifdef __cplusplus
extern "C" {
#endif

int counted_collectives(void);
/* The number of those calls that make a communicator. */
int counted_creations(void);

#ifdef __cplusplus
}
#endif

#endif
