#include "node_check/cases.hpp"
#include "text/format.hpp"

namespace allfold::testing {

namespace {

using Kind = node_check::Mutation::Kind;

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::none: return "none";
    case Kind::relaxed_loads: return "relaxed loads";
    case Kind::relaxed_stores: return "relaxed stores";
    case Kind::no_waits: return "no waits";
    case Kind::early_stores: return "early stores";
  }
  return "";
}

}  // namespace

std::string name_of(const FieldMutation& mutation) {
  std::string text = name_of(mutation.kind);
  for (const Field field : mutation.fields) {
    text += text.ends_with('s') && text == name_of(mutation.kind) ? ": " : ", ";
    text += name_of(field);
  }
  return text;
}

Explored found(const KnownFault& fault) {
  constexpr std::uint64_t most_executions = 2000;
  constexpr std::uint64_t seeds = 500;
  Exploration exploration(case_of(fault.in), fault.mutation);
  Explored searched = exploration.search(1, most_executions);
  if (searched.fault) return searched;
  Explored tried = exploration.random(1, seeds);
  tried.executions += searched.executions;
  tried.accesses += searched.accesses;
  return tried;
}

const std::vector<KnownFault>& known_faults() {
  static const std::vector<KnownFault> all{
      {{Kind::relaxed_loads, {Field::input_mark}}, "short.inline"},
      {{Kind::relaxed_loads, {Field::partial_mark}}, "short.clusters"},
      {{Kind::relaxed_loads, {Field::result_mark}}, "short.clusters"},
      {{Kind::relaxed_loads, {Field::waiting_in}}, "short.clusters"},
      {{Kind::relaxed_loads, {Field::done}}, "short.clusters"},
      {{Kind::relaxed_loads, {Field::done}}, "short.late_root"},
      {{Kind::relaxed_loads, {Field::staged}}, "long.sliced"},
      {{Kind::relaxed_loads, {Field::reduced}}, "long.sliced"},
      {{Kind::relaxed_loads, {Field::reduced}}, "long.whole.root"},
      {{Kind::relaxed_loads, {Field::staged_of_cluster}}, "long.clusters"},
      {{Kind::relaxed_loads, {Field::staged_of_all}}, "long.clusters"},
      {{Kind::relaxed_loads, {Field::reduced_of_cluster}}, "long.clusters"},
      {{Kind::relaxed_loads, {Field::reduced_of_all}}, "long.clusters"},
      {{Kind::relaxed_loads, {Field::reduced}}, "read.slices"},
      {{Kind::relaxed_loads, {Field::done}}, "read.slices"},
      {{Kind::relaxed_loads, {Field::reduced_at}}, "levels"},
      {{Kind::relaxed_loads, {Field::complete_at}}, "levels"},
      {{Kind::relaxed_loads, {Field::reduced_at}}, "levels.lanes"},
      {{Kind::relaxed_loads, {Field::complete_at}}, "levels.lanes"},
      {{Kind::relaxed_loads, {Field::told}}, "trials"},
      {{Kind::relaxed_loads, {Field::heard}}, "trials"},
      {{Kind::relaxed_loads, {Field::settled}}, "areas.not_mapped.root"},
      {{Kind::relaxed_loads, {Field::found}}, "areas.not_mapped.root"},
      {{Kind::relaxed_loads, {Field::done}}, "areas.two_groups"},
      {{Kind::relaxed_loads, {Field::departed}}, "group.succeeds"},
      {{Kind::relaxed_stores, {Field::input_mark}}, "short.inline"},
      {{Kind::relaxed_stores, {Field::partial_mark}}, "short.clusters"},
      {{Kind::relaxed_stores, {Field::result_mark}}, "short.clusters"},
      {{Kind::relaxed_stores, {Field::waiting_in}}, "short.clusters"},
      {{Kind::relaxed_stores, {Field::done}}, "short.clusters"},
      {{Kind::relaxed_stores, {Field::done}}, "short.late_root"},
      {{Kind::relaxed_stores, {Field::staged}}, "long.sliced"},
      {{Kind::relaxed_stores, {Field::reduced}}, "long.sliced"},
      {{Kind::relaxed_stores, {Field::reduced}}, "long.whole.root"},
      {{Kind::relaxed_stores, {Field::staged_of_cluster}}, "long.clusters"},
      {{Kind::relaxed_stores, {Field::staged_of_all}}, "long.clusters"},
      {{Kind::relaxed_stores, {Field::reduced_of_cluster}}, "long.clusters"},
      {{Kind::relaxed_stores, {Field::reduced_of_all}}, "long.clusters"},
      {{Kind::relaxed_stores, {Field::reduced}}, "read.slices"},
      {{Kind::relaxed_stores, {Field::done}}, "read.slices"},
      {{Kind::relaxed_stores, {Field::reduced_at}}, "levels"},
      {{Kind::relaxed_stores, {Field::complete_at}}, "levels"},
      {{Kind::relaxed_stores, {Field::reduced_at}}, "levels.lanes"},
      {{Kind::relaxed_stores, {Field::complete_at}}, "levels.lanes"},
      {{Kind::relaxed_stores, {Field::told}}, "trials"},
      {{Kind::relaxed_stores, {Field::heard}}, "trials"},
      {{Kind::relaxed_stores, {Field::settled}}, "areas.not_mapped.root"},
      {{Kind::relaxed_stores, {Field::found}}, "areas.not_mapped.root"},
      {{Kind::relaxed_stores, {Field::done}}, "areas.two_groups"},
      {{Kind::relaxed_stores, {Field::departed}}, "group.succeeds"},
      {{Kind::no_waits, {Field::done}}, "short.late_root"},
      {{Kind::no_waits, {Field::done}}, "short.clusters.large"},
      {{Kind::no_waits, {Field::staged}}, "long.sliced"},
      {{Kind::no_waits, {Field::reduced}}, "long.sliced"},
      {{Kind::no_waits, {Field::reduced}}, "long.whole.root"},
      {{Kind::no_waits, {Field::done}}, "read.slices"},
      {{Kind::no_waits, {Field::reduced_at}}, "levels.root"},
      {{Kind::no_waits, {Field::complete_at}}, "levels.root"},
      {{Kind::no_waits, {Field::done}}, "levels.root"},
      {{Kind::no_waits, {Field::done}}, "levels.calls_alternate"},
      {{Kind::no_waits, {Field::staged}}, "levels.lanes.root"},
      {{Kind::no_waits, {Field::reduced_at}}, "levels.lanes.root"},
      {{Kind::no_waits, {Field::complete_at}}, "levels.lanes.root"},
      {{Kind::no_waits, {Field::done}}, "short.shares.ring"},
      {{Kind::no_waits, {Field::reduced}}, "long.shares"},
      {{Kind::no_waits, {Field::reduced}}, "long.shares.uneven"},
      {{Kind::no_waits, {Field::done}}, "read.shares"},
      {{Kind::no_waits, {Field::reduced_at}}, "levels.shares"},
      {{Kind::no_waits, {Field::complete_at}}, "levels.shares.uneven"},
      {{Kind::no_waits, {Field::told}}, "trials"},
      {{Kind::no_waits, {Field::heard}}, "trials"},
      {{Kind::no_waits, {Field::settled}}, "areas.not_mapped.root"},
      {{Kind::no_waits, {Field::found}}, "areas.not_mapped.root"},
      {{Kind::no_waits, {Field::joined}}, "group.joins"},
      {{Kind::no_waits, {Field::able}}, "group.joins"},
      {{Kind::no_waits, {Field::departed}}, "group.succeeds"},
      {{Kind::early_stores, {Field::input_mark}}, "short.inline"},
      {{Kind::early_stores, {Field::partial_mark}}, "short.clusters"},
      {{Kind::early_stores, {Field::result_mark}}, "short.clusters"},
      {{Kind::early_stores, {Field::staged}}, "long.sliced"},
      {{Kind::early_stores, {Field::reduced}}, "long.sliced"},
      {{Kind::early_stores, {Field::staged}}, "levels"},
      {{Kind::early_stores, {Field::reduced_at}}, "levels"},
      {{Kind::early_stores, {Field::complete_at}}, "levels"},
      {{Kind::early_stores, {Field::complete_at}}, "levels.lanes"},
  };
  return all;
}

}  // namespace allfold::testing
