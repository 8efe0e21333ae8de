// One call of either collective, so that a test can be written once for both.
#ifndef ALLFOLD_TESTS_MPI_REDUCTIONS_CALL_H
#define ALLFOLD_TESTS_MPI_REDUCTIONS_CALL_H

#include <gtest/gtest.h>
#include <mpi.h>

#include <cstddef>
#include <cstdint>

#include "support/count_type.h"
#include "support/hang_report.h"
#include "support/kernels.h"

namespace allfold_test {

struct Arguments {
  const void* send;
  void* receive;
  std::size_t count;
  MPI_Datatype datatype;
  MPI_Op op;
  int root;  // of a Reduce
};

inline void call(Collective collective, const Arguments& of, MPI_Comm comm) {
  const auto count = static_cast<std::int64_t>(of.count);
  if (collective == Collective::allreduce) {
    allreduce(of.send, of.receive, count, of.datatype, of.op, comm);
  } else {
    reduce(of.send, of.receive, count, of.datatype, of.op, of.root, comm);
  }
}

inline bool has_result(Collective collective, int rank, int root) {
  return collective == Collective::allreduce || rank == root;
}

// The suffix of the name of a test that is instantiated for both collectives.
inline std::string test_suffix(const testing::TestParamInfo<Collective>& collective) {
  return collective.param == Collective::allreduce ? "Allreduce" : "Reduce";
}

inline auto both_collectives() {
  return testing::Values(Collective::allreduce, Collective::reduce);
}

}  // namespace allfold_test

#endif
