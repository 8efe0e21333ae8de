/// @file The options of the subcommands that measure this machine. See also options.cpp.
#include "command/added_option.hpp"
#include "command/bench/bench.hpp"
#include "command/collectives.hpp"
#include "command/tune/tune.hpp"

namespace allfold::command {

namespace {

constexpr const char* quiet_help = "Show no progress bar";

void add_calls(CLI::App& bench, measure::Request& request) {
  add_with_default(bench, "--collective", request.collective, "NAME",
                   std::string(names_of_collectives));
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

CLI::App* tune::add_command(CLI::App& app, tune::Request& request) {
  CLI::App* tune = app.add_subcommand("tune", "Measure this machine, and write a rules file");
  tune->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  add(*tune, "-o,--output", request.file, "FILE",
      "Rules file to write, or the folder in which this machine gets a file (FOLDER/); the file is "
      "complete after each measured point (required)");
  add_with_default(*tune, "--budget", request.budget, "TIME",
                   "Total time, for example 60s, 15m or 1h");
  add(*tune, "-p,--ranks", request.ranks, "RANKS",
      "Numbers of ranks, for example 2,3,4-8 (default: all, up to 16; in larger jobs powers of "
      "two, their neighbours, three times powers of two, and all ranks)");
  add_with_default(*tune, "--sizes", request.sizes, "SIZES", sizes_help);
  add_with_default(*tune, "--collective", request.collective, "NAME",
                   std::string(names_of_collectives));
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
