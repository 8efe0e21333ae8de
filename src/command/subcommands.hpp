/// @file Subcommands: all subcommands of `allfold`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

#include "command/bench/bench.hpp"
#include "command/check.hpp"
#include "command/cost/cost.hpp"
#include "command/doctor/doctor.hpp"
#include "command/explain/explain.hpp"
#include "command/library.hpp"
#include "command/pages/pages.hpp"
#include "command/plan.hpp"
#include "command/replay/replay.hpp"
#include "command/report/report.hpp"
#include "command/run/run.hpp"
#include "command/tables.hpp"
#include "command/try_out/try_out.hpp"
#include "command/tune/tune.hpp"

namespace allfold::command {

/// The subcommands that only print tables.
struct Tables {
  bool markdown = false;
  bool lists_parameters = false;

  CLI::App* add_list(CLI::App& app);
  CLI::App* add_variables(CLI::App& app);
  [[nodiscard]] TableStyle style() const {
    return markdown ? TableStyle::markdown : TableStyle::terminal;
  }
  /// Print a table, and return the exit status.
  [[nodiscard]] int print_list() const;
  [[nodiscard]] int print_variables() const;
};

/// All subcommands in the order of the help text, and the user's requests to them.
class Subcommands {
 public:
  explicit Subcommands(CLI::App& app);
  Subcommands(const Subcommands&) = delete;
  Subcommands& operator=(const Subcommands&) = delete;
  ~Subcommands() = default;

  /// Runs the chosen subcommand; returns the exit status.
  [[nodiscard]] int run() const;

 private:
  struct Subcommand {
    const CLI::App* parser;
    std::function<int()> run;
  };

  try_out::Request attempt_ = {};
  run::Request start_ = {};
  doctor::Request patient_ = {};
  report::Request account_ = {};
  measure::Request series_ = {};
  tune::Request tuning_ = {};
  explain::Request question_ = {};
  cost::Request costs_ = {};
  plan::Request picture_ = {};
  Tables tables_ = {};
  check::Request proofs_ = {};
  replay::Request scene_ = {};
  pages::Request papers_ = {};
  std::vector<Subcommand> all_ = {};
};

}  // namespace allfold::command
