/// @file Measured limits: what `allfold bench --limits --json FILE` has measured on a node.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::command::doctor {

struct MeasuredLimits {
  std::string file;
  std::string processor = {};  ///< on which it was measured
  double flag_latency = 0;     ///< seconds from rank 0 to rank 1
  struct Row {
    int ranks = 0;
    std::int64_t bytes = 0;
    double copies = 0;  ///< seconds
    double remote_write = 0;
    double remote_read = 0;
  };
  std::vector<Row> rows = {};
};

/// Reads the text of such a file, which messages call `file`. Throws std::runtime_error.
[[nodiscard]] MeasuredLimits parse_limits(std::string_view text, const std::string& file);

/// Reads a file. Throws std::runtime_error.
[[nodiscard]] MeasuredLimits read_limits(const std::string& file);

}  // namespace allfold::command::doctor
