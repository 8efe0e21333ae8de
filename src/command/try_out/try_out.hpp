/// @file `allfold try`: runs a program natively and with Allfold in turns, and shows the
/// difference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allfold::command::try_out {

struct Request {
  int runs = 3;  ///< native and with Allfold, each
  enum class WarmUp : std::uint8_t { none, one_native_run };
  WarmUp warm_up = WarmUp::none;
  enum class Check : std::uint8_t { none, one_run_both_ways };
  Check check = Check::none;
  enum class Output : std::uint8_t { kept_back, shown };
  Output output = Output::kept_back;  ///< of the programs
  enum class Unfit : std::uint8_t { refused, started };
  Unfit unfit = Unfit::refused;  ///< what to do with programs that cannot be served
  std::string timeout = {};      ///< of each run, for example 60s; "": none
  std::string rules_file = {};   ///< "": not given
  std::string json_file = {};
  std::string html_file = {};
  std::string kept_folder = {};           ///< "": profiles and output are removed at the end
  std::vector<std::string> command = {};  ///< the launcher, its options, and the program
};

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs the subcommand. Returns the exit status:
///   - 0 if the runs are complete, whichever kind is faster
///   - 1 if the program fails only with Allfold, if it fails before it has run with Allfold, if
///     the results of a call differ too much, or on other failures
///   - 2, 125, 126 and 127 as in `allfold run`
///   - 128 plus the number of the signal that ended it
int run(const Request& request);

}  // namespace allfold::command::try_out
