/// @file Findings: what the runs of a program show.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "command/report/account.hpp"
#include "command/try_out/attempt.hpp"
#include "comparison/outcome.hpp"

namespace allfold::command::try_out {

/// How some of the runs ended.
struct Ends {
  std::string text;  ///< "0", "signal 9"
  int runs = 0;
};

/// Runs of one kind, native or with Allfold. A run counts if it ended by itself with the exit
/// status that most native runs had, and was not paused. The times of other runs are ignored.
struct Side {
  std::vector<double> seconds;       ///< of the whole command, one value per run that counts
  std::vector<Ends> ends;            ///< of all runs
  int runs = 0;                      ///< runs that were not stopped by the user
  std::optional<report::Time> time;  ///< of a rank in one run: medians; absent: no profile
  double run = 0;  ///< seconds of a rank from its start to MPI_Finalize: median; 0: no profile

  [[nodiscard]] double median() const;
  /// Whether most runs ended with exit status 0.
  [[nodiscard]] bool is_usual_success() const;
};

/// A kind of calls that was slower with Allfold.
struct Slower {
  std::string calls;  ///< for example "allreduce 8 KiB – 16 KiB, 4 ranks"
  double native = 0;  ///< seconds of a rank in one run, without waiting
  double allfold = 0;
};

/// Calls of a run with Allfold that the MPI library served.
struct NotServed {
  std::string reason;
  double calls = 0;
};

/// A run in which every reduction was made natively and with Allfold.
struct Check {
  End end;
  std::optional<comparison::Outcome> outcome;  ///< absent: the run printed no outcome

  bool has_usual_end = false;  ///< the run ended like a native run

  /// Whether the run ended as usual, and no mismatch was found.
  [[nodiscard]] bool is_good() const {
    return outcome && outcome->mismatches == 0 && has_usual_end;
  }
};

struct Findings {
  Side native;
  Side allfold;
  enum class Difference : std::uint8_t { faster, slower, none, too_few_runs };
  Difference difference = Difference::too_few_runs;  ///< of the times of whole runs with Allfold
  std::string program;                               ///< "" if there is no profile
  std::string mpi;
  int ranks = 0;
  int nodes = 0;                           ///< 0: not known
  bool is_of_one_rank = false;             ///< reductions were observed on one rank only
  double calls = 0;                        ///< per run with Allfold
  std::vector<NotServed> not_served;       ///< in the order of descending calls
  std::optional<report::Account> account;  ///< of all profiles
  std::vector<Slower> slower;              ///< the largest loss first
  std::string profile_problem;             ///< why there are no profiles, or ""
  std::optional<Check> check;

  [[nodiscard]] double calls_not_served() const;
  /// Native time of reductions divided by their time with Allfold, without waiting. Absent if too
  /// much of the time is not split into waiting and the rest.
  [[nodiscard]] std::optional<double> speed() const;
  /// The ends of failed runs with Allfold that no native run had.
  [[nodiscard]] std::vector<Ends> failures_with_allfold_only() const;
  /// Whether some native run ended this way.
  [[nodiscard]] bool is_end_of_native_run(const std::string& end) const;
};

/// The runs that count, in the order in which they were made.
[[nodiscard]] std::vector<Attempt> counted(const std::vector<Attempt>& attempts);

/// The profiles of the runs of one kind, or of all runs, in the order in which they were made.
[[nodiscard]] std::vector<report::Run> profiles_of(const std::vector<Attempt>& attempts,
                                                   std::optional<ServedBy> by = std::nullopt);

[[nodiscard]] Findings findings_of(const std::vector<Attempt>& attempts);

}  // namespace allfold::command::try_out
