/// @file The ranks to tune for, ordered by node.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "algorithms/placement.hpp"

namespace allfold::command::tune {

/// All ranks of the job, reordered so that the ranks of a node follow each other, and the first
/// ranks fill the first nodes. All members are collective.
class Job {
 public:
  Job();
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] MPI_Comm comm() const { return comm_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] bool leads() const { return rank_ == 0; }
  [[nodiscard]] const algorithms::Nodes& nodes() const { return nodes_; }

  /// A communicator of the ranks with `belongs`, in the same order; MPI_COMM_NULL on the others.
  [[nodiscard]] MPI_Comm subset(bool belongs) const;

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
  algorithms::Nodes nodes_;
};

/// Which ranks of a communicator can share memory.
[[nodiscard]] algorithms::Nodes nodes_of(MPI_Comm comm);

/// The values of rank 0, on all ranks.
template <class Value>
[[nodiscard]] std::vector<Value> told(std::vector<Value> values, MPI_Comm comm) {
  auto size = static_cast<std::uint64_t>(values.size());
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, comm);
  values.resize(size);
  MPI_Bcast(values.data(), static_cast<int>(size * sizeof(Value)), MPI_BYTE, 0, comm);
  return values;
}
[[nodiscard]] std::string told(const std::string& text, MPI_Comm comm);

}  // namespace allfold::command::tune
