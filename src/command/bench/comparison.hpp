/// @file Compares native and Allfold calls, measured in turns within one process.
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
  std::string name;  ///< "default": the algorithm that the library chooses
  rules::Interval time;
  rules::Interval ratio;  ///< its time divided by Allfold's
  double p95 = 0;
};

/// Seconds per call of the slowest rank. Each turn measures every candidate once, and ratios and
/// differences compare times of the same turn. If a best candidate is chosen among several, one
/// half of the turns chooses it, and the other half gives its time.
struct Times {
  std::string algorithm = {};   ///< what Allfold was asked to use: "auto", "ring", "rules:none"
  measure::Served served = {};  ///< what served one more call after the last turn
  rules::Interval native;
  rules::Interval allfold;
  rules::Interval ratio;            ///< native divided by Allfold
  rules::Interval added;            ///< Allfold minus native
  rules::Interval regret = {};      ///< Allfold divided by the best of Allfold's own candidates
  rules::Interval best_ratio = {};  ///< best native over Allfold, if all take part
  double native_p95 = 0;            ///< 95 % of the turns took at most this long
  double allfold_p95 = 0;
  int turns = 0;
  int calls = 0;       ///< per candidate and turn
  int late_turns = 0;  ///< turns in which a rank missed the agreed start; not counted
  std::vector<NativeTime> natives = {};    ///< if all of them take part: the fastest first
  std::vector<std::string> left_out = {};  ///< algorithms without a right answer, and why
};

/// All members are collective over the communicator. Times are valid on its rank 0.
class Comparison {
 public:
  Comparison(MPI_Comm comm, const measure::Surroundings& surroundings, const measure::Setup& setup,
             measure::Contest contest);

  /// One entry per candidate of Allfold's. Empty if a signal arrived before enough turns were
  /// measured. Throws WrongAnswer if a result of the native call or of Allfold is wrong on any
  /// rank.
  [[nodiscard]] std::vector<Times> measure(schedule::Collective collective, measure::Timing timing,
                                           int count);

  /// Times MPI_Comm_dup, one Allreduce of one element, and MPI_Comm_free: natively, and with the
  /// first of Allfold's candidates.
  [[nodiscard]] std::optional<Times> measure_communicators();

  /// The signal that ended the last measurement, equal on all ranks, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// The native default, then Allfold's candidates, then the other native algorithms.
  using Contestants = std::vector<const measure::Contestant*>;
  /// A list per candidate with a time per turn. The last list holds 1 for each late turn, otherwise
  /// 0.
  using Turns = std::vector<std::vector<double>>;

  /// The candidates whose answers are right.
  [[nodiscard]] Contestants contestants_for(const measure::Call& call,
                                            std::vector<std::string>& left_out);
  /// Makes one call and returns what served it.
  [[nodiscard]] measure::Served served_by(const measure::Contestant& contestant,
                                          const measure::Call& call);
  /// One turn of a candidate: `calls` calls, each of about `once` seconds.
  struct Batch {
    double once;
    int calls;
  };
  /// Calls `time(candidate)`, which returns this rank's time, for every candidate in every turn.
  template <class Time>
  [[nodiscard]] Turns take_turns(const Contestants& contestants, Batch batch, Time time);
  /// Whether any rank has received a signal; equal on all ranks.
  [[nodiscard]] bool is_stopped();
  /// Whether a signal ended the measurement before there were enough turns for an interval.
  [[nodiscard]] bool is_cut_short(const Turns& turns) const;
  [[nodiscard]] bool is_to_go_on(double begin, std::size_t fewest, std::size_t turns, int late);
  /// The times of the slowest rank, without late turns. Empty on ranks other than 0.
  [[nodiscard]] Turns slowest(const Turns& turns) const;
  /// Evaluates the candidate of Allfold's at this place against the native default.
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
