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

/// Of runs made in one way.
struct Side {
  std::vector<double> seconds;       ///< of the whole command, run by run; of runs that count
  std::vector<std::string> ends;     ///< "0", "killed by signal 9": of all runs, each once
  int runs = 0;                      ///< that were made to their end
  std::optional<report::Time> time;  ///< of a rank in one run, on average; absent: no profile
  double run = 0;  ///< seconds of a rank, from its start to MPI_Finalize; 0: no profile

  [[nodiscard]] double median() const;
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

  /// Whether all results that were compared can be right.
  [[nodiscard]] bool is_good() const { return outcome && outcome->mismatches == 0; }
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
  /// Whether a run with Allfold ended in a way in which no native run did.
  [[nodiscard]] bool fails_with_allfold_only() const;
};

/// Of the runs made in that way, or in any, in their order.
[[nodiscard]] std::vector<report::Run> profiles_of(const std::vector<Attempt>& attempts,
                                                   std::optional<Way> way = std::nullopt);

[[nodiscard]] Findings findings_of(const std::vector<Attempt>& attempts);

}  // namespace allfold::command::try_out
