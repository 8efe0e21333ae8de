/// @file Timing: one contestant's calls of one collective.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <string>

#include "contest.hpp"
#include "schedule/schedule.hpp"
#include "starts.hpp"

namespace allfold::bench {

/// A call as it went.
struct TimedCall {
  double seconds = 0;
  std::string kernel;  ///< what served it: Allfold's kernel, "native", or the contestant
  enum class Values : std::uint8_t { right, wrong, not_checked } values = Values::not_checked;
};

/// Sets a contestant up, and times its calls, of sums of MPI_LONG. Collective.
class Timing {
 public:
  /// `contestant` is one, not "every". Throws std::runtime_error where it is none.
  Timing(const Contest& contest, const std::string& contestant, schedule::Collective collective,
         Starts& starts);
  ~Timing();
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

  /// Of vectors of that many bytes, rounded up to whole elements.
  [[nodiscard]] TimedCall call(std::int64_t bytes);

 private:
  [[nodiscard]] bool is_peer() const { return contestant_.starts_with(peer_prefix); }
  [[nodiscard]] std::string peer() const { return contestant_.substr(peer_prefix.size()); }
  void reduce(const long* input, long* result, int count) const;
  double timed(const long* input, long* result, int count);
  [[nodiscard]] std::string kernel_of_last_call();

  const Contest& contest_;
  std::string contestant_;
  schedule::Collective collective_;
  Starts& starts_;
  int rank_ = 0;
  int ranks_ = 0;
  MPI_Comm comm_ = MPI_COMM_WORLD;
  std::vector<std::uint64_t> counts_;  ///< of calls by kernel, before the last one
};

}  // namespace allfold::bench
