/// @file Results for programs that read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "command/bench/report.hpp"
#include "rules/rules.hpp"

namespace allfold::command::bench {

/// All that one run measured.
struct Results {
  measure::Surroundings surroundings;
  rules::MachineFingerprint machine = {};
  std::string started = {};  ///< "2026-11-23T08:00:00Z"
  int points = 0;            ///< that were asked for
  int measured = 0;          ///< of these
  int stopped_by = 0;        ///< the signal that ended it, or 0
  std::vector<Row> rows = {};
  std::vector<Row> overhead = {};
  std::vector<Row> communicators = {};  ///< each made for one call
  std::vector<LimitRow> limits = {};
  double flag_latency = 0;

  [[nodiscard]] bool is_complete() const { return measured == points && stopped_by == 0; }
};

/// Throws std::runtime_error if the file cannot be written. Times are in seconds, bandwidths in
/// bytes per second.
void write_json(const std::string& file, const measure::Setup& setup, const Results& results);
/// The rows and the communicators' times, tab-separated, under a line of column names.
void write_table(const std::string& file, const Results& results);

}  // namespace allfold::command::bench
