#include "command/subcommands.hpp"

#include <algorithm>

#include "command/help.hpp"
#include "text/format.hpp"

namespace allfold::command {

CLI::App* Tables::add_list(CLI::App& app) {
  CLI::App* list = app.add_subcommand("list", "List the algorithms and their parameters");
  list->add_flag("--parameters", lists_parameters,
                 "List the parameters instead, for example steps of composed:steps=2h-2");
  list->add_flag("--markdown", markdown,
                 "Print a Markdown table; that of the algorithms has their costs and references");
  return list;
}

CLI::App* Tables::add_variables(CLI::App& app) {
  CLI::App* variables = app.add_subcommand("variables", "List the environment variables");
  variables->add_flag("--markdown", markdown, "Print a Markdown table");
  return variables;
}

int Tables::print_list() const {
  text::print("{}", lists_parameters ? parameter_table(style()) : kernel_table(style()));
  return 0;
}

int Tables::print_variables() const {
  text::print("{}", variable_table(style()));
  return 0;
}

Subcommands::Subcommands(CLI::App& app) {
  const auto add = [&](const char* group, CLI::App* parser, std::function<int()> action) {
    parser->group(group);
    all_.push_back({.parser = parser, .run = std::move(action)});
  };
  constexpr auto use = "Use Allfold";
  add(use, try_out::add_command(app, attempt_), [&] { return try_out::run(attempt_); });
  add(use, run::add_command(app, start_), [&] { return run::run(start_); });
  add(use, doctor::add_command(app, patient_), [&] { return doctor::run(patient_); });
  add(use, library::add_command(app), [] { return library::run(); });
  add(use, report::add_command(app, account_), [&] { return report::run(account_); });
  constexpr auto measure = "Measure";
  add(measure, bench::add_command(app, series_), [&] { return bench::run(series_); });
  add(measure, tune::add_command(app, tuning_), [&] { return tune::run(tuning_); });
  constexpr auto understand = "Understand";
  add(understand, explain::add_command(app, question_), [&] { return explain::run(question_); });
  add(understand, cost::add_command(app, costs_), [&] { return cost::run(costs_); });
  add(understand, plan::add_command(app, picture_), [&] { return plan::run(picture_); });
  add(understand, tables_.add_list(app), [&] { return tables_.print_list(); });
  add(understand, tables_.add_variables(app), [&] { return tables_.print_variables(); });
  add(understand, check::add_command(app, proofs_), [&] { return check::run(proofs_); });
  add(understand, replay::add_command(app, scene_), [&] { return replay::run(scene_); });
  add("Package", pages::add_command(app, papers_),
      [&] { return pages::run(papers_, describe(app)); });
}

int Subcommands::run() const {
  const auto chosen =
      std::ranges::find_if(all_, [](const Subcommand& each) { return each.parser->parsed(); });
  return chosen == all_.end() ? 0 : chosen->run();
}

}  // namespace allfold::command
