#include "command/tables.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "picture/width.hpp"
#include "select/configuration.hpp"
#include "text/format.hpp"

namespace allfold::command {

namespace {

using Row = std::vector<std::string>;

std::string markdown(const std::vector<Row>& rows) {
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += text::format("| {} |\n", fmt::join(rows[r], " | "));
    if (r > 0) continue;
    text += '|';
    for (std::size_t c = 0; c < rows[r].size(); ++c) text += " --- |";
    text += '\n';
  }
  return text;
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows[0].size(), 0);
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c)
      widths[c] = std::max(widths[c], picture::width_of(row[c]));
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += row[c] + std::string(widths[c] - picture::width_of(row[c]) + 2, ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

/// A word in the form in which the user types it.
std::string word(std::string_view typed, TableStyle style) {
  return style == TableStyle::markdown ? text::format("`{}`", typed) : std::string(typed);
}

std::string collectives_of(const algorithms::Kernel& kernel) {
  std::vector<std::string_view> served;
  for (const schedule::CollectiveRow& row : schedule::collective_rows)
    if (kernel.serves(row.collective)) served.push_back(row.name);
  if (served.size() == schedule::collective_rows.size()) return std::string(schedule::name_of_all);
  return text::format("{}", fmt::join(served, ", "));
}

/// The bracketing classes of a kernel. They can depend on p and on the kernel's parameters. One rank
/// has nothing to bracket.
std::string bracketings_of(const algorithms::Kernel& kernel) {
  std::vector<std::string_view> names;
  for (const schedule::Collective collective : schedule::all_collectives)
    for (int ranks = 2; ranks <= algorithms::most_ranks_in_full; ++ranks) {
      algorithms::Task task{.collective = collective, .ranks = ranks};
      if (!kernel.serves(collective)) continue;
      for (algorithms::Parameters& parameters :
           algorithms::all_parameters(kernel, task, algorithms::Variants::telling)) {
        task.parameters = std::move(parameters);
        const std::string_view name = algorithms::name_of(kernel.bracketing(task));
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
    }
  return text::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::string table(const std::vector<Row>& rows, TableStyle style) {
  return style == TableStyle::markdown ? markdown(rows) : aligned(rows);
}

std::string kernel_table(TableStyle style) {
  const bool is_markdown = style == TableStyle::markdown;
  std::vector<Row> rows{
      {"algorithm", "serves", "order", "bracketing", "parameters", "what it does"}};
  if (is_markdown) rows[0].insert(rows[0].end(), {"cost of an Allreduce", "reference"});
  for (const algorithms::Kernel& kernel : algorithms::kernels()) {
    std::string parameters;
    for (const algorithms::Parameter& parameter : kernel.parameters)
      parameters += text::format("{}{}", parameters.empty() ? "" : ", ", parameter.name);
    rows.push_back({word(kernel.name, style), collectives_of(kernel),
                    kernel.order == schedule::OperandOrder::rank_order ? "rank order" : "any",
                    bracketings_of(kernel), parameters.empty() ? "—" : parameters,
                    std::string(kernel.summary)});
    if (is_markdown)
      rows.back().insert(rows.back().end(),
                         {std::string(kernel.formula), std::string(kernel.reference)});
  }
  return table(rows, style);
}

std::string parameter_table(TableStyle style) {
  struct Taken {
    const algorithms::Parameter* parameter;
    std::string by;
  };
  std::vector<Taken> all;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    for (const algorithms::Parameter& parameter : kernel.parameters) {
      auto same = std::ranges::find_if(all, [&](const Taken& taken) {
        return taken.parameter->name == parameter.name &&
               taken.parameter->summary == parameter.summary;
      });
      if (same == all.end()) same = all.insert(all.end(), Taken{.parameter = &parameter, .by = {}});
      same->by += text::format("{}{}", same->by.empty() ? "" : ", ", word(kernel.name, style));
    }
  std::vector<Row> rows{{"parameter", "of", "meaning"}};
  for (const Taken& taken : all)
    rows.push_back(
        {word(taken.parameter->name, style), taken.by, std::string(taken.parameter->summary)});
  return table(rows, style);
}

std::string variable_table(TableStyle style) {
  const bool is_markdown = style == TableStyle::markdown;
  std::vector<Row> rows{{"variable", "values", "default", "meaning"}};
  for (const select::Variable& variable : select::variables()) {
    Row row{text::format("`{}`", variable.name), std::string(variable.values),
            text::format("`{}`", variable.by_default), std::string(variable.summary)};
    if (!is_markdown)
      for (std::string& cell : row) std::erase(cell, '`');
    rows.push_back(std::move(row));
  }
  return table(rows, style);
}

}  // namespace allfold::command
