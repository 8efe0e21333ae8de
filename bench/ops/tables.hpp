/// @file The results as Markdown.
#pragma once

#include <vector>

#include "contest.hpp"

namespace allfold::bench {

struct Result {
  Case c;
  Times times;
};

/// Prints a table for each vector size, and a summary. Each element counts three times in bytes per
/// second: two reads and one write. Ratios above 1 mean that Allfold is faster.
void print_tables(const std::vector<Result>& results);

}  // namespace allfold::bench
