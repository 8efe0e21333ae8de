/// @file The options of the subcommands that explain and report. The options of several subcommands
/// share a file, because each file that includes CLI11 takes ten seconds to compile.
#include "command/added_option.hpp"
#include "command/check.hpp"
#include "command/cost/cost.hpp"
#include "command/explain/explain.hpp"
#include "command/plan.hpp"
#include "command/report/report.hpp"
#include "command/validators.hpp"
#include "cost/parameters.hpp"
#include "schedule/collective.hpp"

namespace allfold::command {

CLI::App* check::add_command(CLI::App& app, check::Request& request) {
  CLI::App* check = app.add_subcommand("check", "Prove the algorithms correct, without MPI");
  constexpr int most_jobs = 4096;
  add_with_default(*check, "-p,--ranks", request.ranks, "RANKS",
                   "Numbers of ranks, for example 13 or 1-64");
  add(*check, "--algorithm", request.algorithm, "NAME",
      "Prove only this algorithm, with all values of its parameters (default: all algorithms)");
  add(*check, "--jobs", request.jobs, "N", "Number of threads (default: one for each processor)")
      ->check(within(1, most_jobs));
  check->footer("Exit status: 0 if all proofs hold, otherwise 1.");
  return check;
}

namespace {

constexpr int most_ranks_per_node = 4096;
constexpr const char* ranks_per_node_help = "Ranks per node; consecutive ranks share a node";

void add_machine(CLI::App& cost, cost::Request& request) {
  add(cost, "--alpha", request.alpha, "TIME", "Time of a message (default: 1us)");
  add(cost, "--beta", request.beta, "TIME", "Time of a byte sent (default: 0.1ns)");
  add(cost, "--gamma", request.gamma, "TIME", "Time of a byte reduced (default: 10ps)");
  add(cost, "--gap", request.gap, "TIME",
      "Time of a message that directly follows another one; in the papers that of --alpha "
      "(default: 0.3us)");
  add_with_default(cost, "--f-alpha", request.f_alpha, "NUMBER",
                   "Fraction of alpha if a message goes in one direction only, 0 to 1")
      ->check(within(0.0, 1.0));
  add_with_default(cost, "--f-beta", request.f_beta, "NUMBER",
                   "Fraction of beta if a message goes in one direction only, 0 to 1")
      ->check(within(0.0, 1.0));
  add_with_default(cost, "--ranks-per-node", request.ranks_per_node, "N", ranks_per_node_help)
      ->check(within(1, most_ranks_per_node));
  add(cost, "--alpha-inside", request.alpha_inside, "TIME",
      "Time of a message inside a node (default: 0.1us)");
  add(cost, "--beta-inside", request.beta_inside, "TIME",
      "Time of a byte sent inside a node (default: 0.1ns)");
}

void add_network(CLI::App& cost, cost::Request& request) {
  const auto nodes =
      within(allfold::cost::fewest_nodes_in_group, allfold::cost::most_nodes_in_group);
  add(cost, "--group", request.group, "N",
      "Consecutive nodes that share links to all other nodes, for example at a leaf switch")
      ->check(nodes);
  add(cost, "--beta-far", request.beta_far, "TIME",
      "Time of a byte of each node of a group while all its nodes send to other groups");
  add(cost, "--beta-pair", request.beta_pair, "TIME",
      "Time of a byte of each node of a group while all its nodes send to one other group");
  add(cost, "--switch", request.nodes_per_switch, "N",
      "Consecutive nodes of a group that share links, for example at a router")
      ->check(nodes);
  add(cost, "--beta-switch-far", request.beta_switch_far, "TIME",
      "Time of a byte of each node at a switch while all its nodes send to other switches");
  add(cost, "--beta-switch-pair", request.beta_switch_pair, "TIME",
      "Time of a byte of each node at a switch while all its nodes send to one other switch of the "
      "group");
  add(cost, "--chassis", request.chassis, "N",
      "Consecutive nodes of a chassis. Its switches are linked with each other, and with the "
      "switches at the same place of other chassis of the group")
      ->check(nodes);
  add(cost, "--torus-x", request.torus_x, "N", "Nodes of a torus along its first dimension")
      ->check(nodes);
  add(cost, "--torus-y", request.torus_y, "N", "Nodes of a torus along its second dimension")
      ->check(nodes);
  add(cost, "--torus-z", request.torus_z, "N", "Nodes of a torus along its third dimension")
      ->check(nodes);
  add(cost, "--alpha-hop", request.alpha_hop, "TIME",
      "Time of each link of a path beyond those of the shortest paths");
  add(cost, "--beta-adapter", request.beta_adapter, "TIME",
      "Time of a byte of all ranks of a node, which share its adapter (default: each rank has a "
      "link of its own)");
}

}  // namespace

CLI::App* cost::add_command(CLI::App& app, cost::Request& request) {
  CLI::App* cost =
      app.add_subcommand("cost", "Estimate the time of all algorithms with the cost model");
  CLI::OptionDefaults* defaults = cost->option_defaults();
  defaults->group("Calls");
  add(*cost, "-p,--ranks", request.ranks, "RANKS",
      "Numbers of ranks, for example 13, 12,13 or 2-16 (required; with --sweep default: 2-33)");
  add(*cost, "--sizes", request.sizes, "SIZES",
      "Lengths of vectors in bytes: 8,32k, FROM:TO or FROM:TO:FACTOR (default: 32k; with --sweep "
      "8:128m:4)");
  add_with_default(*cost, "--collective", request.collective, "NAME", schedule::expected_names());
  add_with_default(*cost, "--root", request.root, "RANK", root_help);
  defaults->group("Machine");
  add_machine(*cost, request);
  defaults->group("Network");
  add_network(*cost, request);
  defaults->group("Output");
  cost->add_flag("--sweep", request.sweep,
                 "Print a map of the cheapest algorithm over numbers of ranks and lengths");
  add(*cost, "--svg", request.svg_file, "FILE",
      "With --sweep: also draw the map to this file as SVG");
  cost->add_flag("--table1", request.table1,
                 "Print table 1 of Rabenseifner and Träff 2004, computed and as published");
  cost->add_flag("--markdown", request.markdown, markdown_help);
  add(*cost, "--json", request.json_file, "FILE", "Also write all estimates to this file as JSON");
  cost->parse_complete_callback([cost, &request] {
    for (const CLI::Option* option : cost->get_options())
      if (option->count() > 0) request.given.push_back(option->get_name());
  });
  return cost;
}

CLI::App* explain::add_command(CLI::App& app, explain::Request& request) {
  CLI::App* explain =
      app.add_subcommand("explain", "Show which algorithm is chosen for a call, and why");
  constexpr int most_ranks = 1 << 20;
  add_with_default(*explain, "--collective", request.collective, "NAME",
                   schedule::expected_names());
  add(*explain, "-p,--ranks", request.ranks, "N", "Number of ranks")
      ->required()
      ->check(within(1, most_ranks));
  add_with_default(*explain, "--ranks-per-node", request.ranks_per_node, "N", ranks_per_node_help)
      ->check(within(1, most_ranks));
  add_with_default(*explain, "--sizes", request.sizes, "SIZES", sizes_help);
  add(*explain, "--op", request.op, "NAME",
      "sum, prod, max, min, maxloc or minloc; commutative or ordered for operations of programs "
      "(default: sum; for pairs maxloc)");
  add_with_default(*explain, "--type", request.type, "NAME",
                   "double, float, int, long, double_int or float_int");
  add(*explain, "--rules", request.rules, "FILE",
      "Use this rules file, or the one for this machine in a folder; none: no rules (default: as "
      "in "
      "a program)");
  add(*explain, "--model", request.model, "MODEL",
      "Parameters of the cost model, as in ALLFOLD_MODEL, for example alpha=2us,beta=0.1ns");
  add(*explain, "--network", request.network, "NAME",
      "tcp or high-speed (default: that of the rules file, otherwise tcp)");
  CLI::Option* json = add(*explain, "--json", request.json_file, "FILE",
                          "Also write the explanation to this file as JSON");
  CLI::Option* table =
      add(*explain, "--table", request.table_file, "FILE",
          "Also write the candidates to this file, with columns separated by tabs");
  explain
      ->add_flag("--node", request.describes_node,
                 "Show how these ranks would share the memory of this node (not with --json, "
                 "--table)")
      ->excludes(json)
      ->excludes(table);
  explain->footer(
      "No MPI job is needed. Variables of the environment (ALLFOLD_...) apply as in a program.");
  return explain;
}

CLI::App* report::add_command(CLI::App& app, report::Request& request) {
  CLI::App* report = app.add_subcommand(
      "report", "Show what the reductions of a program cost, and what Allfold would save");
  report->add_option("PROFILE", request.profiles,
                     "Files written by 'allfold run --profile' (ALLFOLD_PROFILE), or folders of "
                     "such files");
  CLI::Option* rules = add(*report, "--rules", request.rules_file, "FILE",
                           "Measurements of this machine, written by 'allfold tune -o FILE'");
  add(*report, "--bench", request.bench_files, "FILE",
      "Measurements, written by 'allfold bench --timing separated --json FILE'; can be repeated "
      "(instead of --rules)")
      ->take_all()
      ->allow_extra_args(false)
      ->excludes(rules);
  add_with_default(*report, "--format", request.format, "NAME",
                   "text, csv, json, or html (a page with charts)")
      ->check(one_of("format", {"text", "csv", "json", "html"}));
  add(*report, "-o,--output", request.output, "FILE",
      "Write to this file (default: standard output)");
  report->footer(
      "Several profiles are added up. Native runs are compared with runs of the same program with "
      "Allfold. Without a profile the report shows the measurements.");
  return report;
}

CLI::App* plan::add_command(CLI::App& app, plan::Request& request) {
  CLI::App* plan =
      app.add_subcommand("plan", "Show what each rank holds after each round of an algorithm");
  constexpr int least_width = 20;
  constexpr int most_width = 100000;
  add_with_default(*plan, "--collective", request.collective, "NAME", schedule::expected_names());
  add(*plan, "--algorithm", request.algorithm, "NAME",
      "Algorithm, for example ring or NAME:halvings=2 (see 'allfold list')")
      ->required();
  add(*plan, "-p,--ranks", request.ranks, "N", "Number of ranks")->required();
  add_with_default(*plan, "--ranks-per-node", request.ranks_per_node, "N",
                   "Ranks per node, for lanes; consecutive ranks share a node")
      ->check(within(1, most_ranks_per_node));
  add_with_default(*plan, "--root", request.root, "RANK", root_help);
  CLI::Option* rank = add(*plan, "--rank", request.rank, "RANK",
                          "Show only what this rank sends, receives and reduces");
  CLI::Option* svg = add(*plan, "--svg", request.svg_file, "FILE",
                         "Draw the plan to this file as SVG, and print nothing")
                         ->excludes(rank);
  plan->add_flag("--brief", request.brief, "Print the table without title, cost and legend")
      ->excludes(rank)
      ->excludes(svg);
  add_with_default(*plan, "--width", request.width, "N", "Characters in a line of the table")
      ->check(within(least_width, most_width));
  return plan;
}

}  // namespace allfold::command
