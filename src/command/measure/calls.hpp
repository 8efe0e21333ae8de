/// @file Calls of contestants on one pair of vectors: their answers and their times.
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

namespace allfold::command::measure {

/// Thrown on all ranks of a communicator.
struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct WrongAnswer : Failure {
  using Failure::Failure;
};

/// From so many on a call is a long one, of which few are made.
inline constexpr double long_call_seconds = 20e-3;

/// Which call is made.
struct Call {
  schedule::Collective collective;
  int count;
  std::optional<int> root = {};  ///< absent: the one that was asked for
};

/// All members are collective over the communicator.
class Calls {
 public:
  /// Throws Failure if a rank has not the memory for the largest vectors.
  Calls(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup);

  /// What is wrong with the contestant's answer, or "".
  [[nodiscard]] std::string fault_of(const Contestant& contestant, const Call& call);
  /// Throws WrongAnswer if there is such a fault.
  void check(const Contestant& contestant, const Call& call);

  /// What this rank does before a call, or before those of a batch: what programs do between their
  /// calls, as far as `timing` has it. Local.
  void work_before(const Call& call, Timing timing);
  /// Has the vectors be such that calls can follow each other; after the answers were checked.
  void prepare_timing(const Call& call);
  /// What a call of the slower of these takes when nothing else disturbs it; also the warm-up.
  [[nodiscard]] double quickest(std::span<const Contestant* const> contestants, const Call& call);
  /// How many calls to make between two readings of the clock where one takes `once` seconds.
  [[nodiscard]] int calls_of_batch(double once) const;

  /// This rank's seconds.
  struct Timed {
    double seconds;
    bool is_late;  ///< this rank began after the agreed moment
  };
  /// A call's, of so many in a row.
  [[nodiscard]] Timed time(const Contestant& contestant, const Call& call, int calls);
  /// Of a communicator made, used for one Allreduce of one element, and freed.
  [[nodiscard]] Timed time_communicator(const Contestant& contestant);

  /// By place the greatest over ranks; valid on rank 0.
  [[nodiscard]] std::vector<double> slowest(const std::vector<double>& values) const;
  /// The same on all ranks.
  template <std::size_t size>
  [[nodiscard]] std::array<int, size> greatest(std::array<int, size> own) const {
    std::array<int, size> all = {};
    native_.allreduce(own.data(), all.data(), size, MPI_INT, MPI_MAX, comm_);
    return all;
  }

  [[nodiscard]] const Surroundings& surroundings() const { return surroundings_; }
  /// Ranks came late: leaves them more time before the moments to come.
  void widen_start() { start_.widen(); }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Vector = std::unique_ptr<void, Free>;

  [[nodiscard]] static Vector allocate(std::size_t bytes);
  void write_operand(const Call& call);
  [[nodiscard]] int root_of(const Call& call) const { return call.root.value_or(setup_.root); }
  [[nodiscard]] bool has_result(const Call& call) const;
  int make(const Contestant& contestant, const Call& call, MPI_Comm comm);

  MPI_Comm comm_;
  Surroundings surroundings_;
  const Setup& setup_;
  Start start_;
  Implementation native_ = native_implementation();
  Vector input_;
  Vector result_;
  OtherData other_data_;  ///< none where no calls are cold
};

}  // namespace allfold::command::measure
