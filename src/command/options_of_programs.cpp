/// @file The options of the subcommands that run the user's programs. See also options.cpp.
#include <algorithm>
#include <string_view>

#include "command/added_option.hpp"
#include "command/doctor/doctor.hpp"
#include "command/launched.hpp"
#include "command/library.hpp"
#include "command/pages/pages.hpp"
#include "command/replay/replay.hpp"
#include "command/run/run.hpp"
#include "command/try_out/text.hpp"
#include "command/try_out/try_out.hpp"
#include "command/validators.hpp"

namespace allfold::command {

namespace {

/// A name is empty if it came from a shell variable that is not set.
const CLI::Validator is_named(
    [](std::string& name) {
      return name.empty() ? std::string("expected the name of a file, got an empty one") : "";
    },
    "");

/// The words after the options are a launcher's command line.
void take_command_line(CLI::App* app, std::vector<std::string>& command) {
  app->prefix_command();
  app->parse_complete_callback([app, &command] {
    command = app->remaining();
    if (!command.empty() && command.front().starts_with('-'))
      throw CLI::ExtrasError(app->get_name(), {command.front()});
  });
}

}  // namespace

CLI::App* run::add_command(CLI::App& app, run::Request& request) {
  CLI::App* run = app.add_subcommand("run", "Start an MPI program with Allfold");
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::string name(settings[i].option);
    const std::string help(settings[i].help);
    if (settings[i].value == Setting::Value::on)
      run->add_flag_callback(
          name, [&request, i] { request.given[i] = settings[i].on; }, help);
    else
      run->add_option(name, request.given[i], help)->type_name("FILE")->check(is_named);
  }
  run->get_option("--native")->excludes("--compare");
  run->add_flag_callback(
      "--dry-run", [&request] { request.action = Request::Action::show; },
      "Print the launcher's command line, and start nothing");
  run->add_flag_callback(
      "--force", [&request] { request.checks = Request::Checks::none; },
      "Also start programs that Allfold cannot serve");
  run->add_flag_callback(
      "-q,--quiet", [&request] { request.speech = Request::Speech::quiet; },
      "Print neither the command line, nor a notice if the program makes no reductions");
  run->footer(
      "Launchers: mpirun and mpiexec of Open MPI, MPICH and Intel MPI; srun of Slurm; mpiexec of "
      "HPE's PALS; aprun; mpirun_rsh of MVAPICH.\n"
      "Exit status: that of the launcher; 2 an option, a variable or a rules file is invalid; 125 "
      "the program cannot be served, or the launcher is unknown; 126 the launcher cannot be "
      "started; 127 the launcher was not found.");
  take_command_line(run, request.command);
  return run;
}

CLI::App* try_out::add_command(CLI::App& app, try_out::Request& request) {
  CLI::App* command = app.add_subcommand(
      "try", "Run a program in turns with and without Allfold, and compare the run times");
  command->add_option("--runs", request.runs, "Number of runs with Allfold, and as many without it")
      ->type_name("N")
      ->check(within(1, try_out::most_runs))
      ->capture_default_str();
  command->add_flag_callback(
      "--warmup", [&request] { request.warm_up = Request::WarmUp::one_native_run; },
      "Make one native run first, and ignore it");
  command->add_flag_callback(
      "--check", [&request] { request.check = Request::Check::one_run_both_ways; },
      "Make one more run that compares the results of all reductions, as 'allfold run --compare' "
      "does");
  command
      ->add_option("--timeout", request.timeout,
                   "Stop a run after this time, for example 60s or 15m (default: never)")
      ->type_name("TIME");
  command
      ->add_option("--rules", request.rules_file,
                   "Use this rules file, or the one for this machine in a folder; none: no rules "
                   "(default: as 'allfold run')")
      ->type_name("FILE")
      ->check(is_named);
  command->add_option("--json", request.json_file, "Also write the findings to this file as JSON")
      ->type_name("FILE")
      ->check(is_named);
  command->add_option("--html", request.html_file, "Also write a page with charts to this file")
      ->type_name("FILE")
      ->check(is_named);
  command
      ->add_option("--keep", request.kept_folder,
                   "Keep profiles and output of all runs in this new folder")
      ->type_name("FOLDER")
      ->check(is_named);
  command->add_flag_callback(
      "--show-output", [&request] { request.output = Request::Output::shown; },
      "Show the output of the program (default: only the end of the output of a failed run)");
  command->add_flag_callback(
      "--force", [&request] { request.unfit = Request::Unfit::started; },
      "Also run programs that Allfold cannot serve");
  command->footer(
      "The program runs several times in the working directory: a run may overwrite files of an "
      "earlier one.\n"
      "Exit status: 1 if the program fails only with Allfold, or before it has run with "
      "Allfold, or if --check fails; otherwise 0, whichever runs are faster.");
  take_command_line(command, request.command);
  return command;
}

