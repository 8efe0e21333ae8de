#include "node_check/exploration.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "node_check/choices.hpp"
#include "text/format.hpp"

namespace allfold::testing {

namespace {

using Unwritten = node_check::Checker::Setting::Unwritten;

/// Variables that are only accessed between marks, as data is.
constexpr std::array data_fields{Field::input_signature,
                                 Field::partial_signature,
                                 Field::result_signature,
                                 Field::asked,
                                 Field::lent,
                                 Field::times,
                                 Field::area};

/// Of looks in vain until a rank looks for signs of a call that cannot end.
constexpr unsigned most_looks = 70;

/// A rank that has failed, or has no memory, writes nothing, and gaps are copied with elements.
Unwritten unwritten_in(const Case& given) {
  const bool may_be_read = std::ranges::any_of(given.calls, [](const CheckedCall& call) {
    return call.has_fault() || call.form == CheckedCall::Form::with_gaps;
  });
  return may_be_read || !given.without_memory.empty() ? Unwritten::may_be_read
                                                      : Unwritten::not_read;
}

}  // namespace

Exploration::Exploration(const Case& given, FieldMutation mutation)
    : case_(given), mutation_(std::move(mutation)) {
  for (std::size_t number = 0; number < given.calls.size(); ++number)
    expected_.push_back(result_of(given.calls[number], number, given.hierarchy));
  const auto successors = node::Hierarchy::flat(static_cast<int>(Case::ranks_of_successor));
  for (const CheckedCall& call : given.successors)
    expected_.push_back(result_of(call, expected_.size(), successors));
}

std::optional<std::string> Exploration::execute(node_check::Choices& choices) {
  CheckedRanks ranks(checker_, case_, expected_);
  const auto is_one_of = [&ranks](const void* at, const auto& fields) {
    const node::Slot* const slot = ranks.slot_with(at);
    return slot != nullptr && std::ranges::find(fields, field_of(*slot, at)) != fields.end();
  };
  const node_check::Mutation mutation{.kind = mutation_.kind, .concerns = [&](const void* at) {
                                        return is_one_of(at, mutation_.fields);
                                      }};
  const node_check::Checker::Setting setting{
      .ranks = case_.ranks(),
      .choices = choices,
      .mutation = mutation,
      .is_data = [&](const void* at) { return is_one_of(at, data_fields); },
      .unwritten = unwritten_in(case_),
      .name = [&](const void* at) { return ranks.name(at); }};
  return checker_.run(setting, [&](std::size_t rank) { ranks.run(rank); });
}

Explored Exploration::search(int deviations, std::uint64_t most_executions) {
  Explored explored;
  const std::uint64_t before = checker_.accesses();
  node_check::Search search(deviations);
  do {
    explored.fault = execute(search);
    ++explored.executions;
    explored.is_complete = explored.fault || !search.next();
  } while (!explored.is_complete && explored.executions < most_executions);
  explored.accesses = checker_.accesses() - before;
  if (explored.fault)
    explored.fault = text::format("execution {}: {}", explored.executions, *explored.fault);
  return explored;
}

Explored Exploration::random(std::uint64_t first_seed, std::uint64_t seeds) {
  Explored explored;
  const std::uint64_t before = checker_.accesses();
  for (std::uint64_t seed = first_seed; seed < first_seed + seeds && !explored.fault; ++seed) {
    node_check::RandomChoices choices(seed, most_looks);
    explored.fault = execute(choices);
    ++explored.executions;
    if (explored.fault) explored.fault = text::format("seed {}: {}", seed, *explored.fault);
  }
  explored.accesses = checker_.accesses() - before;
  return explored;
}

}  // namespace allfold::testing
