/// @file The ranks that are tuned for, in the order of their nodes.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "algorithms/placement.hpp"

namespace allfold::command::tune {

/// All ranks, those of one node after those of another, so that the first of them fill the first
/// nodes. Members are collective.
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

  /// A communicator of the ranks that `belong`, in the same order; MPI_COMM_NULL on the others.
  [[nodiscard]] MPI_Comm subset(bool belongs) const;

 private:
  MPI_Comm comm_ = MPI_COMM_NULL;
  int rank_ = 0;
  int ranks_ = 1;
  algorithms::Nodes nodes_;
};

/// Which of a communicator's ranks can share memory.
[[nodiscard]] algorithms::Nodes nodes_of(MPI_Comm comm);

/// Rank 0's values, on all ranks.
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
