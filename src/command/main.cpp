/// The command `allfold`: lists the library's algorithms, proves and draws them, and measures them.
#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <optional>

#include "allfold/allfold.h"
#include "command/help.hpp"
#include "command/job.hpp"
#include "command/launched.hpp"
#include "command/parsing.hpp"
#include "command/subcommands.hpp"
#include "text/format.hpp"

namespace {

using namespace allfold;

int run(int argc, char** argv) {
  CLI::App app{
      "Allfold makes MPI_Allreduce, MPI_Reduce and MPI_Reduce_scatter faster in existing programs",
      "allfold"};
  app.formatter_fn([](const CLI::App* shown, const std::string&, CLI::AppFormatMode) {
    return command::help_text(command::describe(*shown));
  });
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("--version", "allfold " ALLFOLD_VERSION, "Print the version and exit");
  app.require_subcommand(1);
  command::Subcommands subcommands(app);
  // Set after the subcommands were added, because they would inherit it.
  app.footer(
      "'allfold SUBCOMMAND --help' shows options, 'allfold variables' the variables of the "
      "environment.");
  const int words = command::without_separator(argc, argv, app);
  if (const std::optional<int> status = command::parse(app, words, argv)) return *status;
  return subcommands.run();
}

/// Returns `status`, or an error if output was lost, for example because a disk is full.
int with_output(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return command::give_up(
      command::Status::failed, "",
      text::format("standard output: cannot be written: {}; redirect it to another file",
                   errno != 0 ? std::strerror(errno) : "an error"));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return with_output(run(argc, argv));
  } catch (const std::exception& failure) {
    for (const char* part : {"allfold: ", failure.what(), "\n"})
      static_cast<void>(std::fputs(part, stderr));
    return static_cast<int>(command::Status::failed);
  }
}
