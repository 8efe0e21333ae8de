#include "command/pages/described.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "algorithms/registry.hpp"
#include "command/pages/pages.hpp"
#include "text/format.hpp"

namespace allfold::command::pages {

namespace {

/// "a", "b" of "{a,b}".
std::vector<std::string> members_of(const std::string& set) {
  std::vector<std::string> members;
  std::istringstream text(set.substr(1, set.size() - 2));
  for (std::string member; std::getline(text, member, ',');) members.push_back(member);
  return members;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool names_algorithm(const DescribedOption& option) {
  return std::ranges::any_of(option.names, [](const std::string& name) {
    return name == "--algorithm" || name == "--also";
  });
}

/// The type is "TEXT", "TEXT:{a,b}" or "INT:INT in [1 - 9]".
DescribedOption describe(const CLI::Option& option) {
  DescribedOption described{.names = names_of(option),
                            .value = {},
                            .help = option.get_description(),
                            .by_default = option.get_default_str(),
                            .choices = {}};
  if (described.names.empty()) described.value = option.get_name();
  if (option.get_items_expected_max() == 0 || described.names.empty()) return described;
  const std::string type = option.get_type_name();
  const std::size_t colon = std::min(type.find(':'), type.size());
  described.value = colon == 0 ? "VALUE" : type.substr(0, colon);
  const std::string limits = colon == type.size() ? "" : type.substr(colon + 1);
  if (limits.starts_with('{'))
    described.choices = members_of(limits);
  else if (!limits.empty())
    described.help += text::format(" ({})", limits);
  if (described.choices.empty() && names_algorithm(described))
    for (const algorithms::Kernel& kernel : algorithms::kernels())
      described.choices.emplace_back(kernel.name);
  return described;
}

}  // namespace

DescribedCommand describe(const CLI::App& app) {
  DescribedCommand described{.name = app.get_name(),
                             .summary = app.get_description(),
                             .footer = app.get_footer(),
                             .options = {},
                             .subcommands = {}};
  if (app.get_prefix_command()) described.rest = DescribedCommand::Rest::command_line;
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) described.options.push_back(describe(*option));
  for (const CLI::App* subcommand : app.get_subcommands(
           [](const CLI::App* candidate) { return !candidate->get_group().empty(); }))
    described.subcommands.push_back(describe(*subcommand));
  return described;
}

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* pages = app.add_subcommand(
      "pages", "Write the man pages and the completions of shells into a folder");
  pages->group("");  // for who builds and packages
  pages->add_option("FOLDER", request.folder, "where")->required();
  return pages;
}

}  // namespace allfold::command::pages