CLI::App* doctor::add_command(CLI::App& app, doctor::Request& request) {
  CLI::App* doctor =
      app.add_subcommand("doctor", "Check the installation, this node and a program");
  doctor
      ->add_option("PROGRAM", request.program, "Also check whether Allfold can serve this program")
      ->check(is_named);
  add(*doctor, "--json", request.json_file, "FILE", "Also write all findings to this file as JSON");
  add(*doctor, "--node-model", request.node_file, "FILE",
      "Also describe this node in this file, for bench/node.sh --node")
      ->check(is_named);
  add(*doctor, "--limits", request.limits_file, "FILE",
      "With --node-model: use what 'allfold bench --limits --json FILE' has measured");
  add(*doctor, "--like", request.like, "NODE",
      "With --node-model: assume what is not known as of genoa, grace, milan, rome or xeon "
      "(default: by the processor)");
  doctor->footer(
      "Each line begins with ok, note (worth knowing) or problem (with what to do).\n"
      "Exit status: 0, or 1 if there is a problem.");
  return doctor;
}

CLI::App* library::add_command(CLI::App& app) {
  CLI::App* library = app.add_subcommand("library", "Print the path of the library to preload");
  library->footer(
      "'allfold run' preloads it by the launcher's options. For scripts that set LD_PRELOAD "
      "themselves.");
  return library;
}

CLI::App* replay::add_command(CLI::App& app, replay::Request& request) {
  CLI::App* replay = app.add_subcommand(
      "replay", "Repeat a call in which the native result or Allfold's is wrong");
  replay
      ->add_option("FILE", request.file,
                   "File saved by 'allfold run --compare'; only rank 0 needs it")
      ->required();
  replay
      ->add_option("--algorithm", request.algorithm,
                   "Algorithm to repeat the call with: a name, auto or all (default: the one that "
                   "served the call)")
      ->type_name("NAME");
  replay->footer(
      "Start as many ranks as made the call.\n"
      "Exit status: 0 if all results are right, 1 if one is wrong again, 2 if the file or the "
      "number of ranks does not fit.");
  return replay;
}

CLI::App* pages::add_command(CLI::App& app, pages::Request& request) {
  CLI::App* pages =
      app.add_subcommand("pages", "Write man pages and shell completions to a folder");
  pages->add_option("FOLDER", request.folder, "Folder to write to")->required();
  return pages;
}

int without_separator(int argc, char** argv, const CLI::App& app) {
  if (argc < 2) return argc;
  const auto starters = app.get_subcommands([&](const CLI::App* each) {
    return each->get_prefix_command() && each->get_name() == argv[1];
  });
  if (starters.empty()) return argc;
  for (int i = 2; i < argc && argv[i][0] == '-'; ++i) {
    if (std::string_view(argv[i]) == "--") {
      std::rotate(argv + i, argv + i + 1, argv + argc);
      return argc - 1;
    }
    const CLI::Option* option = starters.front()->get_option_no_throw(argv[i]);
    if (option != nullptr && option->get_items_expected_max() > 0) ++i;
  }
  return argc;
}

}  // namespace allfold::command
