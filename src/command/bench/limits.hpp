/// @file Limits: lower bounds on the time of a reduction in shared memory.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "system/platform.hpp"
#include "system/processor.hpp"

namespace allfold::command::bench {

/// Plain programs for the ranks of one node, without the overhead of a library. The shared memory
/// is allocated once, for the longest vectors. All members are collective.
class Limits {
 public:
  /// `most_bytes`: the size of the longest vector. Throws std::runtime_error on all ranks if memory
  /// is short.
  Limits(MPI_Comm comm, std::size_t most_bytes);
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;
  ~Limits();

  /// Sums doubles in three passes: each rank copies its vector into shared memory, reduces its
  /// share of all vectors there, and copies the whole result out.
  void three_passes(std::span<const double> input, std::span<double> result);

  /// All ranks copy their vectors at the same time: a reduction must at least read each input and
  /// write each result.
  static void copies(std::span<const double> input, std::span<double> result);

  /// All ranks at once write their vectors to memory that the next rank has read.
  void remote_write(std::span<const double> input) const;
  /// All ranks at once add the vector that the previous rank has written to their own.
  void remote_read(std::span<const double> input, std::span<double> result) const;

  /// Seconds from the store of a flag by rank 0 until rank 1 loads it: half of the shortest of many
  /// round trips. Valid on all ranks; 0 on a single rank.
  [[nodiscard]] double flag_latency();

 private:
  struct alignas(system::longest_cache_line) Flag {
    system::Shared<std::uint64_t> value = 0;
  };

  [[nodiscard]] Flag& flag(int rank) const { return flags_[rank]; }
  [[nodiscard]] int rank_before() const { return (rank_ + ranks_ - 1) % ranks_; }
  [[nodiscard]] double* vector(int rank) const {
    return vectors_ + static_cast<std::size_t>(rank) * elements_;
  }
  void wait_for(int rank, std::uint64_t value) const;
  void barrier();

  int rank_ = 0;
  int ranks_ = 1;
  std::size_t elements_ = 0;  ///< of each vector in shared memory
  MPI_Win window_ = MPI_WIN_NULL;
  Flag* flags_ = nullptr;      ///< one per rank
  double* vectors_ = nullptr;  ///< one per rank, then one for the result
  std::uint64_t turn_ = 0;
};

}  // namespace allfold::command::bench
