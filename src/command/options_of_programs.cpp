/// @file The options of the subcommands that take the user's own programs: see options.cpp.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "command/doctor/doctor.hpp"
#include "command/launched.hpp"
#include "command/replay/replay.hpp"
#include "command/run/run.hpp"
#include "command/try_out/text.hpp"
#include "command/try_out/try_out.hpp"

namespace allfold::command {

namespace {

/// An empty name is that of a variable of the shell's which is not set.
const CLI::Validator is_named(
    [](std::string& name) {
      return name.empty() ? std::string("expected the name of a file, got an empty one") : "";
    },
    "");

/// What follows the options is a launcher, and its program.
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
  CLI::App* run = app.add_subcommand(
      "run", "Start a program with Allfold: allfold run [OPTIONS] [--] mpirun -n 4 ./program");
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
      "print the launcher's command line, and start nothing");
  run->add_flag_callback(
      "--force", [&request] { request.checks = Request::Checks::none; },
      "start programs, too, that cannot be served");
  run->add_flag_callback(
      "-q,--quiet", [&request] { request.speech = Request::Speech::quiet; },
      "do not print the command line to standard error, nor have it said that no reduction was "
      "seen");
  run->footer(
      "The launcher is mpirun or mpiexec of Open MPI, MPICH or Intel MPI, or srun. Its exit status "
      "is that of this\ncommand; 125: the program cannot be served, 126: the launcher cannot be "
      "started, 127: there is no launcher.");
  take_command_line(run, request.command);
  return run;
}

CLI::App* try_out::add_command(CLI::App& app, try_out::Request& request) {
  CLI::App* command = app.add_subcommand(
      "try",
      "Run a program by turns natively and with Allfold, and say what it gains: allfold try "
      "[OPTIONS] [--] mpirun -n 4 ./program");
  command->add_option("--runs", request.runs, "runs each way")
      ->type_name("N")
      ->check(CLI::Range(1, try_out::most_runs))
      ->capture_default_str();
  command->add_flag_callback(
      "--warmup", [&request] { request.warm_up = Request::WarmUp::one_native_run; },
      "make a native run first, which does not count");
  command->add_flag_callback(
      "--check", [&request] { request.check = Request::Check::one_run_both_ways; },
      "make one run more in which every reduction is made both ways, and compare the results");
  command
      ->add_option("--timeout", request.timeout,
                   "end a run after this time, as in 60s or 15m [default: never]")
      ->type_name("DURATION");
  command->add_option("--rules", request.rules_file, "use the rules of this file, or none")
      ->type_name("FILE")
      ->check(is_named);
  command->add_option("--json", request.json_file, "write the findings to this file, for scripts")
      ->type_name("FILE")
      ->check(is_named);
  command->add_option("--html", request.html_file, "write a page with charts to this file")
      ->type_name("FILE")
      ->check(is_named);
  command
      ->add_option("--keep", request.kept_folder,
                   "keep the profiles, and what the runs print, in this new folder")
      ->type_name("FOLDER")
      ->check(is_named);
  command->add_flag_callback(
      "--show-output", [&request] { request.output = Request::Output::shown; },
      "show what the programs print [default: the end of it, of a run that fails]");
  command->add_flag_callback(
      "--force", [&request] { request.unfit = Request::Unfit::started; },
      "try programs, too, that cannot be served");
  command->footer(
      "The program runs several times in this folder: what a run writes, the next one may "
      "overwrite. "
      "The exit status\nis 1 if the program fails with Allfold only, or if results could not both "
      "be "
      "right; otherwise 0, whatever is faster.");
  take_command_line(command, request.command);
  return command;
}

CLI::App* doctor::add_command(CLI::App& app, doctor::Request& request) {
  CLI::App* doctor = app.add_subcommand(
      "doctor",
      "See whether this installation, this node and a program are well: allfold doctor "
      "[./program]");
  doctor->add_option("PROGRAM", request.program, "a program that is to be served")
      ->type_name("")
      ->check(is_named);
  doctor->add_option("--json", request.json_file, "also write all findings to this file")
      ->type_name("FILE");
  doctor->footer(
      "Prints what is well (ok), what is good to know (note), and what is wrong, with what to do "
      "(problem).\nThe exit status is 1 if there is a problem.");
  return doctor;
}

CLI::App* replay::add_command(CLI::App& app, replay::Request& request) {
  CLI::App* replay = app.add_subcommand(
      "replay",
      "Make a call again whose native result and Allfold's could not both be right: mpirun -n 3 "
      "allfold replay FILE");
  replay->add_option("FILE", request.file, "that ALLFOLD_MODE=compare has written")
      ->required()
      ->type_name("");
  replay->add_option("--algorithm", request.algorithm,
                     "another algorithm than the one that served the call: a name, auto, or all");
  replay->footer(
      "As many ranks are needed as made the call. Only rank 0 has to have the file. The exit "
      "status "
      "is 1 if a result\nis wrong again.");
  return replay;
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
