/// @file The parser's commands and options as data for help texts, man pages and completions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allfold::command {

struct DescribedOption {
  std::vector<std::string> names;  ///< with dashes; empty for a positional argument
  std::string value;               ///< "": a flag; otherwise a placeholder for the value, or a name
  std::string help;
  std::string by_default;            ///< "": none
  std::vector<std::string> choices;  ///< values to complete; other values may be allowed, too
  enum class Need : std::uint8_t { optional, required };
  Need need = Need::optional;
  std::string group;  ///< its heading
};

struct DescribedCommand {
  std::string name;  ///< "allfold", or that of the subcommand
  std::string summary;
  std::string footer;  ///< one paragraph per line
  std::vector<DescribedOption> options;
  enum class Rest : std::uint8_t { none, command_line };
  Rest rest = Rest::none;  ///< whether a command line of another program follows
  std::vector<DescribedCommand> subcommands;
  std::string group;  ///< its heading among the subcommands
};

/// Describes the command, or one of its subcommands.
[[nodiscard]] DescribedCommand describe(const CLI::App& app);

/// The help text of an option, with its default.
[[nodiscard]] std::string text_of(const DescribedOption& option);

}  // namespace allfold::command
