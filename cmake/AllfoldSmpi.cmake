# SimGrid's SMPI (https://simgrid.org) in the place of the MPI library. What is built here runs in a simulation, and
# nowhere else.
#
# Its compiler wrappers are not used: the header that smpicxx includes everywhere gives malloc, free and getpid other
# meanings, in the C++ library's headers, too.
include_guard(GLOBAL)

find_path(ALLFOLD_SMPI_INCLUDE_DIR smpi/smpi.h)
find_library(ALLFOLD_SMPI_LIBRARY simgrid)
if(NOT ALLFOLD_SMPI_INCLUDE_DIR OR NOT ALLFOLD_SMPI_LIBRARY)
  message(FATAL_ERROR "ALLFOLD_SMPI: SimGrid was not found: expected smpi/smpi.h and libsimgrid; install it "
                      "(apt-get install libsimgrid-dev), or set CMAKE_PREFIX_PATH to where it is")
endif()

add_library(MPI::MPI_C INTERFACE IMPORTED)
# The first folder has an mpi.h that includes SMPI's.
target_include_directories(MPI::MPI_C SYSTEM INTERFACE
  ${PROJECT_SOURCE_DIR}/src/simulation/include ${ALLFOLD_SMPI_INCLUDE_DIR}/smpi ${ALLFOLD_SMPI_INCLUDE_DIR})
target_compile_definitions(MPI::MPI_C INTERFACE ALLFOLD_SMPI)
target_link_libraries(MPI::MPI_C INTERFACE ${ALLFOLD_SMPI_LIBRARY})

# Each rank loads a copy of the library, with variables of its own: in functions and templates, too.
add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
