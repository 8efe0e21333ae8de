/// @file Results for programs that read them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "command/bench/report.hpp"

namespace allfold::command::bench {

/// All that one run measured.
struct Results {
  measure::Surroundings surroundings;
  std::vector<Row> rows;
  std::vector<Row> overhead;
  std::vector<Times> communicators;  ///< one, or none
  std::vector<LimitRow> limits;
  double flag_latency = 0;
};

/// Throws std::runtime_error if the file cannot be written. Times are in seconds.
void write_json(const std::string& file, const measure::Setup& setup, const Results& results);
/// The rows and the communicators' times, tab-separated, under a line of column names.
void write_table(const std::string& file, const Results& results);

}  // namespace allfold::command::bench
