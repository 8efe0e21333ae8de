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
#   allfold_test_under_mpirun(on_nodes ${ALLFOLD_ON_NODES} 2 ${ALLFOLD_RANKS_ON_NODES} program)
#
# makes one, on 5 ranks that take each other to be on nodes of 2.
#
# No test sees the rules of whoever runs it, unless its ENVIRONMENT says so.

include_guard(DIRECTORY)

# Imported targets are visible in the directory that found them and below: so here, not elsewhere.
find_package(MPI REQUIRED COMPONENTS C CXX)
find_package(GTest REQUIRED)

# Which options MPIEXEC_EXECUTABLE takes: see tests/mpirun.sh, which starts all programs of tests.
if(NOT DEFINED ALLFOLD_TEST_HYDRA_VERSION)
  execute_process(COMMAND ${MPIEXEC_EXECUTABLE} --version OUTPUT_VARIABLE version ERROR_QUIET)
  set(launcher hydra)
  if(version MATCHES "\\((Open MPI|OpenRTE)\\) 4")
    set(launcher orte)
  elseif(version MATCHES "\\((Open MPI|PRRTE)\\)")
    set(launcher prrte)
  endif()
  set(ALLFOLD_TEST_LAUNCHER ${launcher} CACHE STRING
      "MPIEXEC_EXECUTABLE is orte (Open MPI 4), prrte (Open MPI 5) or hydra (MPICH)")
  string(REGEX MATCH "Version: +([0-9.]+)" match "${version}")
  set(ALLFOLD_TEST_HYDRA_VERSION "${CMAKE_MATCH_1}" CACHE STRING "Of hydra: that of MPICH")
endif()
set(ALLFOLD_MPIRUN ${CMAKE_CURRENT_LIST_DIR}/../tests/mpirun.sh
                   ${ALLFOLD_TEST_LAUNCHER} ${MPIEXEC_EXECUTABLE})

# MPICH's ranks spin while they wait: more of them than processors wait for whole slices of time.
if(NOT ALLFOLD_TEST_MOST_RANKS)
  set(most 64)
  if(ALLFOLD_TEST_LAUNCHER STREQUAL hydra)
    cmake_host_system_information(RESULT most QUERY NUMBER_OF_LOGICAL_CORES)
    if(most LESS 3)
      set(most 3)
    endif()
    message(STATUS "Tests on more than ${most} ranks are left out (ALLFOLD_TEST_MOST_RANKS)")
  endif()
  set(ALLFOLD_TEST_MOST_RANKS ${most} CACHE STRING "Tests on more ranks are left out")
endif()
set(ALLFOLD_RANKS_ON_NODES 5)
if(ALLFOLD_RANKS_ON_NODES GREATER ALLFOLD_TEST_MOST_RANKS)
  set(ALLFOLD_RANKS_ON_NODES ${ALLFOLD_TEST_MOST_RANKS})
endif()

# Tests claim at most this many of ctest's job slots: ranks above the core count take turns.
set(ALLFOLD_MPI_TEST_MAX_PROCESSORS 4)

# The slots that a test on these ranks claims. tests/run.sh has two for each processor, and each rank that waits for
# others claims two: beside others that wait, too, two ranks took up to thirty times as long.
function(allfold_slots_of_ranks out ranks)
  math(EXPR slots "2 * ${ranks}")
  if(ranks EQUAL 1)
    set(slots 1)
  elseif(slots GREATER ALLFOLD_MPI_TEST_MAX_PROCESSORS)
    set(slots ${ALLFOLD_MPI_TEST_MAX_PROCESSORS})
  endif()
  set(${out} ${slots} PARENT_SCOPE)
