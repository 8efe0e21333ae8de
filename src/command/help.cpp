#include "command/help.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "command/wrapped.hpp"
#include "picture/width.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

constexpr std::size_t column_of_options = 28;      ///< of their help texts
constexpr std::size_t column_of_subcommands = 13;  ///< of their help texts
/// The group of options without a heading. It is printed last.
constexpr std::string_view other_options = "Options";

constexpr std::array command_lines{
    CommandLines{.name = "allfold",
                 .usage = "allfold SUBCOMMAND [OPTION...]",
                 .examples = {"allfold try -- mpirun -n 8 ./program      # does the program gain "
                              "from Allfold?",
                              "allfold run -- mpirun -n 8 ./program      # start it with Allfold"}},
    CommandLines{
        .name = "try",
        .usage = "allfold try [OPTION...] [--] LAUNCHER [ARGUMENT...]",
        .examples = {"allfold try -- mpirun -n 8 ./program",
                     "allfold try --runs 5 --check --html report.html -- mpirun -n 8 ./program"}},
    CommandLines{.name = "run",
                 .usage = "allfold run [OPTION...] [--] LAUNCHER [ARGUMENT...]",
                 .examples = {"allfold run -- mpirun -n 8 ./program",
                              "allfold run --stats -- srun -n 8 ./program"}},
    CommandLines{
        .name = "library",
        .usage = "allfold library",
        .examples = {"allfold library", "mpirun -n 8 -x LD_PRELOAD=$(allfold library) ./program"}},
    CommandLines{.name = "doctor",
                 .usage = "allfold doctor [OPTION...] [PROGRAM]",
                 .examples = {"allfold doctor ./program",
                              "mpirun --map-by ppr:1:node allfold doctor      # on each node of a "
                              "job, with Open MPI"}},
    CommandLines{.name = "report",
                 .usage = "allfold report [OPTION...] [PROFILE...]",
                 .examples = {"allfold report native.json --rules rules.json",
                              "allfold report native.json allfold.json --rules rules.json "
                              "--format html -o report.html"}},
    CommandLines{.name = "bench",
                 .usage = "mpirun -n N allfold bench [OPTION...]",
                 .examples = {"mpirun -n 4 allfold bench",
                              "mpirun -n 16 allfold bench --collective allreduce --ranks 2,4,7-16 "
                              "--sizes 8:4m --json bench.json"}},
    CommandLines{.name = "tune",
                 .usage = "mpirun -n N allfold tune -o FILE [OPTION...]",
                 .examples = {"mpirun -n 16 allfold tune -o rules.json",
                              "mpirun -n 16 allfold tune -o rules.json --resume --budget 10m"}},
    CommandLines{.name = "explain",
                 .usage = "allfold explain -p N [OPTION...]",
                 .examples = {"allfold explain -p 13 --sizes 32k",
                              "allfold explain -p 4 --node --rules rules.json"}},
    CommandLines{
        .name = "cost",
        .usage = "allfold cost [OPTION...]",
        .examples = {"allfold cost -p 13 --sizes 32k", "allfold cost --sweep --svg cheapest.svg"}},
    CommandLines{.name = "plan",
                 .usage = "allfold plan --algorithm NAME -p N [OPTION...]",
                 .examples = {"allfold plan --algorithm ring -p 5",
                              "allfold plan --algorithm elimination-overlapping -p 13 --svg "
                              "plan.svg"}},
    CommandLines{.name = "list",
                 .usage = "allfold list [OPTION...]",
                 .examples = {"allfold list", "allfold list --parameters"}},
    CommandLines{.name = "variables",
                 .usage = "allfold variables [OPTION...]",
                 .examples = {"allfold variables", "allfold variables --markdown"}},
    CommandLines{
        .name = "check",
        .usage = "allfold check [OPTION...]",
        .examples = {"allfold check --ranks 1-16", "allfold check --algorithm ring --ranks 1-100"}},
    CommandLines{.name = "replay",
                 .usage = "mpirun -n N allfold replay [OPTION...] FILE",
                 .examples = {"mpirun -n 3 allfold replay allfold-mismatch-host-7825",
                              "mpirun -n 3 allfold replay --algorithm all "
                              "allfold-mismatch-host-7825"}},
    CommandLines{.name = "pages",
                 .usage = "allfold pages FOLDER",
                 .examples = {"allfold pages pages", ". pages/bash/allfold"}},
};

/// A name, and its text from `column` on.
std::string row(const std::string& name, const std::string& text, std::size_t column) {
  std::string line = "  " + name;
  const std::size_t width = picture::width_of(line);
  if (width + 2 > column)
    line += '\n' + std::string(column, ' ');
  else
    line += std::string(column - width, ' ');
  return line + wrapped(text, column) + '\n';
}

std::string name_of(const DescribedOption& option) {
  std::string name;
  for (const std::string& each : option.names) name += (name.empty() ? "" : ", ") + each;
  if (option.value.empty()) return name;
  return name.empty() ? option.value : text::format("{} {}", name, option.value);
}

/// The headings, in the order of their first occurrence.
template <class Described>
std::vector<std::string> groups_of(const std::vector<Described>& all) {
  std::vector<std::string> groups;
  for (const Described& each : all)
    if (std::ranges::find(groups, each.group) == groups.end()) groups.push_back(each.group);
  return groups;
}

std::string subcommand_lines(const DescribedCommand& command) {
  std::string text;
  for (const std::string& group : groups_of(command.subcommands)) {
    text += text::format("\n{}:\n", group);
    for (const DescribedCommand& each : command.subcommands)
      if (each.group == group) text += row(each.name, each.summary, column_of_subcommands);
  }
  return text;
}

std::string option_lines(const std::vector<DescribedOption>& options, std::string_view group) {
  std::string text;
  for (const DescribedOption& option : options)
    if (option.group == group) text += row(name_of(option), text_of(option), column_of_options);
  return text.empty() ? "" : text::format("\n{}:\n{}", group, text);
}

}  // namespace

const CommandLines& command_lines_of(std::string_view name) {
  const auto* const found = std::ranges::find(command_lines, name, &CommandLines::name);
  if (found == command_lines.end())
    throw std::logic_error(text::format("{}: no command lines for its help", name));
  return *found;
}

std::string help_text(const DescribedCommand& command) {
  const CommandLines& lines = command_lines_of(command.name);
  std::string text = text::format("{}.\n\nUsage: {}\n", command.summary, lines.usage);
  for (const std::string_view example : lines.examples) text += text::format("  {}\n", example);
  text += subcommand_lines(command);
  for (const std::string& group : groups_of(command.options))
    if (group != other_options) text += option_lines(command.options, group);
  text += option_lines(command.options, other_options);
  if (!command.footer.empty()) text += '\n';
  std::istringstream footer(command.footer);
  for (std::string line; std::getline(footer, line);) text += wrapped(line) + '\n';
  return text;
}

}  // namespace allfold::command
