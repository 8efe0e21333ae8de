#include "command/explain/setup.hpp"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "command/collective.hpp"
#include "command/installed_data.hpp"
#include "command/measure/setup.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "rules/source.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

/// The environment's settings, replaced by those of the options.
select::Configuration configuration_of(const Request& request, std::vector<std::string>& warnings) {
  select::Environment environment = select::read_environment(environ);
  if (!environment.errors.empty())
    throw UsageError(text::format("{}", fmt::join(environment.errors, "\n")));
  warnings = std::move(environment.warnings);
  select::Configuration configuration = std::move(environment.configuration);
  if (!request.rules.empty()) configuration.rules = request.rules;
  if (request.model.empty()) return configuration;
  if (const std::string problem = allfold::cost::set_model(configuration.model, request.model);
      !problem.empty())
    throw UsageError("--model: " + problem);
  return configuration;
}

rules::FoundRules rules_of(const select::Configuration& configuration,
                           const rules::MachineTeller& machine) {
  rules::FoundRules found = rules::find_rules(
      {.setting = configuration.rules, .by_default = rules::default_rules_paths(installed_data())},
      machine);
  if (!found.errors.empty()) throw UsageError(text::format("{}", fmt::join(found.errors, "\n")));
  return found;
}

/// The network that the user names, or that of the rules' machine.
select::Network network_of(const Request& request, const rules::Rules& rules) {
  if (request.ranks_per_node >= request.ranks) {
    if (request.network.empty()) return select::Network::local;
    throw UsageError("--network: has no effect on one node; remove it, or lower --ranks-per-node");
  }
  if (request.network.empty())
    return select::find_network(rules.machine ? rules.machine->network : "")
        .value_or(select::Network::tcp);
  if (const auto network = select::find_network(request.network);
      network && *network != select::Network::local)
    return *network;
  throw UsageError(
      text::format("--network: unknown network '{}': expected tcp or high-speed", request.network));
}

/// Sets whether the operation is one of MPI's, and whether it commutes.
void set_operation(const Request& request, const select::Configuration& configuration,
                   select::Problem& problem) {
  const measure::ElementType& type = measure::find_type(request.type);
  if (problem.bytes % static_cast<std::int64_t>(type.extent) != 0)
    throw UsageError(
        text::format("--sizes: {0}: expected a multiple of {2}, the size of an element of {1}",
                     problem.bytes, type.name, type.extent));
  // The names of `allfold bench` are accepted, too.
  const bool is_ordered = request.op == "ordered" || request.op == "user-ordered";
  const bool is_of_the_user = is_ordered || request.op == "commutative" || request.op == "user";
  if (!is_of_the_user) static_cast<void>(measure::find_operation(request.op, type));
  problem.operation =
      is_of_the_user ? select::Operations::of_the_user : select::Operations::predefined;
  const auto extent = static_cast<std::int64_t>(type.extent);
  problem.units =
      select::units_of(problem.bytes / extent, extent, problem.operation, configuration);
  problem.order = is_ordered ? schedule::OperandOrder::rank_order : schedule::OperandOrder::any;
}

/// The carrier of messages: shared memory, unless that is switched off or impossible.
algorithms::Carrier carrier_of(const Request& request, const select::Configuration& configuration) {
  if (configuration.node == 0 || request.ranks == 1 || request.ranks_per_node == 1)
    return algorithms::Carrier::messages;
  return request.ranks_per_node >= request.ranks ? algorithms::Carrier::shared_memory
                                                 : algorithms::Carrier::both;
}

}  // namespace

rules::FoundRules rules_on(const rules::MachineTeller& machine, const Request& request) {
  std::vector<std::string> warnings;
  return rules_of(configuration_of(request, warnings), machine);
}

Setup setup_of(const rules::MachineTeller& machine, const Request& request) {
  Setup setup;
  setup.configuration = configuration_of(request, setup.warnings);
  // A file that the user names may be one of another machine, which is to be explained here.
  rules::FoundRules found =
      rules_of(setup.configuration,
               rules::names_one_file(setup.configuration.rules) ? rules::MachineTeller{} : machine);
  setup.notes = std::move(found.notes);
  setup.remarks = std::move(found.remarks);
  const select::Network network = network_of(request, found.rules);
  setup.knowledge = select::knowledge_of(
      setup.configuration, network, std::make_shared<const rules::Rules>(std::move(found.rules)));
  const algorithms::Nodes nodes =
      algorithms::Nodes::in_succession(request.ranks, request.ranks_per_node);
  select::Problem problem{.collective = parse_collective(request.collective),
                          .ranks = request.ranks,
                          .carrier = carrier_of(request, setup.configuration),
                          .nodes = nodes};
  for (const std::int64_t bytes : parse_sizes(request.sizes, "--sizes")) {
    problem.bytes = bytes;
    set_operation(request, setup.configuration, problem);
    setup.problems.push_back(problem);
  }
  return setup;
}

}  // namespace allfold::command::explain
