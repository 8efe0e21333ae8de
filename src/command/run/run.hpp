/// @file `allfold run`: starts a program with Allfold, by the launcher's own means.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "command/run/settings.hpp"

namespace CLI {
class App;
}

namespace allfold::command::run {

struct Request {
  std::array<std::string, settings.size()> given = {};  ///< of `settings`; "": not given
  enum class Action : std::uint8_t { start, show };
  Action action = Action::start;
  enum class Checks : std::uint8_t { refuse, none };
  Checks checks = Checks::refuse;  ///< what is done with programs that cannot be served
  enum class Speech : std::uint8_t { says_what_it_does, quiet };
  Speech speech = Speech::says_what_it_does;
  std::vector<std::string> command = {};  ///< the launcher, its options, and the program
  std::string_view subcommand = "run";    ///< that asks for it, for messages
};

/// Exit statuses besides the launcher's own and that of a wrong command line, as env(1) has them.
enum class Status : std::uint8_t { refused = 125, cannot_start = 126, no_launcher = 127 };

/// The subcommand, whose options go to `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Becomes the launcher; returns only if that was not wanted, or failed: the exit status.
int run(const Request& request);

}  // namespace allfold::command::run
