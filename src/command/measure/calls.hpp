/// @file Calls on one pair of vectors: checks their results and measures their times.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "command/measure/contestant.hpp"
#include "command/measure/other_data.hpp"
#include "command/measure/setup.hpp"
#include "command/measure/start.hpp"
#include "mpi/call/call.hpp"

namespace allfold::command::measure {

/// Thrown on all ranks of a communicator.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct WrongAnswer : Failure {
  using Failure::Failure;
};

/// Calls of at least this duration are long; only a few of them are made.
inline constexpr double long_call_seconds = 20e-3;

/// The call to make.
struct Call {
  schedule::Collective collective;
  int count;                     ///< elements of the input
  std::optional<int> root = {};  ///< absent: the root of the setup
};

/// All members are collective over the communicator, unless marked local.
class Calls {
 public:
  /// Throws Failure on all ranks if one of them cannot allocate the largest vectors.
  Calls(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup);

  /// Makes one call. Returns what is wrong with its result on any rank, or "".
  [[nodiscard]] std::string fault_of(const Contestant& contestant, const Call& call);
  /// Throws WrongAnswer if the result is wrong.
  void check(const Contestant& contestant, const Call& call);

  /// Local. The work that `timing` puts before a call, or before a batch of calls: writing the
  /// operand, and for `cold` also going through other data.
  void work_before(const Call& call, Timing timing);
  /// Sets the vectors so that calls can follow each other. To be called after the results were
  /// checked.
  void prepare_timing(const Call& call);
  /// Seconds per call of the slowest contestant on the slowest rank: the shortest of a few trials.
  /// These calls are also the warm-up.
  [[nodiscard]] double quickest(std::span<const Contestant* const> contestants, const Call& call);
  /// The number of calls between two readings of the clock if one call takes `once` seconds.
  [[nodiscard]] int calls_of_batch(double once) const;

  /// The time of this rank.
  struct Timed {
    double seconds;
    bool is_late;  ///< this rank started after the agreed moment
  };
  /// The time per call of `calls` back-to-back calls.
  [[nodiscard]] Timed time(const Contestant& contestant, const Call& call, int calls);
  /// The time to duplicate a communicator, use it for one Allreduce of one element, and free it.
  [[nodiscard]] Timed time_communicator(const Contestant& contestant);

  /// The maximum over all ranks of each value; valid on rank 0.
  [[nodiscard]] std::vector<double> slowest(const std::vector<double>& values) const;
  /// The same, valid on all ranks.
  template <std::size_t size>
  [[nodiscard]] std::array<int, size> greatest(std::array<int, size> own) const {
    std::array<int, size> all = {};
    native_.allreduce(own.data(), all.data(), size, MPI_INT, MPI_MAX, comm_);
    return all;
  }

  [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
  /// Leaves more time before the next agreed moments; to be called if ranks were late.
  void widen_start() { start_.widen(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Vector = std::unique_ptr<void, Free>;

  [[nodiscard]] static Vector allocate(std::size_t bytes);
  void write_operand(const Call& call);
  [[nodiscard]] int root_of(const Call& call) const { return call.root.value_or(setup_.root); }
  /// The shares of the ranks in a call in which they get shares: equal ones, or as equal as can be.
  [[nodiscard]] schedule::Shares shares_of(const Call& call) const {
    return {call.count, surroundings_.ranks};
  }
  /// The elements of the result that this rank gets.
  struct Elements {
    std::int64_t first = 0;
    std::int64_t last = 0;
  };
  [[nodiscard]] Elements result_of(const Call& call) const;
  [[nodiscard]] bool has_result(const Call& call) const {
    return schedule::gets_result(call.collective, root_of(call), surroundings_.rank);
  }
  int make(const Contestant& contestant, const Call& call, MPI_Comm comm);
  /// Adds the shares of a call to its arguments.
  void take_shares(const Call& call, mpi::call::Arguments& arguments);

  MPI_Comm comm_;
  Surroundings surroundings_;
  const Setup& setup_;
  Start start_;
  Implementation native_ = native_implementation();
  Vector input_;
  Vector result_;
  std::vector<int> counts_;  ///< of the latest call that needed a list of counts
  OtherData other_data_;     ///< empty unless a timing is `cold`
};

}  // namespace allfold::command::measure
