#include "command/described.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "algorithms/registry.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

/// The members "a" and "b" of the text "{a,b}".
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

/// CLI11's type text is "FILE", or "NAME:{a,b}".
DescribedOption describe_option(const CLI::Option& option) {
  DescribedOption described{.names = names_of(option),
                            .value = {},
                            .help = option.get_description(),
                            .by_default = option.get_default_str(),
                            .choices = {},
                            .need = option.get_required() ? DescribedOption::Need::required
                                                          : DescribedOption::Need::optional,
                            .group = option.get_group()};
  if (described.names.empty()) {
    described.value = option.get_name();
    described.group = "Arguments";
  }
  if (option.get_items_expected_max() == 0 || described.names.empty()) return described;
  const std::string type = option.get_type_name();
  const std::size_t colon = std::min(type.find(':'), type.size());
  described.value = type.substr(0, colon);
  if (type.substr(colon).starts_with(":{")) described.choices = members_of(type.substr(colon + 1));
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
                             .subcommands = {},
                             .group = app.get_group()};
  if (app.get_prefix_command()) described.rest = DescribedCommand::Rest::command_line;
  for (const CLI::Option* option : app.get_options())
    described.options.push_back(describe_option(*option));
  for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; }))
    described.subcommands.push_back(describe(*subcommand));
  return described;
}

std::string text_of(const DescribedOption& option) {
  if (option.need == DescribedOption::Need::required) return option.help + " (required)";
  if (option.by_default.empty()) return option.help;
  return text::format("{} (default: {})", option.help, option.by_default);
}

}  // namespace allfold::command
