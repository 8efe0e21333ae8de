/// @file The options of the subcommands that take the user's own programs: see options.cpp.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "command/doctor/doctor.hpp"
#include "command/replay/replay.hpp"
#include "command/run/run.hpp"

namespace allfold::command {

namespace {

/// An empty name is that of a variable of the shell's which is not set.
const CLI::Validator is_named(
    [](std::string& name) {
      return name.empty() ? std::string("expected the name of a file, got an empty one") : "";
    },
    "");

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
  run->prefix_command();
  run->parse_complete_callback([run, &request] {
    request.command = run->remaining();
    if (!request.command.empty() && request.command.front().starts_with('-'))
      throw CLI::ExtrasError(run->get_name(), {request.command.front()});
  });
  return run;
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

int run::without_separator(int argc, char** argv, const CLI::App& run) {
  if (argc < 2 || run.get_name() != argv[1]) return argc;
  for (int i = 2; i < argc && argv[i][0] == '-'; ++i) {
    if (std::string_view(argv[i]) == "--") {
      std::rotate(argv + i, argv + i + 1, argv + argc);
      return argc - 1;
    }
    const CLI::Option* option = run.get_option_no_throw(argv[i]);
    if (option != nullptr && option->get_items_expected_max() > 0) ++i;
  }
  return argc;
}

}  // namespace allfold::command
