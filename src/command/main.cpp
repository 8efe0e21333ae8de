/// The command `allfold`: shows what the library holds, proves it, draws it, and measures it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "algorithms/prove.hpp"
#include "allfold/allfold.h"
#include "command/bench/bench.hpp"
#include "command/job.hpp"
#include "command/plan.hpp"
#include "command/tables.hpp"

namespace {

using namespace allfold;

/// Proves kernels for all numbers of ranks up to `most_ranks`; returns the exit status.
int check_kernels(const std::string& name, int most_ranks) {
  const auto begin = std::chrono::steady_clock::now();
  std::int64_t proofs = 0;
  std::int64_t failures = 0;
  for (const Kernel& kernel : kernels()) {
    if (!name.empty() && kernel.name != name) continue;
    Tally all;
    for (int ranks = 1; ranks <= most_ranks; ++ranks) {
      const Tally tally = prove(kernel, scope_of(ranks));
      all.proofs += tally.proofs;
      all.failures.insert(all.failures.end(), tally.failures.begin(), tally.failures.end());
    }
    fmt::print("{:<28} {:>7} proofs  {}\n", kernel.name, all.proofs,
               all.failures.empty() ? "all hold" : fmt::format("{} FAIL", all.failures.size()));
    for (const std::string& failure : all.failures) fmt::print("  {}\n", failure);
    proofs += all.proofs;
    failures += static_cast<std::int64_t>(all.failures.size());
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  fmt::print("{} proofs on 1 to {} ranks in {:.1f} s: {}\n", proofs, most_ranks, time.count(),
             failures == 0 ? "all hold" : fmt::format("{} FAIL", failures));
  return failures == 0 ? 0 : 1;
}

std::vector<std::string> kernel_names() {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels()) names.emplace_back(kernel.name);
  return names;
}

int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : chosen.front()->get_name();
  return give_up(Status::usage, command,
                 fmt::format("{} (see allfold {}{}--help)", error.what(), command,
                             command.empty() ? "" : " "));
}

int run(int argc, char** argv) {
  CLI::App app{"Allfold: MPI_Allreduce and MPI_Reduce, replaced"};
  app.set_version_flag("--version", "allfold " ALLFOLD_VERSION);
  app.require_subcommand(1);

  bool markdown = false;
  auto* list = app.add_subcommand("list", "The kernels");
  list->add_flag("--markdown", markdown, "As a table for documentation, with costs");
  auto* environment = app.add_subcommand("variables", "The variables of the environment");
  environment->add_flag("--markdown", markdown, "As a table for documentation");

  int most_ranks = 64;
  std::string kernel;
  auto* check = app.add_subcommand("check", "Prove the kernels, without MPI");
  check->add_option("--max-p", most_ranks, "On 1 to this many ranks")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  check->add_option("--algorithm", kernel, "One kernel only")->check(CLI::IsMember(kernel_names()));

  bench::Request request;
  const auto* comparison = bench::add_command(app, request);
  plan::Request picture;
  const auto* plan = plan::add_command(app, picture);

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return speaks_for_job() ? app.exit(asked) : 0;
  } catch (const CLI::ParseError& error) {
    return refuse(app, error);
  }
  const TableStyle style = markdown ? TableStyle::markdown : TableStyle::terminal;
  if (*list) fmt::print("{}", kernel_table(style));
  if (*environment) fmt::print("{}", variable_table(style));
  if (*comparison) return bench::run(request);
  if (*plan) return plan::run(picture);
  return *check ? check_kernels(kernel, most_ranks) : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& failure) {
    for (const char* part : {"allfold: ", failure.what(), "\n"})
      static_cast<void>(std::fputs(part, stderr));
    return static_cast<int>(Status::failed);
  }
}
