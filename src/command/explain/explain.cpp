#include "command/explain/explain.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "command/explain/record.hpp"
#include "command/job.hpp"
#include "command/usage_error.hpp"
#include "select/written_file.hpp"

namespace allfold::explain {

namespace {

/// Writes what an option asks for.
void write(std::string_view option, const std::string& file, const std::string& content) {
  if (file.empty()) return;
  if (const std::string problem = write_file(file, content); !problem.empty())
    throw std::runtime_error(
        fmt::format("{}: cannot write {} ({}) name another file", option, file, problem));
}

void tell(const Request& request) {
  const Setup setup = setup_of(request);
  for (const std::string& note : setup.notes) fmt::print(stderr, "allfold explain: {}\n", note);
  CandidateCache candidates;
  std::vector<Explanation> explanations;
  for (const Problem& problem : setup.problems) {
    const Choice choice = choose(problem, setup.configuration, setup.knowledge, candidates);
    explanations.push_back(
        explanation_of(problem, choice, setup.configuration, setup.knowledge, candidates));
    fmt::print("{}{}", explanations.size() > 1 ? "\n" : "", text_of(explanations.back()));
  }
  write("--json", request.json_file, json_of(explanations));
  write("--table", request.table_file, table_of(explanations));
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* explain = app.add_subcommand(
      "explain", "What is chosen for a call, and why, without MPI; variables hold as in a program");
  constexpr int most_ranks = 1 << 20;
  explain->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  explain->add_option("-p,--ranks", request.ranks, "number of ranks")
      ->required()
      ->check(CLI::Range(1, most_ranks));
  explain->add_option("--ppn", request.ranks_per_machine, "consecutive ranks share a machine")
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
  explain->add_option("--json", request.json_file, "also write all of it to this file");
  explain->add_option("--table", request.table_file,
                      "also write the contenders to this file, with tabs");
  return explain;
}

int run(const Request& request) {
  try {
    tell(request);
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "explain", error.what());
  } catch (const std::runtime_error& error) {
    return give_up(Status::failed, "explain", error.what());
  }
}

}  // namespace allfold::explain
