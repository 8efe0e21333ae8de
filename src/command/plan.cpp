#include "command/plan.hpp"

#include <cstdio>

#include "algorithms/kernel.hpp"
#include "algorithms/kernel_name.hpp"
#include "command/collective.hpp"
#include "command/job.hpp"
#include "command/output.hpp"
#include "command/usage_error.hpp"
#include "cost/critical_path.hpp"
#include "picture/svg.hpp"
#include "picture/text.hpp"
#include "program/compile.hpp"
#include "text/format.hpp"

namespace allfold::command::plan {

namespace {

algorithms::NamedKernel kernel_of(const Request& request, schedule::Collective collective) {
  std::string error;
  algorithms::NamedKernel named = algorithms::parse_kernel(request.algorithm, error);
  if (named.kernel == nullptr) throw UsageError("--algorithm: " + error);
  if (!named.kernel->serves(collective))
    throw UsageError(
        text::format("--algorithm: {} does not implement {}; use another algorithm ('allfold list' "
                     "shows all), or the other --collective",
                     named.kernel->name, schedule::name_of(collective)));
  return named;
}

void check_rank(std::string_view option, int rank, int ranks) {
  if (rank < 0 || rank >= ranks)
    throw UsageError(
        text::format("{}: invalid rank {}: expected 0 to {}", option, rank, ranks - 1));
}

void check_numbers(const Request& request, schedule::Collective collective) {
  if (request.ranks < 1 || request.ranks > picture::most_ranks)
    throw UsageError(text::format("--ranks: invalid number of ranks {}: expected 1 to {}",
                                  request.ranks, picture::most_ranks));
  check_rank("--root", request.root, request.ranks);
  if (!schedule::has_root(collective) && request.root != 0)
    throw UsageError(
        text::format("--root: {} has no root: expected --collective reduce; remove --root, or add "
                     "--collective reduce",
                     schedule::row_of(collective).one_call));
  if (request.rank) check_rank("--rank", *request.rank, request.ranks);
  if (!request.svg_file.empty() && request.ranks > picture::most_drawn_ranks)
    throw UsageError(
        text::format("--svg: too many ranks for a picture: {}: expected at most {}; use fewer "
                     "ranks, or remove --svg",
                     request.ranks, picture::most_drawn_ranks));
}

/// The carrier of all stages of all ranks.
algorithms::Carrier carrier_of(const std::vector<schedule::Plan>& plans) {
  bool in_messages = false;
  bool in_shared_memory = false;
  for (const schedule::Plan& plan : plans)
    for (const schedule::Stage& stage : plan.stages)
      (stage.medium == schedule::Medium::messages ? in_messages : in_shared_memory) = true;
  if (!in_shared_memory) return algorithms::Carrier::messages;
  return in_messages ? algorithms::Carrier::both : algorithms::Carrier::shared_memory;
}

void show(const Request& request, schedule::Collective collective,
          const algorithms::NamedKernel& named) {
  std::vector<schedule::Plan> plans;
  std::vector<program::Program> programs;
  algorithms::Task task{
      .collective = collective,
      .ranks = request.ranks,
      .root = request.root,
      .parameters = named.parameters,
      .nodes = algorithms::Nodes::in_succession(request.ranks, request.ranks_per_node)};
  for (const algorithms::Parameter& parameter : named.kernel->parameters)
    if (parameter.misfit != nullptr)
      if (const std::string misfit = parameter.misfit(task); !misfit.empty())
        throw UsageError(text::format("--algorithm: {}: {}", parameter.name, misfit));
  for (task.rank = 0; task.rank < request.ranks; ++task.rank) {
    plans.push_back(named.kernel->generate(task));
    programs.push_back(program::compile(plans.back(), program::Binding::separate));
  }
  const proof::Goal goal =
      proof::goal_of(task.recipients(), plans[0].blocks, algorithms::order_of(*named.kernel, task));
  const picture::Caption caption{.kernel = std::string(named.kernel->name) +
                                           algorithms::text_of(*named.kernel, named.parameters),
                                 .collective = collective,
                                 .root = request.root,
                                 .cost = allfold::cost::cost_of(programs),
                                 .carrier = carrier_of(plans)};
  const picture::Trace trace = picture::trace(plans, goal);

  if (!request.svg_file.empty())
    write_output("--svg", request.svg_file, picture::svg(trace, caption));
  else if (request.rank)
    text::print("{}", picture::story(trace, caption, *request.rank));
  else
    text::print("{}{}", request.brief ? "" : picture::introduction(trace, caption),
                picture::table(trace, request.width));
}

}  // namespace

int run(const Request& request) {
  return finished("plan", [&] {
    const schedule::Collective collective = parse_collective(request.collective);
    const algorithms::NamedKernel named = kernel_of(request, collective);
    check_numbers(request, collective);
    show(request, collective, named);
  });
}

}  // namespace allfold::command::plan
