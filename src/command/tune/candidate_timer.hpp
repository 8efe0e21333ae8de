/// @file CandidateTimer: measures candidates on some ranks of the job.
#pragma once

#include <mpi.h>

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "command/measure/calls.hpp"
#include "command/tune/job.hpp"
#include "command/tune/setup.hpp"
#include "tuning/methods.hpp"

namespace allfold::command::tune {

/// All members are collective.
class CandidateTimer {
 public:
  CandidateTimer(MPI_Comm comm, const Setup& setup);

  [[nodiscard]] const algorithms::Nodes& nodes() const { return nodes_; }

  /// The next round of turns. Rank 0 is asked whether there is time for it.
  struct Round {
    double seconds;
    bool is_needed;  ///< without it some candidate would have no interval
  };
  using Patience = std::function<bool(const Round& round)>;

  /// Measures these candidates by a trial. `candidates`, `effort` and `patience` are those
  /// of rank 0. The first candidate takes part until the end. Returns the measurement on rank 0;
  /// absent if patience ended before all remaining candidates had been timed often enough for an
  /// interval. Throws WrongAnswer.
  [[nodiscard]] std::optional<rules::Measurement> measure(
      const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Effort effort,
      const Patience& patience);

  /// Measures all candidates in every turn, for as many turns as patience allows. Returns seconds
  /// per candidate and turn on rank 0, and nothing on other ranks.
  [[nodiscard]] std::vector<std::vector<double>> time_in_turns(
      const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Effort effort,
      const Patience& patience);

 private:
  using Field = std::vector<const measure::Contestant*>;
  /// The candidates, the calls of a turn, and how often each call is repeated in it.
  struct Match {
    Field field;
    std::vector<measure::Call> each;
    int calls;
  };
  /// Times of the slowest rank, per candidate and turn, and 1 for each late turn. On rank 0 only.
  struct Turns {
    std::vector<std::vector<double>> seconds;
    std::vector<std::vector<double>> late;
  };

  /// The contestant of this name. It is set up at its first use and kept.
  [[nodiscard]] const measure::Contestant& contestant(schedule::Collective collective,
                                                      const std::string& name);
  [[nodiscard]] Field field_of(schedule::Collective collective,
                               const std::vector<rules::RuledKernel>& candidates);
  /// The places of the candidates that take their turns in the next round, in this order; empty if
  /// there is no further round. Equal on all ranks. `trial` is that of rank 0.
  [[nodiscard]] std::vector<int> next_round(trials::Trial& trial, int calls,
                                            const Patience& patience) const;
  /// Sets the candidates up for timing, and checks their results.
  [[nodiscard]] Match match_at(const Point& point,
                               const std::vector<rules::RuledKernel>& candidates,
                               tuning::Effort effort);
  /// Measures the candidates at these places of the match, in this order.
  [[nodiscard]] Turns turns_of(const Match& match, std::span<const int> order);
  [[nodiscard]] rules::Measurement measurement_of(const Point& point,
                                                  const std::vector<rules::RuledKernel>& candidates,
                                                  const trials::Trial& trial) const;

  MPI_Comm comm_;
  const Setup& setup_;
  measure::Surroundings there_;
  algorithms::Nodes nodes_;
  measure::Calls calls_;
  std::map<std::string, measure::Contestant> contestants_;
};

}  // namespace allfold::command::tune
