/// @file Writes results as JSON and as tab-separated tables.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "command/bench/report.hpp"
#include "rules/rules.hpp"

namespace allfold::command::bench {

/// All results of one run.
struct Results {
  measure::Surroundings surroundings;
  rules::MachineFingerprint machine = {};
  std::string started = {};  ///< "2026-11-23T08:00:00Z"
  int points = 0;            ///< number of points asked for
  int measured = 0;          ///< number of points measured
  int stopped_by = 0;        ///< the signal that ended it, or 0
  std::vector<Row> rows = {};
  std::vector<Row> overhead = {};
  std::vector<Row> communicators = {};  ///< one communicator per call
  std::vector<LimitRow> limits = {};
  double flag_latency = 0;

  [[nodiscard]] bool is_complete() const { return measured == points && stopped_by == 0; }
};

/// Throws std::runtime_error if the file cannot be written. Times are in seconds, bandwidths in
/// bytes per second.
void write_json(const std::string& file, const measure::Setup& setup, const Results& results);
/// Writes the rows and the communicators' times, tab-separated, below a line of column names.
void write_table(const std::string& file, const Results& results);

}  // namespace allfold::command::bench
