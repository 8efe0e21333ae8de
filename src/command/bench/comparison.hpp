/// @file Times of native and Allfold calls that take turns within one process.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

#include "command/bench/contender.hpp"
#include "command/bench/median.hpp"
#include "command/bench/setup.hpp"
#include "command/bench/start.hpp"

namespace allfold::bench {

/// Thrown on all ranks.
struct WrongAnswer : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Seconds per call of the rank that took longest. Each turn gives a pair of times, so ratio and
/// difference are of times that were taken together.
struct Times {
  Median native;
  Median allfold;
  Median ratio;  ///< native over Allfold
  Median added;  ///< Allfold less native
  int turns = 0;
  int calls = 0;       ///< of each contender in a turn
  int late_turns = 0;  ///< in which a rank came after the agreed start; not counted
};

/// All members are collective over the communicator; times are valid on its rank 0.
class Comparison {
 public:
  /// Throws std::bad_alloc, on all ranks, if one of them has not the memory for the largest vector.
  Comparison(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup);

  /// Throws WrongAnswer if either contender's result is wrong anywhere.
  [[nodiscard]] Times measure(Collective collective, Timing timing, int count);

  /// A communicator is made, used for one Allreduce of one element, and freed.
  [[nodiscard]] Times measure_communicators();

 private:
  struct Memory {
    void operator()(void* memory) const { std::free(memory); }
  };
  using Vector = std::unique_ptr<void, Memory>;
  using Sides = std::array<std::vector<double>, 2>;  ///< native, Allfold: a time for each turn

  [[nodiscard]] static Vector allocate(std::size_t bytes);
  [[nodiscard]] bool has_result(Collective collective) const;
  void call(const Contender& contender, Collective collective, int count, MPI_Comm comm);
  void check(const Contender& contender, Collective collective, int count);
  void prepare_timing(int count);
  [[nodiscard]] double quickest_call(Collective collective, int count);
  [[nodiscard]] int calls_of_batch(Timing timing, double once) const;
  /// `time(contender)` gives this rank's seconds per call, and says in `is_late_` how it began.
  template <class TimeBatch>
  [[nodiscard]] Times take_turns(double once, int calls, TimeBatch time);
  [[nodiscard]] double time_batch(const Contender& contender, Collective collective, int count,
                                  int calls);
  [[nodiscard]] bool is_to_go_on(double begin, std::size_t turns, int late);
  [[nodiscard]] Times evaluate(const Sides& sides, const std::vector<double>& late,
                               int calls) const;
  [[nodiscard]] std::vector<double> slowest(const std::vector<double>& values) const;

  MPI_Comm comm_;
  Surroundings surroundings_;
  const Setup& setup_;
  Start start_;
  std::array<Contender, 2> contenders_ = {native_contender(), allfold_contender()};
  Vector input_;
  Vector result_;
  bool is_late_ = false;
};

}  // namespace allfold::bench
