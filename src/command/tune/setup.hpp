/// @file The request of `allfold tune`, as written and as checked.
#pragma once

#include <string>
#include <vector>

#include "command/measure/setup.hpp"
#include "rules/rules.hpp"

namespace allfold::command::tune {

/// The options as written.
struct Request {
  std::string file = {};
  std::string budget = "60s";
  std::string ranks = {};  ///< empty: telling_ranks()
  std::string sizes = "8:4m:4";
  std::string collective = "both";
  std::string timing = "separated";
  std::string op = "sum";
  bool resume = false;
  bool quiet = false;
  bool markdown = false;
};

/// The checked request.
struct Setup {
  std::string file;   ///< or a folder
  double budget = 0;  ///< seconds
  std::vector<int> ranks;
  measure::Setup calls;  ///< the calls and their timing
  std::string timing;    ///< the timing as the option names it: one of rules::timings
  rules::OperationClass operation = rules::OperationClass::predefined;
  bool resume = false;
  bool quiet = false;
  TableStyle style = TableStyle::terminal;
};

/// Checks the request. Throws UsageError.
[[nodiscard]] Setup understand(const Request& request);

/// The default numbers of ranks to measure in a job of `all` ranks, the whole job first. In a small
/// job these are all numbers, otherwise powers of two, their neighbours, and three times powers of
/// two.
[[nodiscard]] std::vector<int> telling_ranks(int all);

/// A point: what one measurement is about.
struct Point {
  schedule::Collective collective;
  int ranks;
  int count;  ///< number of elements

  friend bool operator==(const Point&, const Point&) = default;
};

/// All points to measure in a job of `all` ranks, in order.
[[nodiscard]] std::vector<Point> points_of(const Setup& setup, int all);

}  // namespace allfold::command::tune
