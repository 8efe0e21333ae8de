/* How many collective calls this rank has made of the MPI library, as Allfold sees it. */
#ifndef ALLFOLD_TESTS_MPI_LIFE_COUNTED_COLLECTIVES_H
#define ALLFOLD_TESTS_MPI_LIFE_COUNTED_COLLECTIVES_H

#ifdef __cplusplus
extern "C" {
#endif

int counted_collectives(void);
/* Those of them that make a communicator. */
int counted_creations(void);

#ifdef __cplusplus
}
#endif

#endif
