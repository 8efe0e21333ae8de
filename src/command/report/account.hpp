/// @file Account: how much time reductions take, and what Allfold would save of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/report/comparison.hpp"

namespace allfold::command::report {

/// What all calls of an entry have in common. Properties that differ are absent, or "".
struct Common {
  std::optional<schedule::Collective> collective = {};
  std::optional<int> size_class = {};
  std::optional<int> ranks = {};  ///< of the communicator; 0: merged, of any number of ranks
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

/// The sums over all runs, or over the native ones if native runs are compared with others.
struct Account {
  double run = 0;  ///< seconds of a whole run
  Time total;
  /// The tables, each in the order of descending seconds.
  std::vector<Entry> by_collective;
  std::vector<Entry> by_size;
  std::vector<Entry> by_size_and_ranks;
  std::vector<Entry> by_communicator;
  std::vector<Entry> by_algorithm;
  std::vector<Entry> by_site;  ///< empty: the profiles contain no call sites
  std::vector<Entry> classes;
  std::vector<std::string> not_measured;  ///< placements, such as "16 ranks, 4 on a node"
  std::optional<Comparison> comparison;
  /// Why native runs are not compared with the others: "of solver and of heat"; otherwise "".
  std::string not_compared;
};

/// Adds up the runs. If some are native, and others of the same program on as many ranks are not,
/// compares the two kinds and adds up the native ones only.
[[nodiscard]] Account account_of(const std::vector<Run>& runs, const Measured& measured);

}  // namespace allfold::command::report
