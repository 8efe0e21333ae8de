/// @file Timing: times the calls of one contestant for one collective.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>
#include <vector>

#include "contest.hpp"
#include "schedule/collective.hpp"
#include "starts.hpp"

namespace allfold::bench {

/// A timed call.
struct TimedCall {
  double seconds = 0;
  std::string kernel;  ///< what served it: a kernel of Allfold's, "native", or the contestant
  enum class Values : std::uint8_t { right, wrong, not_checked } values = Values::not_checked;
};

/// Sets a contestant up and times its sums of MPI_LONG. Collective.
class Timing {
 public:
  /// `contestant` is a single one, not "every". Throws std::runtime_error if it is unknown.
  Timing(const Contest& contest, const std::string& contestant, schedule::Collective collective,
         Starts& starts);
  ~Timing();
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

  /// Times a call on vectors of `bytes` bytes, rounded up to whole elements.
  [[nodiscard]] TimedCall call(std::int64_t bytes);

 private:
  [[nodiscard]] bool is_peer() const { return contestant_.starts_with(peer_prefix); }
  [[nodiscard]] std::string peer() const { return contestant_.substr(peer_prefix.size()); }
  void reduce(const long* input, long* result, int count);
  double timed(const long* input, long* result, int count);
  /// The elements of a vector that this rank gets.
  struct Elements {
    std::int64_t first = 0;
    std::int64_t last = 0;
  };
  [[nodiscard]] Elements result_of(int count) const;
  [[nodiscard]] std::string kernel_of_last_call();

  const Contest& contest_;
  std::string contestant_;
  schedule::Collective collective_;
  Starts& starts_;
  int rank_ = 0;
  int ranks_ = 0;
  MPI_Comm comm_ = MPI_COMM_WORLD;
  std::vector<int> shares_;            ///< of the ranks, of a collective with shares
  std::vector<std::uint64_t> counts_;  ///< calls by kernel before the last call
};

}  // namespace allfold::bench
