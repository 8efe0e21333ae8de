/// The command's options: each line is an argument. Whatever they are, they are understood, or
/// there is an error that says why.
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

void read(std::vector<std::string> arguments) {
  CLI::App app;
  app.require_subcommand(1);
  command::measure::Request comparison;
  command::tune::Request tuning;
  command::cost::Request costs;
  command::explain::Request question;
  command::plan::Request picture;
  const auto* bench = command::bench::add_command(app, comparison);
  const auto* tune = command::tune::add_command(app, tuning);
  const auto* cost = command::cost::add_command(app, costs);
  const auto* explain = command::explain::add_command(app, question);
  static_cast<void>(command::plan::add_command(app, picture));
  std::ranges::reverse(arguments);  // as CLI11 takes them
  app.parse(std::move(arguments));
  if (*bench) static_cast<void>(command::measure::understand(comparison));
  if (*tune) static_cast<void>(command::tune::understand(tuning));
  if (*cost) static_cast<void>(command::cost::setup_of(costs));
  if (*cost) command::cost::check_table1(costs);
  if (*explain) static_cast<void>(command::explain::setup_of(question));
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments;
  for (std::string_view rest = fuzz::text_of(data, size); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    arguments.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  try {
    read(std::move(arguments));
  } catch (const CLI::ParseError&) {
    // says what is wrong
  } catch (const command::UsageError& error) {
    fuzz::require(*error.what() != '\0', "an error says what is wrong");
  }
  return 0;
}
