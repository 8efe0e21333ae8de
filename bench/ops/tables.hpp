/// @file The results as Markdown.
#pragma once

#include <vector>

#include "contest.hpp"

namespace allfold::bench {

struct Result {
  Case c;
  Times times;
};

/// A table for each size of vectors and a summary: bytes per second, of which each element counts
/// three times, twice read and once written, and ratios above 1 where Allfold is faster.
void print_tables(const std::vector<Result>& results);

}  // namespace allfold::bench
