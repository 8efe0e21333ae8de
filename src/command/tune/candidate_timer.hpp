/// @file CandidateTimer: times candidates on some ranks of the job.
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
#include "tuning/halving.hpp"

namespace allfold::command::tune {

/// All members are collective.
class CandidateTimer {
 public:
  CandidateTimer(MPI_Comm comm, const Setup& setup);

  [[nodiscard]] const algorithms::Nodes& nodes() const { return nodes_; }

  /// Whether to take one more round, of so many seconds; asked of rank 0.
  struct Round {
    double seconds;
    bool is_needed;  ///< without it there are no intervals
  };
  using Patience = std::function<bool(const Round& round)>;

  /// The times of these candidates, which rank 0 names as it does pace and patience, of which the
  /// first is in the race to its end. On rank 0; absent if patience was over before all those left
  /// had been timed often enough. Throws bench::WrongAnswer.
  [[nodiscard]] std::optional<rules::Measurement> measure(
      const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Pace pace,
      const Patience& patience);

  /// Seconds by turn of each of these candidates, as many turns of all as patience lets be taken;
  /// on rank 0, else none.
  [[nodiscard]] std::vector<std::vector<double>> time_in_turns(
      const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Pace pace,
      const Patience& patience);

 private:
  using Field = std::vector<const measure::Contestant*>;
  /// Who makes which calls, so many of each in a turn.
  struct Match {
    Field field;
    std::vector<measure::Call> each;
    int calls;
  };
  /// By candidate a time for each turn, of the slowest rank, and 1 where it began late; on rank 0.
  struct Turns {
    std::vector<std::vector<double>> seconds;
    std::vector<std::vector<double>> late;
  };

  /// Set up at first use, and kept.
  [[nodiscard]] const measure::Contestant& contestant(schedule::Collective collective,
                                                      const std::string& name);
  [[nodiscard]] Field field_of(schedule::Collective collective,
                               const std::vector<rules::RuledKernel>& candidates);
  /// The places of those that run the next round, and last its turns; the same on all ranks.
  [[nodiscard]] std::vector<int> next_round(const tuning::Halving& halving, int calls,
                                            const Patience& patience) const;
  /// Ready to be timed: all answers are right.
  [[nodiscard]] Match match_at(const Point& point,
                               const std::vector<rules::RuledKernel>& candidates,
                               tuning::Pace pace);
  /// Of those in these places of the match.
  [[nodiscard]] Turns turns_of(const Match& match, std::span<const int> places, int count);
  [[nodiscard]] rules::Measurement measurement_of(const Point& point,
                                                  const std::vector<rules::RuledKernel>& candidates,
                                                  const tuning::Halving& halving) const;

  MPI_Comm comm_;
  const Setup& setup_;
  measure::Surroundings there_;
  algorithms::Nodes nodes_;
  measure::Calls calls_;
  std::map<std::string, measure::Contestant> contestants_;
};

}  // namespace allfold::command::tune
