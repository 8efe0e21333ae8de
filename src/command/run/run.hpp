/// @file `allfold run`: starts a program with Allfold, using the launcher's own options.
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
  std::array<std::string, settings.size()> given = {};  ///< values for `settings`; "": not given
  enum class Action : std::uint8_t { start, show };
  Action action = Action::start;
  enum class Checks : std::uint8_t { refuse, none };
  Checks checks = Checks::refuse;  ///< what to do with programs that cannot be served
  enum class Speech : std::uint8_t { says_what_it_does, quiet };
  Speech speech = Speech::says_what_it_does;
  std::vector<std::string> command = {};  ///< the launcher, its options, and the program
  std::string_view subcommand = "run";    ///< the subcommand named in messages
};

/// Exit statuses of this command itself, the same as those of env(1). Others are the launcher's.
enum class Status : std::uint8_t { refused = 125, cannot_start = 126, no_launcher = 127 };

/// Adds the subcommand to `app`. The parser stores its options in `request`.
CLI::App* add_command(CLI::App& app, Request& request);

/// Replaces this process by the launcher. Returns an exit status only if the command line is merely
/// shown, or if starting failed.
int run(const Request& request);

}  // namespace allfold::command::run
