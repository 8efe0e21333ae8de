/// @file Times of native and Allfold calls that take turns within one process.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "command/measure/calls.hpp"
#include "command/measure/implementation.hpp"
#include "tuning/paired.hpp"

namespace allfold::command::bench {

/// One of the MPI library's algorithms.
struct NativeTime {
  std::string name;  ///< "default": the one that it chooses
  rules::Interval time;
  rules::Interval ratio;  ///< over Allfold
  double p95 = 0;
};

/// Seconds per call of the rank that took longest. Each turn gives a time of each contestant, so
/// ratios and difference are of times that were taken together. The best of several is chosen by
/// one half of the turns and judged by the other.
struct Times {
  std::string algorithm = {};   ///< what Allfold is to use: "auto", "ring", "rules:none"
  measure::Served served = {};  ///< a call of Allfold's in the end
  rules::Interval native;
  rules::Interval allfold;
  rules::Interval ratio;            ///< native over Allfold
  rules::Interval added;            ///< Allfold less native
  rules::Interval regret = {};      ///< Allfold over the best of all that compete of its own
  rules::Interval best_ratio = {};  ///< the best native over Allfold, where all compete
  double native_p95 = 0;            ///< 95 % of the turns took no longer
  double allfold_p95 = 0;
  int turns = 0;
  int calls = 0;       ///< of each contestant in a turn
  int late_turns = 0;  ///< in which a rank came after the agreed start; not counted
  std::vector<NativeTime> natives = {};    ///< where all compete: the quickest first
  std::vector<std::string> left_out = {};  ///< which of them did not, and why; said once
};

/// All members are collective over the communicator; times are valid on its rank 0.
class Comparison {
 public:
  Comparison(MPI_Comm comm, const measure::Surroundings& surroundings, const measure::Setup& setup,
             measure::Contest contest);

  /// For each contestant of Allfold's; none where a signal came before there were enough turns.
  /// Throws WrongAnswer if the result of native or Allfold is wrong anywhere.
  [[nodiscard]] std::vector<Times> measure(schedule::Collective collective, measure::Timing timing,
                                           int count);

  /// A communicator is made, used for one Allreduce of one element, and freed; by native and the
  /// first of Allfold's.
  [[nodiscard]] std::optional<Times> measure_communicators();

  /// The signal that ended the last measuring, to all ranks alike, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// Native, Allfold's, then the others.
  using Contestants = std::vector<const measure::Contestant*>;
  /// By contestant a time for each turn; in the last place 1 for each turn that is late.
  using Turns = std::vector<std::vector<double>>;

  /// Those whose answers are right.
  [[nodiscard]] Contestants contestants_for(const measure::Call& call,
                                            std::vector<std::string>& left_out);
  /// What serves the contestant's call.
  [[nodiscard]] measure::Served served_by(const measure::Contestant& contestant,
                                          const measure::Call& call);
  /// What is timed in a turn: so many calls, of which one takes about `once` seconds.
  struct Batch {
    double once;
    int calls;
  };
  /// `time(contestant)` gives this rank's time.
  template <class Time>
  [[nodiscard]] Turns take_turns(const Contestants& contestants, Batch batch, Time time);
  /// Whether a rank has been told to stop; the same on all.
  [[nodiscard]] bool is_stopped();
  /// Whether it was stopped before so many turns were taken that they tell something.
  [[nodiscard]] bool is_cut_short(const Turns& turns) const;
  [[nodiscard]] bool is_to_go_on(double begin, std::size_t fewest, std::size_t turns, int late);
  /// The slowest rank's, of the turns that count; on rank 0, else none.
  [[nodiscard]] Turns slowest(const Turns& turns) const;
  /// Of the contestant of Allfold's in this place, and what the MPI library's were to it.
  [[nodiscard]] static Times evaluate(const Turns& slowest, std::size_t place);
  void hold_against_best(Times& times, const Turns& slowest, std::size_t place) const;
  [[nodiscard]] std::vector<NativeTime> natives(const Contestants& contestants,
                                                const Turns& slowest, std::size_t place) const;

  const measure::Setup& setup_;
  measure::Calls calls_;
  measure::Contest contest_;
  int stopped_by_ = 0;
};

}  // namespace allfold::command::bench
