/// @file What `allfold tune` is asked for, understood.
#pragma once

#include <string>
#include <vector>

#include "command/measure/setup.hpp"
#include "rules/rules.hpp"

namespace allfold::command::tune {

/// The options, as they are written.
struct Request {
  std::string file = {};
  std::string budget = "60s";
  std::string ranks = {};  ///< empty: those that tell most
  std::string sizes = "8:4m:4";
  std::string collective = "both";
  std::string timing = "separated";
  std::string op = "sum";
  bool resume = false;
  bool quiet = false;
  bool markdown = false;
};

/// The request, found to make sense.
struct Setup {
  std::string file;
  double budget = 0;  ///< seconds
  std::vector<int> ranks;
  measure::Setup calls;  ///< what is called, and how it is timed
  std::string timing;    ///< the same as the option names it: one of rules::timings
  rules::OperationClass operation = rules::OperationClass::predefined;
  bool resume = false;
  bool quiet = false;
  TableStyle style = TableStyle::terminal;
};

/// Throws UsageError.
[[nodiscard]] Setup understand(const Request& request);

/// The numbers of ranks to measure in a job of so many, the whole first: all in a small job, else
/// powers of two, their neighbours, and three times powers of two.
[[nodiscard]] std::vector<int> telling_ranks(int all);

/// What is measured at once.
struct Point {
  schedule::Collective collective;
  int ranks;
  int count;  ///< of elements

  friend bool operator==(const Point&, const Point&) = default;
};

/// All that are to be measured on so many ranks, in order.
[[nodiscard]] std::vector<Point> points_of(const Setup& setup, int all);

}  // namespace allfold::command::tune
