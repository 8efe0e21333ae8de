/* SMPI's header, with declarations that are missing there: it declares the objects behind
 * MPI_CXX_FLOAT_COMPLEX and similar types by other names (SimGrid 3.32 and 4.0). */
#ifndef ALLFOLD_SIMULATION_MPI_H
#define ALLFOLD_SIMULATION_MPI_H

#include_next <mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
extern SMPI_Datatype smpi_MPI_CXX_FLOAT_COMPLEX;
extern SMPI_Datatype smpi_MPI_CXX_DOUBLE_COMPLEX;
extern SMPI_Datatype smpi_MPI_CXX_LONG_DOUBLE_COMPLEX;
#ifdef __cplusplus
}
#endif

#endif
