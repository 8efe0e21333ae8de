/// @file Limits: how quick a reduction in shared memory could be.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

namespace allfold::command::bench {

/// Plain programs for ranks of one node, with nothing of a library around them. What they share
/// is made once, for the longest vectors. All members are collective.
class Limits {
 public:
  /// `most_bytes` of each vector. Throws std::runtime_error on all ranks if there is no memory.
  Limits(MPI_Comm comm, std::size_t most_bytes);
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;
  ~Limits();

  /// A sum of doubles in three passes: each rank copies its vector into shared memory, reduces its
  /// share of all vectors there, and copies the whole result out.
  void three_passes(std::span<const double> input, std::span<double> result);

  /// Each rank copies its vector, all at once: each input must be read, and each result written.
  static void copies(std::span<const double> input, std::span<double> result);

  /// Each rank writes its vector to where the next rank has read, all at once.
  void remote_write(std::span<const double> input) const;
  /// Each rank adds to its vector what the rank before has written, all at once.
  void remote_read(std::span<const double> input, std::span<double> result) const;

  /// Seconds, on all ranks, from the store of a flag by rank 0 to the load of rank 1 that sees it,
  /// and so back: half of the quickest of many round trips. 0 on one rank.
  [[nodiscard]] double flag_latency();

 private:
  struct alignas(64) Flag {
    std::atomic<std::uint64_t> value;
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
  std::size_t elements_ = 0;  ///< of a vector's place
  MPI_Win window_ = MPI_WIN_NULL;
  Flag* flags_ = nullptr;      ///< one for each rank
  double* vectors_ = nullptr;  ///< one for each rank, and one for the result
  std::uint64_t turn_ = 0;
};

}  // namespace allfold::command::bench
