/* How often this rank has shared its measured times with the other ranks. */
#ifndef ALLFOLD_TESTS_MPI_ONLINE_COUNTED_H
#define ALLFOLD_TESTS_MPI_ONLINE_COUNTED_H

#ifdef __cplusplus
extern "C"
#endif
    int
    counted_agreements(void);

#endif
