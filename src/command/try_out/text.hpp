/// @file The output formats of `allfold try`.
#pragma once

#include <string>
#include <vector>

#include "command/try_out/findings.hpp"

namespace allfold::command::try_out {

/// The exact rank-sum test takes long on more runs.
inline constexpr int most_runs = 100;

/// The program that was run, and how.
struct Subject {
  /// The launcher, its options, and the program, quoted as for a shell.
  std::string command;
  int runs = 0;  ///< of each kind, as asked for
};

/// The main finding in a sentence, and what to do next.
struct Conclusion {
  std::string finding;
  std::string next;  ///< a command, or what to look for; "": nothing
};
[[nodiscard]] Conclusion conclusion_of(const Findings& findings, const Subject& subject);

/// The text for a terminal, of at most twelve lines.
[[nodiscard]] std::string text_of(const Findings& findings, const Subject& subject);

/// The findings as JSON, including the report of all profiles.
[[nodiscard]] std::string json_of(const Findings& findings, const Subject& subject,
                                  const std::vector<Attempt>& attempts);

/// The HTML page of `allfold report`, with the run times on top.
[[nodiscard]] std::string html_of(const Findings& findings, const Subject& subject,
                                  const std::vector<Attempt>& attempts);

}  // namespace allfold::command::try_out
