/// @file Findings: what the runs of a program say.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command/report/account.hpp"
#include "command/try_out/attempt.hpp"
#include "comparison/outcome.hpp"

namespace allfold::command::try_out {

/// How runs ended.
struct Ends {
  std::string text;  ///< "0", "signal 9"
  int runs = 0;
};

/// Of runs made in one way. Those count that ended by themselves, with the exit status that most native
/// runs had: what others took says nothing.
struct Side {
  std::vector<double> seconds;       ///< of the whole command, run by run; of runs that count
  std::vector<Ends> ends;            ///< of all runs
  int runs = 0;                      ///< that were made to their end
  std::optional<report::Time> time;  ///< of a rank in one run, medians; absent: no profile
  double run = 0;  ///< seconds of a rank, from its start to MPI_Finalize, median; 0: no profile

  [[nodiscard]] double median() const;
  /// Whether the runs that count ended with 0.
  [[nodiscard]] bool is_usual_success() const;
};

/// A kind of calls that got slower.
struct Slower {
  std::string calls;  ///< "allreduce 8 KiB – 16 KiB, 4 ranks"
  double native = 0;  ///< seconds of a rank in one run, without waiting
  double allfold = 0;
};

/// Calls of a run with Allfold that the MPI library served.
struct NotServed {
  std::string reason;
  double calls = 0;
};

/// A run in which all reductions were made both ways.
struct Check {
  End end;
  std::optional<comparison::Outcome> outcome;  ///< absent: the run did not say

  bool has_usual_end = false;  ///< the run ended as a native run did

  /// Whether the run came to its end, and all results that were compared can be right.
  [[nodiscard]] bool is_good() const {
    return outcome && outcome->mismatches == 0 && has_usual_end;
  }
};

struct Findings {
  Side native;
  Side allfold;
  enum class Difference : std::uint8_t { faster, slower, none, too_few_runs };
  Difference difference = Difference::too_few_runs;  ///< of whole runs, with Allfold
  std::string program;                               ///< "" if no profile says it
  std::string mpi;
  int ranks = 0;
  bool is_of_one_rank = false;             ///< what is known of reductions
  double calls = 0;                        ///< in a run with Allfold
  std::vector<NotServed> not_served;       ///< by descending calls
  std::optional<report::Account> account;  ///< of all profiles
  std::vector<Slower> slower;              ///< by what was lost, descending
  std::string profile_problem;             ///< why there are no profiles; or ""
  std::optional<Check> check;

  [[nodiscard]] double calls_not_served() const;
  /// How many times as fast reductions are with Allfold, without waiting; absent where too much of
  /// their time is not split into waiting and the rest.
  [[nodiscard]] std::optional<double> speed() const;
  /// The ends of runs with Allfold that failed as no native run did.
  [[nodiscard]] std::vector<Ends> failures_with_allfold_only() const;
  /// Whether some native run ended like that.
  [[nodiscard]] bool is_end_of_native_run(const std::string& end) const;
};

/// The runs that count, in their order.
[[nodiscard]] std::vector<Attempt> counted(const std::vector<Attempt>& attempts);

/// Of the runs made in that way, or in any, in their order.
[[nodiscard]] std::vector<report::Run> profiles_of(const std::vector<Attempt>& attempts,
                                                   std::optional<Way> way = std::nullopt);

[[nodiscard]] Findings findings_of(const std::vector<Attempt>& attempts);

}  // namespace allfold::command::try_out
