/// @file The command and its options, as the parser has them, for pages and completions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace allfold::command::pages {

struct DescribedOption {
  std::vector<std::string> names;  ///< with dashes; empty for an argument without an option
  std::string value;               ///< "": a flag; otherwise what stands for its value, or its name
  std::string help;                ///< with its limits
  std::string by_default;          ///< "": none
  std::vector<std::string> choices;  ///< values, if there are only these or mostly these
};

struct DescribedCommand {
  std::string name;  ///< "allfold", or that of the subcommand
  std::string summary;
  std::string footer;
  std::vector<DescribedOption> options;
  enum class Rest : std::uint8_t { none, command_line };
  Rest rest = Rest::none;  ///< whether a command line of another program follows
  std::vector<DescribedCommand> subcommands;
};

/// What `--help` shows; hidden subcommands are left out.
[[nodiscard]] DescribedCommand describe(const CLI::App& app);

}  // namespace allfold::command::pages