endfunction()

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
    # mpirun is the build machine's, and starts the emulator on each rank.
    set(program ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:${program}>)
  endif()

  if(NOT arg_ENVIRONMENT MATCHES "ALLFOLD_RULES=")
    list(APPEND arg_ENVIRONMENT ALLFOLD_RULES=none)
  endif()

  if(ALLFOLD_SANITIZE MATCHES address)
    # The MPI library leaves memory behind that is not ours to free.
    list(APPEND arg_ENVIRONMENT ASAN_OPTIONS=detect_leaks=0)
  endif()

  foreach(ranks IN LISTS arg_RANKS)
    if(ranks GREATER ALLFOLD_TEST_MOST_RANKS)
      continue()
    endif()
    allfold_slots_of_ranks(slots ${ranks})
    add_test(NAME ${name}.p${ranks}
             COMMAND ${ALLFOLD_MPIRUN} --timeout ${mpirun_timeout}
                     -n ${ranks} ${program} ${arg_COMMAND})
    set_tests_properties(${name}.p${ranks} PROPERTIES
                         TIMEOUT ${arg_TIMEOUT}
                         PROCESSORS ${slots}
                         ENVIRONMENT "${arg_ENVIRONMENT}"
                         LABELS "mpi;${arg_LABELS}")
  endforeach()
endfunction()

# A test that runs mpirun itself, by the variable MPIRUN, and is skipped if it exits with 77.
function(allfold_test_under_mpirun name)
  list(JOIN ALLFOLD_MPIRUN " " mpirun)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES
    TIMEOUT 240
    PROCESSORS ${ALLFOLD_MPI_TEST_MAX_PROCESSORS}
    SKIP_RETURN_CODE 77
    LABELS mpi
    ENVIRONMENT "MPIRUN=${mpirun} --timeout 230;ALLFOLD_RULES=none")
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
  allfold_reuse_headers(allfold_mpi_test_support ${name})
  allfold_mpirun_test(${name} COMMAND ${name} --whereabouts-after=${report_after} ${arg_ARGUMENTS}
                      RANKS ${arg_RANKS}
                      TIMEOUT ${arg_TIMEOUT} ENVIRONMENT ${arg_ENVIRONMENT}
                      LABELS ${arg_LABELS})
endfunction()

# GoogleTest's argument for the tests in whose suites or names one of these texts is, and none of those.
#
#   allfold_gtest_filter(filter CountsAndRoots DerivedTypes WITHOUT NegativeExtent)
function(allfold_gtest_filter out)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "WITHOUT")
  set(filter --gtest_filter=)
  foreach(texts arg_UNPARSED_ARGUMENTS arg_WITHOUT)
    list(TRANSFORM ${texts} REPLACE "(.+)" "*\\1*")
    list(JOIN ${texts} ":" ${texts})
  endforeach()
  string(APPEND filter "${arg_UNPARSED_ARGUMENTS}")
  if(arg_WITHOUT)
    string(APPEND filter "-${arg_WITHOUT}")
  endif()
  set(${out} ${filter} PARENT_SCOPE)
endfunction()

# Whether tests run with a library whose launcher is that, of that version at least: "hydra", "hydra 4.2".
function(allfold_tests_run_with out library)
  separate_arguments(words UNIX_COMMAND "${library}")
  list(POP_FRONT words launcher least)
  set(${out} OFF PARENT_SCOPE)
  if(launcher STREQUAL ALLFOLD_TEST_LAUNCHER AND NOT "${least}" VERSION_GREATER ALLFOLD_TEST_HYDRA_VERSION)
    set(${out} ON PARENT_SCOPE)
  endif()
endfunction()

# Disables tests of this folder with that library (see above), by their names, on any number of ranks where there are
# several; the reason is shown when cmake runs.
function(allfold_disable_with library reason)
  allfold_tests_run_with(concerned ${library})
  if(NOT concerned)
    return()
  endif()
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(name IN LISTS ARGN)
    set(of_that_name ${tests})
    list(FILTER of_that_name INCLUDE REGEX "^${name}([.]p[0-9]+)?$")
    foreach(test IN LISTS of_that_name)
      set_tests_properties(${test} PROPERTIES DISABLED ON)
    endforeach()
    message(STATUS "Disabled with this MPI library: ${name}: ${reason}")
  endforeach()
endfunction()

# MPICH 4.2's mpiexec now and then loses the status or the messages of a job that ends by MPI_Abort, without Allfold,
# too: with it tests of such jobs have the label `repeated`, and several attempts (see tests/run.sh).
function(allfold_repeat_if_messages_are_lost)
  allfold_tests_run_with(concerned "hydra 4.2")
  if(concerned)
    foreach(test IN LISTS ARGN)
      set_property(TEST ${test} APPEND PROPERTY LABELS repeated)
    endforeach()
  endif()
endfunction()
