// Forces each of Allfold's kernels in turn, and checks by the counters that the forced kernel ran.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_KERNELS_H
#define ALLFOLD_TESTS_MPI_SUPPORT_KERNELS_H

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

namespace allfold_test {

enum class Collective { allreduce, reduce, reduce_scatter };

// What the counters must show after the turn of a forced kernel.
enum class ServedBy {
  forced_kernel,   // the forced kernel alone
  in_rank_order,   // the forced kernel if it keeps rank order, otherwise any other
  user_operation,  // as above, unless its messages take several vectors (not for such types)
  any_kernel,      // anything that Allfold chooses, including the native call
};

// The turn of one kernel. `comm` is a duplicate made after the configuration was set, so the
// configuration applies to it.
struct Turn {
  std::string configuration;  // "auto", a kernel's name, or "name:key=value"
  MPI_Comm comm;
  int rank;
  int size;
};
using TurnBody = std::function<void(const Turn&)>;

// "auto", every kernel of the registry that supports the collective, and some with parameters.
std::vector<std::string> all_configurations(Collective collective);

// "auto", one kernel that keeps rank order and one that does not: for tests with many other
// combinations.
std::vector<std::string> some_configurations(Collective collective);

// Runs `body`, which calls the collective at least once on the turn's communicator and no other,
// under one configuration. Collective over `parent`; the configuration is unset afterwards.
void with_configuration(Collective collective, const std::string& configuration, ServedBy served_by,
                        const TurnBody& body, MPI_Comm parent = MPI_COMM_WORLD);

// The same for each configuration of all_configurations().
void for_each_kernel(Collective collective, ServedBy served_by, const TurnBody& body,
                     MPI_Comm parent = MPI_COMM_WORLD);

// Sets the configuration of `collective` for communicators made later, or unsets it (nullptr). Adds
// a failed expectation if Allfold refuses the configuration.
void configure(Collective collective, const char* configuration);

}  // namespace allfold_test

#endif
