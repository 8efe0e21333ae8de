/// @file `allfold try`: runs a program natively and with Allfold, by turns, and says what it gains.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allfold::command::try_out {

struct Request {
  int runs = 3;  ///< each way
  enum class WarmUp : std::uint8_t { none, one_native_run };
  WarmUp warm_up = WarmUp::none;
  enum class Check : std::uint8_t { none, one_run_both_ways };
  Check check = Check::none;
  enum class Output : std::uint8_t { kept_back, shown };
  Output output = Output::kept_back;  ///< of the programs
  enum class Unfit : std::uint8_t { refused, started };
  Unfit unfit = Unfit::refused;  ///< programs that cannot be served
  std::string timeout = {};      ///< of each run, as in 60s; "": none
  std::string rules_file = {};   ///< ""
  std::string json_file = {};
  std::string html_file = {};
  std::string kept_folder = {};           ///< "": profiles and output are removed at the end
  std::vector<std::string> command = {};  ///< the launcher, its options, and the program
};

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Runs it; returns the exit status: 0 whatever is faster; 1 if the program fails with Allfold only, or
/// before it has run with Allfold, if results could not both be right, or something went wrong; 2, 125 to 127 as of `allfold run`; 128 and
/// the signal, if one came.
int run(const Request& request);

}  // namespace allfold::command::try_out
