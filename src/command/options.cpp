/// @file The options of the subcommands. They share one file, because each file that includes CLI11
/// takes ten seconds to compile.
#include "command/bench/bench.hpp"
#include "command/check.hpp"
#include "command/cost/cost.hpp"
#include "command/explain/explain.hpp"
#include "command/plan.hpp"
#include "command/report/report.hpp"
#include "command/tune/tune.hpp"
#include "command/validators.hpp"
#include "cost/parameters.hpp"

namespace allfold::command {

namespace {

constexpr int most_ranks_per_node = 4096;

constexpr const char* any_collective = "allreduce, reduce or both";
constexpr const char* one_collective = "allreduce or reduce";
constexpr const char* sizes_help =
    "Lengths of vectors in bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR";
constexpr const char* root_help = "Root of the Reduce";
constexpr const char* ranks_per_node_help = "Ranks per node; consecutive ranks share a node";
constexpr const char* quiet_help = "Show no progress bar";
constexpr const char* markdown_help = "Print tables as Markdown";

/// Adds an option. If it has a default, `help` states it.
CLI::Option* add(CLI::App& app, const char* name, auto& value, const char* type, const char* help) {
  return app.add_option(name, value, help)->type_name(type);
}

CLI::Option* add_with_default(CLI::App& app, const char* name, auto& value, const char* type,
                              const char* help) {
  return add(app, name, value, type, help)->capture_default_str();
}

void add_calls(CLI::App& bench, measure::Request& request) {
  add_with_default(bench, "--collective", request.collective, "NAME", any_collective);
  add(bench, "-p,--ranks", request.ranks, "RANKS",
      "Numbers of ranks, for example 2,3,5-16; the other ranks of the job sleep (default: all "
      "ranks)");
  add_with_default(bench, "--sizes", request.sizes, "SIZES", sizes_help);
  add_with_default(bench, "--type", request.type, "NAME",
                   "double, float, int, long, double_int or float_int");
  add(bench, "--op", request.op, "NAME",
      "sum, prod, max, min; user (commutative), user-ordered (not commutative); for pairs maxloc, "
      "minloc (default: sum; for pairs maxloc)");
  add_with_default(bench, "--root", request.root, "RANK", root_help);
  bench.add_flag("--in-place", request.in_place, "Use MPI_IN_PLACE");
}

void add_candidates(CLI::App& bench, measure::Request& request) {
  add_with_default(bench, "--algorithm", request.algorithm, "NAME",
                   "Algorithm of Allfold, for example ring or NAME:halvings=2; auto: its own "
                   "choice; native: the MPI library's call");
  add(bench, "--also", request.also, "NAME",
      "Further candidate of Allfold: an algorithm, rules:FILE or rules:none; can be repeated")
      ->take_all()
      ->allow_extra_args(false);
  add(bench, "--native", request.native, "NAME",
      "Algorithm of Open MPI: default, all (each one beside its default), counterpart, or a name "
      "or number of its component tuned (default: the counterpart of --algorithm, if there is "
      "one)");
}

void add_other_measurements(CLI::App& bench, measure::Request& request) {
  bench.add_flag("--overhead", request.overhead,
                 "Measure the time that Allfold adds to a call, on one rank");
  bench.add_flag("--communicators", request.communicators,
                 "Measure communicators that are used for one call");
  bench.add_flag("--limits", request.limits,
                 "Measure Allreduces of doubles against the limits of the node's shared memory");
  bench.add_flag("--counterparts", request.counterparts,
                 "List the algorithms of both libraries that correspond to each other");
}

void add_output(CLI::App& bench, measure::Request& request) {
  bench.add_flag("--bandwidth", request.bandwidth, "Also show algorithm and bus bandwidth in GB/s");
  bench.add_flag("-q,--quiet", request.quiet, quiet_help);
  bench.add_flag("--markdown", request.markdown, markdown_help);
  add(bench, "--json", request.json_file, "FILE", "Also write all results to this file as JSON");
  add(bench, "--table", request.table_file, "FILE",
      "Also write the rows to this file, with columns separated by tabs");
}

}  // namespace

CLI::App* bench::add_command(CLI::App& app, measure::Request& request) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Compare reductions of the MPI library and of Allfold in one MPI job");
  // The last value counts, so that the caller of a script can override the script's options.
  CLI::OptionDefaults* defaults = bench->option_defaults();
  defaults->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  defaults->group("Calls");
  add_calls(*bench, request);
  defaults->group("Candidates");
  add_candidates(*bench, request);
  defaults->group("Measurement");
  add_with_default(*bench, "--timing", request.timing, "NAME",
                   "back-to-back, separated, both (of these), fresh (separated, vectors just "
                   "written) or cold (fresh, after work on other data)");
  add_with_default(*bench, "--seconds", request.seconds, "SECONDS", "Time for each row of a table");
  defaults->group("Instead of this comparison");
  add_other_measurements(*bench, request);
  defaults->group("Output");
  add_output(*bench, request);
  bench->footer(
      "Exit status: 0; 1 a call failed or a result was wrong; 2 an option is invalid; 130 or 143 "
      "after SIGINT or SIGTERM.");
  return bench;
}

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
  add_with_default(*cost, "--collective", request.collective, "NAME", one_collective);
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
  add_with_default(*explain, "--collective", request.collective, "NAME", one_collective);
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
      "Use this rules file; none: no rules (default: as in a program)");
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
  add_with_default(*plan, "--collective", request.collective, "NAME", one_collective);
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

CLI::App* tune::add_command(CLI::App& app, tune::Request& request) {
  CLI::App* tune = app.add_subcommand("tune", "Measure this machine, and write a rules file");
  tune->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add(*tune, "-o,--output", request.file, "FILE",
      "Rules file to write; it is complete after each measured point (required)");
  add_with_default(*tune, "--budget", request.budget, "TIME",
                   "Total time, for example 60s, 15m or 1h");
  add(*tune, "-p,--ranks", request.ranks, "RANKS",
      "Numbers of ranks, for example 2,3,4-8 (default: all, up to 16; in larger jobs powers of "
      "two, their neighbours, three times powers of two, and all ranks)");
  add_with_default(*tune, "--sizes", request.sizes, "SIZES", sizes_help);
  add_with_default(*tune, "--collective", request.collective, "NAME", any_collective);
  add_with_default(*tune, "--timing", request.timing, "NAME",
                   "separated, fresh, cold or back-to-back, as in 'allfold bench --help'");
  add_with_default(*tune, "--op", request.op, "NAME",
                   "sum, prod, max or min for predefined operations; user (commutative) or "
                   "user-ordered (not commutative) for those of programs");
  tune->add_flag("--resume", request.resume, "Keep the measurements in the file, and add to them");
  tune->add_flag("-q,--quiet", request.quiet, quiet_help);
  tune->add_flag("--markdown", request.markdown, markdown_help);
  return tune;
}

}  // namespace allfold::command
