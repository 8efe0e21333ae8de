// Forces each of Allfold's kernels in turn, and proves by the counters that it was the one that
// ran.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_KERNELS_H
#define ALLFOLD_TESTS_MPI_SUPPORT_KERNELS_H

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace allfold_test {

enum class Collective { allreduce, reduce };

// What the counters must show after a turn of a forced kernel.
enum class ServedBy {
  forced_kernel,   // by it and nothing else
  in_rank_order,   // by it if it keeps rank order, else by anything but it
  user_operation,  // by it, unless its messages take several vectors, which such types forbid
  any_kernel,      // by whatever Allfold takes, the native call included
};

// One kernel's turn. `comm` is a duplicate made after the configuration was set, so ruled by it.
struct Turn {
  std::string configuration;  // "auto", a kernel's name, or that with parameters: "name:key=value"
  MPI_Comm comm;
  int rank;
  int size;
};
using TurnBody = std::function<void(const Turn&)>;

// "auto", every kernel of the registry that serves the collective, and some with parameters.
std::vector<std::string> all_configurations(Collective collective);

// "auto", one kernel that keeps rank order and one that does not: for tests whose cross product is
// large in other ways.
std::vector<std::string> some_configurations(Collective collective);

// Runs `body`, which calls the collective at least once on the turn's communicator and no other,
// under one configuration. Collective over `parent`; the configuration is unset afterwards.
void with_configuration(Collective collective, const std::string& configuration, ServedBy served_by,
                        const TurnBody& body, MPI_Comm parent = MPI_COMM_WORLD);

// The same for each of all_configurations().
void for_each_kernel(Collective collective, ServedBy served_by, const TurnBody& body,
                     MPI_Comm parent = MPI_COMM_WORLD);

// Sets or (nullptr) unsets what rules `collective` on communicators made later; a failed
// expectation if Allfold refuses it.
void configure(Collective collective, const char* configuration);

}  // namespace allfold_test

#endif
