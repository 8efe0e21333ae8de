# allfold_options: the language and the flags of every target of the project. Each links it privately, so that a project
# that Allfold is a part of sees nothing of it.
if(ALLFOLD_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(ALLFOLD_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=")
option(ALLFOLD_FUZZ "Build what fuzzes the readers; needs clang" OFF)

add_library(allfold_options INTERFACE)
target_compile_features(allfold_options INTERFACE c_std_11 cxx_std_20)
set(ALLFOLD_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
target_compile_options(allfold_options INTERFACE
  "$<$<COMPILE_LANGUAGE:C,CXX>:${ALLFOLD_WARNINGS}>"
  # GCC 11 warns of what std::optional does inside.
  "$<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,12>>:-Wno-maybe-uninitialized>"
  # In executables, too: all targets can share precompiled headers then.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-fPIC>"
  # Results do not depend on which processor's instructions computed them.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>")
# Nothing that is formatted asks for a locale. Locales would be a quarter of the library, in every process's memory.
target_compile_definitions(allfold_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:FMT_STATIC_THOUSANDS_SEPARATOR=','>")
if(ALLFOLD_SANITIZE)
  target_compile_options(allfold_options INTERFACE
    -fsanitize=${ALLFOLD_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(allfold_options INTERFACE -fsanitize=${ALLFOLD_SANITIZE})
endif()
if(ALLFOLD_FUZZ)
  target_compile_options(allfold_options INTERFACE -fsanitize=fuzzer-no-link)
endif()

# allfold_c_mpi: MPI's functions in C, without the bindings for C++, which would bring in another library.
add_library(allfold_c_mpi INTERFACE)
target_link_libraries(allfold_c_mpi INTERFACE MPI::MPI_C)
target_compile_definitions(allfold_c_mpi INTERFACE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
