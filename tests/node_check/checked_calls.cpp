// Part of CheckedRanks: what a rank does in calls and trials, and what has to come of it.
#include <cstring>
#include <utility>

#include "node/slices.hpp"
#include "node/way_trials.hpp"
#include "node_check/checked_ranks.hpp"
#include "node_check/processor.hpp"
#include "node_check/rank_memory.hpp"
#include "text/format.hpp"

namespace allfold::testing {

namespace {

constexpr exec::Status failed = 44;
constexpr exec::Status failing = 33;

}  // namespace

// As one access, where that is possible: it takes less time.
void CheckedRanks::write_input(const Rank& own, const CheckedCall& call, std::size_t number) {
  std::vector<std::uint64_t> values;
  for (std::int64_t i = 0; i < call.count; ++i) values.push_back(input_of(own.number, number, i));
  if (call.form == CheckedCall::Form::plain)
    return node_check::write(own.input, values.data(), values.size() * element_bytes);
  for (std::int64_t i = 0; i < call.count; ++i)
    write_element(own.input + i * call.extent(), values[static_cast<std::size_t>(i)]);
}

std::vector<std::uint64_t> CheckedRanks::values_at(const std::byte* vector, const CheckedCall& call,
                                                   std::int64_t count) {
  std::vector<std::uint64_t> values(static_cast<std::size_t>(count));
  if (call.form == CheckedCall::Form::plain) {
    node_check::read(vector, values.size() * element_bytes);
    if (!values.empty()) std::memcpy(values.data(), vector, values.size() * element_bytes);
    return values;
  }
  for (std::int64_t i = 0; i < count; ++i)
    values[static_cast<std::size_t>(i)] = read_element(vector + i * call.extent());
  return values;
}

void CheckedRanks::make_call(std::size_t rank, std::size_t number) {
  Rank& own = *ranks_[rank];
  const CheckedCall& call = case_.call(number);
  const auto self = static_cast<int>(rank);
  const std::int64_t extent = call.extent();
  const bool are_shares = call.shares != ShareLengths::none;
  const OwnedShares shares(call.shares, call.count, static_cast<int>(case_.ranks()));
  const node::Wanted wanted = are_shares ? node::Wanted(shares.get()) : call.root;
  const bool gets_result = wanted.of(self, call.count).size() > 0;
  const bool is_in_place = call.result == CheckedCall::Result::in_place && gets_result;
  write_input(own, call, number);
  CheckedArithmetic arithmetic(extent, call.failing == self ? failing : exec::success);
  CheckedPacking packing(extent);
  const bool is_plain = call.form == CheckedCall::Form::plain;
  const bool is_packed = call.form == CheckedCall::Form::packed;
  using node::Elements;
  const Elements elements{
      .arithmetic = arithmetic,
      .loop = is_plain && call.failing == nobody ? &CheckedArithmetic::loop : nullptr,
      .packing = is_packed ? &packing : nullptr,
      .workspace = own.workspace,
      .layout = {.extent = extent,
                 .true_lower_bound = 0,
                 .true_extent = element_bytes,
                 .is_contiguous = is_plain},
      .stride = is_packed ? element_bytes : extent,
      .risk = is_plain && !call.has_fault() ? Elements::Risk::none : Elements::Risk::may_fail,
      .results = call.results,
      .kind = is_plain ? Elements::Kind::plain : Elements::Kind::any,
      .division = call.division,
      .order = call.order,
      .no_memory = 55,
      .others_failed = 66,
      .mismatched = 77,
      .asked = node::signature_of({.count = call.count,
                                   .element_bytes = element_bytes,
                                   .root = are_shares ? node::each_its_share : call.root,
                                   .operation = call.odd == self ? 1 : 0,
                                   .shares = are_shares ? node::fingerprint_of(shares.get()) : 0})};
  const node::Vectors vectors{.input = own.input,
                              .result = is_in_place                        ? own.input
                                        : gets_result || self < call.lanes ? own.result
                                                                           : nullptr,
                              .count = call.count,
                              .so_far = call.failed == self ? failed : exec::success};
  node::Group& group = *own.in[call.group];
  if (call.room > 0 &&
      group.are_all_able(node::Group::Able::yes, call.room) != node::Group::Able::yes)
    fault("ranks did not agree on the room of areas");
  if (call.shares == ShareLengths::equal) group.prepare_lanes(static_cast<int>(case_.ranks()));
  const exec::Status status = call.lanes > 0 ? in_halves(own, call, vectors, elements, number)
                                             : group.reduce(vectors, elements, wanted, call.way);
  check(own, call, status, number);
}

exec::Status CheckedRanks::in_halves(Rank& own, const CheckedCall& call,
                                     const node::Vectors& vectors, const node::Elements& elements,
                                     std::size_t number) {
  node::Group& group = *own.in[call.group];
  group.prepare_lanes(call.lanes);
  node::Vectors reduced = vectors;
  reduced.so_far = group.scatter(vectors, elements, call.lanes);
  const node::Range slice =
      node::slice_of_lane(call.count, static_cast<int>(own.number), call.lanes);
  for (std::int64_t i = slice.first; i < slice.last && reduced.so_far == exec::success; ++i) {
    std::byte* const at = static_cast<std::byte*>(vectors.result) + i * call.extent();
    const std::uint64_t value = read_element(at);
    if (value != expected_[number][static_cast<std::size_t>(i)])
      fault(text::format("call {}: element {} of a lane's slice is wrong", number, i));
    write_element(at, across_nodes(value));
  }
  return group.gather(reduced, elements, call.lanes, call.root);
}

void CheckedRanks::check(const Rank& own, const CheckedCall& call, exec::Status status,
                         std::size_t number) {
  const auto self = static_cast<int>(own.number);
  const OwnedShares shares(call.shares, call.count, static_cast<int>(case_.ranks()));
  const node::Wanted wanted =
      call.shares != ShareLengths::none ? node::Wanted(shares.get()) : call.root;
  const node::Range got = wanted.of(self, call.count);
  const bool gets_result = got.size() > 0;
  if (!call.has_fault() && case_.without_memory.empty() && status != exec::success)
    fault(text::format("call {}: ends with status {}", number, status));
  if (status != exec::success || !gets_result) return;
  if (call.failed != nobody || call.odd == self || call.failing == self)
    fault(text::format("call {}: ends with success", number));
  // Whether reductions of other ranks failed shows only where their results are used.
  if (call.failing != nobody) return;
  const std::byte* const vector =
      call.result == CheckedCall::Result::in_place ? own.input : own.result;
  const std::vector<std::uint64_t> values = values_at(vector, call, got.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t expected = expected_[number][static_cast<std::size_t>(got.first) + i];
    if (values[i] != (call.lanes > 0 ? across_nodes(expected) : expected))
      return fault(text::format("call {}: element {} of the result is wrong", number, i));
  }
}

// The calls themselves take no time here: only the exchange of their times is of interest.
void CheckedRanks::make_trials(std::size_t rank) {
  constexpr std::int64_t bytes = 64 << 10;
  constexpr std::int64_t nanoseconds_of_fastest = 1000;
  constexpr int root = 0;  // such calls have three ways
  std::vector<node::Slot*> slots;
  for (const auto& each : ranks_) slots.push_back(each->slots[0]);
  node::Team team(slots, static_cast<int>(rank), case_.hierarchy,
                  node::Waiting([] {}, /*is_crowded=*/true));
  node::WayTrials trials;
  const node::FirstWay first;
  std::int64_t made = 0;
  for (const std::int64_t size : {bytes, 2 * bytes, 4 * bytes}) {
    const node::CallClass calls = node::class_of(root, size);
    for (bool is_last = false; !is_last;) {
      const node::WayTrials::Turn turn = trials.next(calls, first, team);
      is_last = turn.kind == node::WayTrials::Turn::Kind::last_trial;
      // Each rank begins later than the one before, and ends earlier. So the times of all ranks
      // matter. Later ways are faster.
      const auto slower =
          static_cast<std::int64_t>(node::ways - static_cast<std::size_t>(turn.way));
      const std::int64_t begun = ++made * 1'000'000 + static_cast<std::int64_t>(rank);
      const std::int64_t last = static_cast<std::int64_t>(case_.ranks()) - 1;
      trials.note(turn, begun,
                  begun + slower * nanoseconds_of_fastest +
                      2 * (last - 2 * static_cast<std::int64_t>(rank)));
    }
    const auto result = trials.decide(calls, first, team);
    if (!result) {
      fault("a trial had no result");
      continue;
    }
    for (std::size_t way = 0; way < node::ways; ++way) {
      const std::int64_t time = result->nanoseconds[way];
      const auto slower = static_cast<std::int64_t>(node::ways - way);
      const std::int64_t expected =
          slower * nanoseconds_of_fastest + static_cast<std::int64_t>(case_.ranks()) - 1;
      if (time != trials::never && time != expected)
        fault(text::format("a time of {} ns instead of {}", time, expected));
    }
  }
}

}  // namespace allfold::testing
