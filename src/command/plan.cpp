#include "command/plan.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "algorithms/prove.hpp"
#include "command/job.hpp"
#include "command/written_file.hpp"
#include "picture/svg.hpp"
#include "picture/text.hpp"

namespace allfold::plan {

namespace {

/// What is wrong with a command line, as "option: problem (why) suggestion".
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

Collective collective_of(const Request& request) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    if (request.collective == name_of(collective)) return collective;
  throw UsageError(
      fmt::format("--collective: '{}' is none that Allfold serves (there are two) use allreduce or "
                  "reduce",
                  request.collective));
}

NamedKernel kernel_of(const Request& request, Collective collective) {
  std::string error;
  const NamedKernel named = parse_kernel(request.algorithm, error);
  if (named.kernel == nullptr) throw UsageError("--algorithm: " + error);
  if (!named.kernel->serves(collective))
    throw UsageError(
        fmt::format("--algorithm: {} does not serve {} (it is defined for the other collective "
                    "only) see allfold list",
                    named.kernel->name, name_of(collective)));
  return named;
}

void check_rank(std::string_view option, int rank, int ranks) {
  if (rank < 0 || rank >= ranks)
    throw UsageError(fmt::format("{}: {} is no rank (ranks are 0 to {}) use one of them", option,
                                 rank, ranks - 1));
}

void check_numbers(const Request& request, Collective collective) {
  if (request.ranks < 1 || request.ranks > picture::most_ranks)
    throw UsageError(fmt::format("-p: {} is no number of ranks to look at (it is 1 to {}) use less",
                                 request.ranks, picture::most_ranks));
  check_rank("--root", request.root, request.ranks);
  if (collective == Collective::allreduce && request.root != 0)
    throw UsageError(
        "--root: an allreduce has none (all ranks get the result) leave it out, or use "
        "--collective reduce");
  if (request.one_rank->count() > 0) check_rank("--rank", request.rank, request.ranks);
  if (!request.svg_file.empty() && request.ranks > picture::most_drawn_ranks)
    throw UsageError(fmt::format(
        "--svg: {} ranks are too many for a picture (nothing could be read) use at most {}, or "
        "leave out --svg",
        request.ranks, picture::most_drawn_ranks));
}

int show(const Request& request, Collective collective, const NamedKernel& named) {
  const Task task{.collective = collective,
                  .ranks = request.ranks,
                  .root = request.root,
                  .parameters = named.parameters};
  std::vector<Plan> plans;
  for (int rank = 0; rank < request.ranks; ++rank) {
    Task own = task;
    own.rank = rank;
    plans.push_back(named.kernel->generate(own));
  }
  const Goal goal{.collective = collective, .root = request.root, .order = named.kernel->order};
  const picture::Caption caption{
      .kernel = std::string(named.kernel->name) + text_of(*named.kernel, named.parameters),
      .goal = goal,
      .cost = cost_of(programs_of(*named.kernel, task, Binding::separate)),
      .medium = plans[0].stages[0].medium};
  const picture::Trace trace = picture::trace(plans, goal);

  if (request.svg_file.empty()) {
    fmt::print("{}", request.one_rank->count() > 0 ? picture::story(trace, caption, request.rank)
                                                   : picture::table(trace, caption, request.width));
    return static_cast<int>(Status::good);
  }
  const std::string problem = write_file(request.svg_file, picture::svg(trace, caption));
  if (problem.empty()) return static_cast<int>(Status::good);
  return give_up(
      Status::usage, "plan",
      fmt::format("--svg: cannot write {} ({}) name another file", request.svg_file, problem));
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* plan =
      app.add_subcommand("plan", "Show who holds what after each round, as in the papers' figures");
  plan->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  plan->add_option("--algorithm", request.algorithm,
                   "as in ring or NAME:halvings=2 (see allfold list)")
      ->required();
  plan->add_option("-p,--ranks", request.ranks, "Number of ranks")->required();
  plan->add_option("--root", request.root, "of a reduce")->capture_default_str();
  CLI::Option* rank = plan->add_option("--rank", request.rank, "Only what this rank does");
  plan->add_option("--svg", request.svg_file, "Draw it into this file instead")->excludes(rank);
  plan->add_option("--width", request.width, "Characters in a line of the table")
      ->check(CLI::Range(20, 100000))
      ->capture_default_str();
  request.one_rank = rank;
  return plan;
}

int run(const Request& request) {
  if (!speaks_for_job()) return static_cast<int>(Status::good);
  try {
    const Collective collective = collective_of(request);
    const NamedKernel named = kernel_of(request, collective);
    check_numbers(request, collective);
    return show(request, collective, named);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "plan", error.what());
  }
}

}  // namespace allfold::plan
