/* MPI's header, with what SMPI's forgets: the objects behind MPI_CXX_FLOAT_COMPLEX and its like are
 * declared by other names there (SimGrid 3.32 and 4.0). */
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
