/// @file Account: where the time of reductions goes, and what Allfold would save of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/report/comparison.hpp"

namespace allfold::command::report {

/// What all calls of an entry have in common; the rest is absent, or "".
struct Common {
  std::optional<schedule::Collective> collective = {};
  std::optional<int> size_class = {};
  std::optional<int> ranks = {};  ///< of the communicator; 0: any, merged
  std::optional<profile::CommunicatorKind> communicator = {};
  std::string operation = {};
  std::string type = {};
  std::string algorithm = {};
  std::string site = {};
};

/// One line of a table.
struct Entry {
  std::string name = {};
  Common common = {};
  Time time = {};
};

/// Of all runs; where native ones are compared with others, of the native ones.
struct Account {
  double run = 0;  ///< seconds
  Time total;
  /// Each of them by descending seconds.
  std::vector<Entry> by_collective;
  std::vector<Entry> by_size;
  std::vector<Entry> by_size_and_ranks;
  std::vector<Entry> by_communicator;
  std::vector<Entry> by_algorithm;
  std::vector<Entry> by_site;  ///< none: the profiles have no sites
  std::vector<Entry> classes;
  std::vector<std::string> not_measured;  ///< "16 ranks, 4 on a node"
  std::optional<Comparison> comparison;
  /// Why native runs are not compared with the others: "of solver and of heat"; otherwise "".
  std::string not_compared;
};

/// Adds runs up. Where some are native, and others of the same program on as many ranks are not,
/// compares them, and adds up the native ones alone: the others say what was had.
[[nodiscard]] Account account_of(const std::vector<Run>& runs, const Measured& measured);

}  // namespace allfold::command::report
