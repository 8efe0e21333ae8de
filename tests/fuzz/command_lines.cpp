/// The command's options: each line is an argument. Every input is accepted, or rejected with an
/// error that says why.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "command/bench/bench.hpp"
#include "command/cost/cost.hpp"
#include "command/cost/setup.hpp"
#include "command/explain/explain.hpp"
#include "command/explain/setup.hpp"
#include "command/plan.hpp"
#include "command/tune/setup.hpp"
#include "command/tune/tune.hpp"
#include "command/usage_error.hpp"
#include "reader.hpp"

namespace {

using namespace allfold;

/// The command's options. They are built once, since that takes much longer than parsing a line.
class Options {
 public:
  Options() { app_.require_subcommand(1); }
  void read(std::vector<std::string> arguments) {
    comparison_ = {};
    tuning_ = {};
    costs_ = {};
    question_ = {};
    picture_ = {};
    std::ranges::reverse(arguments);  // the order that CLI11 expects
    app_.parse(std::move(arguments));
    if (*bench_) static_cast<void>(command::measure::understand(comparison_));
    if (*tune_) static_cast<void>(command::tune::understand(tuning_));
    if (*cost_) static_cast<void>(command::cost::setup_of(costs_));
    if (*cost_) command::cost::check_table1(costs_);
    if (*explain_) static_cast<void>(command::explain::setup_of({}, question_));
  }

 private:
  CLI::App app_;
  command::measure::Request comparison_;
  command::tune::Request tuning_;
  command::cost::Request costs_;
  command::explain::Request question_;
  command::plan::Request picture_;
  const CLI::App* bench_ = command::bench::add_command(app_, comparison_);
  const CLI::App* tune_ = command::tune::add_command(app_, tuning_);
  const CLI::App* cost_ = command::cost::add_command(app_, costs_);
  const CLI::App* explain_ = command::explain::add_command(app_, question_);
  [[maybe_unused]] const CLI::App* plan_ = command::plan::add_command(app_, picture_);
};

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments;
  for (std::string_view rest = fuzz::text_of(data, size); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    arguments.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  static Options options;
  try {
    options.read(std::move(arguments));
  } catch (const CLI::ParseError&) {
    // says what is wrong
  } catch (const command::UsageError& error) {
    fuzz::require(*error.what() != '\0', "an error says what is wrong");
  }
  return 0;
}
