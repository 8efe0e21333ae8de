/// @file The options of the subcommands, in one file: each that includes CLI11 takes ten seconds to
/// compile.
#include <CLI/CLI.hpp>

#include "command/bench/bench.hpp"
#include "command/cost/cost.hpp"
#include "command/explain/explain.hpp"
#include "command/plan.hpp"
#include "command/report/report.hpp"
#include "command/tune/tune.hpp"
#include "cost/parameters.hpp"

namespace allfold::command {

CLI::App* bench::add_command(CLI::App& app, measure::Request& request) {
  CLI::App* bench = app.add_subcommand(
      "bench", "Compare native and Allfold calls in one MPI job: mpirun -n P allfold bench");
  // A script's options can be followed by its caller's.
  bench->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  bench->add_option("--collective", request.collective, "allreduce, reduce or both")
      ->capture_default_str();
  bench->add_option("--ranks", request.ranks,
                    "numbers of ranks, as in 2,3,5-16: the first ones of the job, while the others "
                    "sleep [default: all]");
  bench->add_option("--sizes", request.sizes, "bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR")
      ->capture_default_str();
  bench
      ->add_option("--algorithm", request.algorithm,
                   "of Allfold's (see allfold list), as in ring or NAME:halvings=2")
      ->capture_default_str();
  bench
      ->add_option(
          "--also", request.also,
          "another candidate of Allfold's, as for --algorithm, or what it chooses by rules: "
          "rules:FILE, rules:none; may be repeated")
      ->take_all()
      ->allow_extra_args(false);
  bench->add_option("--native", request.native,
                    "of Open MPI's: default, all beside that, counterpart, a name or a number of "
                    "its component tuned [default: the algorithm's counterpart]");
  bench
      ->add_option("--timing", request.timing,
                   "back-to-back, separated, both of these by 'both', fresh: separated, of "
                   "vectors just written, or cold: the same, after work on other data")
      ->capture_default_str();
  bench->add_option("--seconds", request.seconds, "time for each row")->capture_default_str();
  bench->add_option("--type", request.type, "double, float, int, long, double_int, float_int")
      ->capture_default_str();
  bench->add_option("--op", request.op,
                    "sum, prod, max, min, user: a sum of the user's own, or user-ordered: one "
                    "that does not commute; for pairs maxloc, minloc");
  bench->add_option("--root", request.root, "of a reduce")->capture_default_str();
  bench->add_flag("--in-place", request.in_place, "with MPI_IN_PLACE");
  bench->add_flag("--overhead", request.overhead, "only what Allfold adds to a call, on one rank");
  bench->add_flag("--communicators", request.communicators,
                  "only communicators that are made for one call");
  bench->add_flag(
      "--limits", request.limits,
      "only what shared memory allows an Allreduce of doubles, beside Allfold's time: how fast "
      "cores write what others have read, and read what others have written");
  bench->add_flag("--counterparts", request.counterparts,
                  "only list which algorithms can be set against each other");
  bench->add_flag("--bandwidth", request.bandwidth,
                  "also show algorithm and bus bandwidth, in GB/s");
  bench->add_flag("-q,--quiet", request.quiet, "show no progress");
  bench->add_flag("--markdown", request.markdown, "tables for documents");
  bench->add_option("--json", request.json_file, "also write all results to this file");
  bench->add_option("--table", request.table_file, "also write the rows to this file, with tabs");
  return bench;
}

namespace {

void add_machine(CLI::App& cost, cost::Request& request) {
  cost.add_option(
      "--alpha", request.alpha,
      "time a message, as in 2us; default, also of the other times: that of a high-speed network");
  cost.add_option("--beta", request.beta, "time a byte sent");
  cost.add_option("--gamma", request.gamma, "time a byte reduced");
  cost.add_option("--gap", request.gap,
                  "time a message right after another; alpha: as in the papers");
  cost.add_option("--f-alpha", request.f_alpha, "share of alpha where a message goes one way only")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost.add_option("--f-beta", request.f_beta, "the same of beta")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost.add_option("--ranks-per-node", request.ranks_per_node, "consecutive ranks share a node")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  cost.add_option("--alpha-inside", request.alpha_inside, "alpha inside a node");
  cost.add_option("--beta-inside", request.beta_inside, "beta inside a node");
  cost.add_option("--switch", request.nodes_per_switch,
                  "consecutive nodes of a group that share links, as at a switch")
      ->check(CLI::Range(allfold::cost::fewest_nodes_in_group, allfold::cost::most_nodes_in_group));
  cost.add_option("--beta-switch-far", request.beta_switch_far,
                  "time a byte of each node at a switch, while all send to other switches");
  cost.add_option("--beta-switch-pair", request.beta_switch_pair,
                  "time a byte of each node at a switch, while all send to one other of the group");
  cost.add_option("--group", request.group,
                  "consecutive nodes that share links to others, as at a leaf switch")
      ->check(CLI::Range(allfold::cost::fewest_nodes_in_group, allfold::cost::most_nodes_in_group));
  cost.add_option("--beta-far", request.beta_far,
                  "time a byte of each node of a group, while all send to other groups");
  cost.add_option("--beta-pair", request.beta_pair,
                  "time a byte of each node of a group, while all send to one other group");
  const CLI::Range nodes(allfold::cost::fewest_nodes_in_group, allfold::cost::most_nodes_in_group);
  cost.add_option(
          "--chassis", request.chassis,
          "consecutive nodes of a chassis, each of whose switches has links to the others and "
          "to its like in each other chassis of the group")
      ->check(nodes);
  cost.add_option("--torus-x", request.torus_x,
                  "nodes of a torus along its first dimension, in their order")
      ->check(nodes);
  cost.add_option("--torus-y", request.torus_y, "the same along its second dimension")
      ->check(nodes);
  cost.add_option("--torus-z", request.torus_z, "the same along its third dimension")->check(nodes);
  cost.add_option("--alpha-hop", request.alpha_hop,
                  "time that each link of a message's way takes beyond the fewest there are");
  cost.add_option("--beta-adapter", request.beta_adapter,
                  "time a byte of a node, whose ranks share its adapter");
}

}  // namespace

CLI::App* cost::add_command(CLI::App& app, cost::Request& request) {
  CLI::App* cost =
      app.add_subcommand("cost", "What algorithms take in the cost model, without MPI");
  cost->add_option("-p,--ranks", request.ranks, "number of ranks, as in 13; 12,13; FROM:TO");
  cost->add_option("--bytes", request.bytes,
                   "length of the vectors, as in 8,32k or 8:64m:4; default: 32k");
  cost->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  cost->add_option("--root", request.root, "of a reduce")->capture_default_str();
  add_machine(*cost, request);
  cost->add_flag("--sweep", request.sweep, "the map of winners over ranks and bytes");
  cost->add_option("--svg", request.svg_file, "with --sweep: also draw it to this file");
  cost->add_flag("--table1", request.table1,
                 "table 1 of Rabenseifner and Träff 2004, computed, beside the paper's figures");
  cost->add_flag("--markdown", request.markdown, "tables for documents");
  cost->add_option("--json", request.json_file, "also write all estimates to this file");
  cost->parse_complete_callback([cost, &request] {
    for (const CLI::Option* option : cost->get_options())
      if (option->count() > 0) request.given.push_back(option->get_name());
  });
  return cost;
}

CLI::App* explain::add_command(CLI::App& app, explain::Request& request) {
  CLI::App* explain = app.add_subcommand(
      "explain", "What is chosen for a call, and why, without MPI; variables hold as in a program");
  constexpr int most_ranks = 1 << 20;
  explain->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  explain->add_option("-p,--ranks", request.ranks, "number of ranks")
      ->required()
      ->check(CLI::Range(1, most_ranks));
  explain->add_option("--ppn", request.ranks_per_node, "consecutive ranks share a node")
      ->capture_default_str()
      ->check(CLI::Range(1, most_ranks));
  explain->add_option("--bytes", request.bytes, "length of the vectors, as in 8,32k or 8:64m:4")
      ->capture_default_str();
  explain->add_option("--op", request.op,
                      "sum, max, ...; or, of your own, commutative or ordered; default: sum");
  explain->add_option("--type", request.type, "double, float, int, ...")->capture_default_str();
  explain->add_option("--rules", request.rules, "a file, or none; default: as in a program");
  explain->add_option("--model", request.model, "as ALLFOLD_MODEL, as in alpha=2us");
  explain->add_option("--network", request.network,
                      "tcp or high-speed; default: that of the rules, else tcp");
  CLI::Option* json =
      explain->add_option("--json", request.json_file, "also write all of it to this file");
  CLI::Option* table = explain->add_option("--table", request.table_file,
                                           "also write the candidates to this file, with tabs");
  explain
      ->add_flag("--node", request.describes_node,
                 "instead: how these ranks would share the memory of this node")
      ->excludes(json)
      ->excludes(table);
  return explain;
}

CLI::App* report::add_command(CLI::App& app, report::Request& request) {
  CLI::App* report = app.add_subcommand(
      "report",
      "Say what reductions cost, and what Allfold would save, without MPI. For example:\n"
      "  allfold report profile.json --rules rules.json --format html -o report.html\n"
      "  allfold report native.json allfold.json --bench bench.json\n"
      "Profiles are written by ALLFOLD_PROFILE=FILE; several add up, and those of native runs are "
      "compared with others of the same program. Without a profile the report says what was "
      "measured");
  report->add_option("PROFILE", request.profiles,
                     "files that ALLFOLD_PROFILE has written, or folders of such files");
  CLI::Option* rules = report->add_option("--rules", request.rules_file,
                                          "measurements of this machine, by allfold tune -o FILE");
  report
      ->add_option("--bench", request.bench_files,
                   "the same, by allfold bench --timing separated --json FILE; may be repeated, "
                   "for other numbers of ranks")
      ->take_all()
      ->allow_extra_args(false)
      ->excludes(rules);
  report
      ->add_option("--format", request.format,
                   "text, csv, json, or html: a page with charts, for browsers")
      ->check(CLI::IsMember({"text", "csv", "json", "html"}))
      ->capture_default_str();
  report->add_option("-o,--output", request.output, "write to this file; default: standard output");
  return report;
}

CLI::App* plan::add_command(CLI::App& app, plan::Request& request) {
  CLI::App* plan =
      app.add_subcommand("plan", "Show who holds what after each round, as in the papers' figures");
  plan->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  plan->add_option("--algorithm", request.algorithm,
                   "as in ring or NAME:halvings=2 (see allfold list)")
      ->required();
  plan->add_option("-p,--ranks", request.ranks, "Number of ranks")->required();
  plan->add_option("--ranks-per-node", request.ranks_per_node,
                   "consecutive ranks share a node; for lanes")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  plan->add_option("--root", request.root, "of a reduce")->capture_default_str();
  CLI::Option* rank = plan->add_option("--rank", request.rank, "Only what this rank does");
  CLI::Option* svg =
      plan->add_option("--svg", request.svg_file, "Draw it into this file instead")->excludes(rank);
  plan->add_flag("--brief", request.brief, "Print the table alone, without title, cost and legend")
      ->excludes(rank)
      ->excludes(svg);
  plan->add_option("--width", request.width, "Characters in a line of the table")
      ->check(CLI::Range(20, 100000))
      ->capture_default_str();
  return plan;
}

CLI::App* tune::add_command(CLI::App& app, tune::Request& request) {
  CLI::App* tune = app.add_subcommand(
      "tune", "Measure this machine, and write rules for it: mpirun -n P allfold tune -o FILE");
  tune->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  tune->add_option("-o,--output", request.file, "the rules file, written after each point");
  tune->add_option("--budget", request.budget, "time to spend in all, as in 60s or 15m")
      ->capture_default_str();
  tune->add_option(
      "--ranks", request.ranks,
      "numbers of ranks, as in 2,3,4-8 [default: up to 16 all, else the telling ones]");
  tune->add_option("--sizes", request.sizes, "bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR")
      ->capture_default_str();
  tune->add_option("--collective", request.collective, "allreduce, reduce or both")
      ->capture_default_str();
  tune->add_option("--timing", request.timing, "of calls: separated, fresh, cold or back-to-back")
      ->capture_default_str();
  tune->add_option("--op", request.op,
                   "sum, prod, max, min; user or user-ordered: the classes of the user's own")
      ->capture_default_str();
  tune->add_flag("--resume", request.resume, "go on with what the file holds");
  tune->add_flag("-q,--quiet", request.quiet, "show no progress");
  tune->add_flag("--markdown", request.markdown, "tables for documents");
  return tune;
}

}  // namespace allfold::command
