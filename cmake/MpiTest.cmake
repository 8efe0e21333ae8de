# Tests that run under mpirun, with their rank counts in the registration call:
#
#   allfold_mpi_test(derived_types SOURCES derived_types.cpp RANKS 1 2 3 4 TIMEOUT 60)
#
# makes the executable derived_types, linked with Allfold, GoogleTest and the support library, and
# the ctest entries derived_types.p1 ... derived_types.p4.
#
#   allfold_mpirun_test(preloaded COMMAND plain_program 1000 RANKS 2 3)
#
# makes only the ctest entries, for a program (a target or a path) that exists already.
#
#   allfold_test_under_mpirun(on_nodes ${ALLFOLD_ON_NODES} 2 6 program)
#
# makes one, on 6 ranks that take each other to be on machines of 2.
#
# No test sees the rules of whoever runs it, unless its ENVIRONMENT says so.

include_guard(DIRECTORY)

# Imported targets are visible in the directory that found them and below: so here, not elsewhere.
find_package(MPI REQUIRED COMPONENTS C CXX)
find_package(GTest REQUIRED)

set(ALLFOLD_MPIRUN_FLAGS
    --oversubscribe --bind-to none
    --mca mpi_yield_when_idle 1
    --mca btl_vader_single_copy_mechanism none
    CACHE STRING "mpirun's flags for tests: more ranks than cores, in containers without ptrace")

# Tests claim at most this many of ctest's job slots: ranks above the core count take turns.
set(ALLFOLD_MPI_TEST_MAX_PROCESSORS 4)

set(ALLFOLD_ON_NODES ${CMAKE_CURRENT_LIST_DIR}/../tests/mpi/support/on_nodes.sh)

function(allfold_mpirun_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "COMMAND;RANKS;ENVIRONMENT;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_COMMAND)
    message(FATAL_ERROR "allfold_mpirun_test(${name} COMMAND ... [RANKS ...] [TIMEOUT seconds] "
                        "[ENVIRONMENT ...] [LABELS ...]): got '${ARGN}'")
  endif()
  if(NOT arg_RANKS)
    set(arg_RANKS 1 2 3 4)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  # mpirun gives up first: unlike ctest, it says so and leaves no rank behind.
  math(EXPR mpirun_timeout "${arg_TIMEOUT} - 5")

  list(POP_FRONT arg_COMMAND program)
  if(TARGET ${program})
    set(program $<TARGET_FILE:${program}>)
  endif()

  execute_process(COMMAND id -u OUTPUT_VARIABLE user_id OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(user_id STREQUAL "0")
    list(APPEND arg_ENVIRONMENT OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)
  endif()

  if(NOT arg_ENVIRONMENT MATCHES "ALLFOLD_RULES=")
    list(APPEND arg_ENVIRONMENT ALLFOLD_RULES=none)
  endif()

  if(ALLFOLD_SANITIZE MATCHES address)
    # The MPI library leaves memory behind that is not ours to free.
    list(APPEND arg_ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
  endif()

  foreach(ranks IN LISTS arg_RANKS)
    set(processors ${ranks})
    if(processors GREATER ALLFOLD_MPI_TEST_MAX_PROCESSORS)
      set(processors ${ALLFOLD_MPI_TEST_MAX_PROCESSORS})
    endif()
    add_test(NAME ${name}.p${ranks}
             COMMAND ${MPIEXEC_EXECUTABLE} ${ALLFOLD_MPIRUN_FLAGS} --timeout ${mpirun_timeout}
                     ${MPIEXEC_NUMPROC_FLAG} ${ranks} ${program} ${arg_COMMAND})
    set_tests_properties(${name}.p${ranks} PROPERTIES
                         TIMEOUT ${arg_TIMEOUT}
                         PROCESSORS ${processors}
                         ENVIRONMENT "${arg_ENVIRONMENT}"
                         LABELS "mpi;${arg_LABELS}")
  endforeach()
endfunction()

# A test that runs mpirun itself, by the variable MPIRUN, and is skipped if it exits with 77.
function(allfold_test_under_mpirun name)
  list(JOIN ALLFOLD_MPIRUN_FLAGS " " mpirun_flags)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT 240
    PROCESSORS ${ALLFOLD_MPI_TEST_MAX_PROCESSORS}
    SKIP_RETURN_CODE 77
    LABELS mpi
    ENVIRONMENT "MPIRUN=${MPIEXEC_EXECUTABLE} ${mpirun_flags} --timeout 230;\
ALLFOLD_RULES=none;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
endfunction()

# ARGUMENTS go to the test program: GoogleTest's, and those of support/main.cpp.
function(allfold_mpi_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT"
                        "SOURCES;RANKS;ENVIRONMENT;LABELS;ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "allfold_mpi_test(${name} SOURCES ... [RANKS ...] [TIMEOUT seconds] "
                        "[ENVIRONMENT ...] [LABELS ...] [ARGUMENTS ...]): got '${ARGN}'")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  # Before mpirun gives up: what ranks print afterwards is lost.
  math(EXPR report_after "${arg_TIMEOUT} - 10")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE allfold_mpi_test_support)
  allfold_mpirun_test(${name} COMMAND ${name} --whereabouts-after=${report_after} ${arg_ARGUMENTS}
                      RANKS ${arg_RANKS}
                      TIMEOUT ${arg_TIMEOUT} ENVIRONMENT ${arg_ENVIRONMENT}
                      LABELS ${arg_LABELS})
endfunction()
