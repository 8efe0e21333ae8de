#include "node/caller.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <numeric>
#include <thread>

#include "support/guarded_vector.hpp"

namespace allfold::testing {

namespace {

using Vector = GuardedVector<std::uint64_t>;

std::uint64_t input_of(int rank, std::size_t call, std::int64_t position) {
  return combined(static_cast<std::uint64_t>(rank) * 1000 + call,
                  static_cast<std::uint64_t>(position));
}

}  // namespace

exec::Status Caller::run(const Call& call, std::size_t number, exec::Status failure) {
  const auto& [name, extent, is_packed] = *call.form;
  const exec::Layout layout{
      .extent = extent, .true_lower_bound = 0, .true_extent = 8, .is_contiguous = extent == 8};
  Vector input(call.count, layout);
  for (std::int64_t i = 0; i < call.count; ++i) input.set(i, input_of(rank_, number, i));
  const bool are_shares = call.shares != ShareLengths::none;
  const OwnedShares shares(call.shares, call.count, team_.ranks());
  const node::Wanted wanted = are_shares ? node::Wanted(shares.get()) : call.root;
  const node::Range own = wanted.of(rank_, call.count);
  const bool gets_result = own.size() > 0;
  const bool in_place = call.in_place && gets_result;
  Vector result(call.lanes > 0 ? call.count : own.size(), layout);
  if (call.shares == ShareLengths::equal && call.plan == Call::Plan::prepared)
    team_.group(rank_).prepare_lanes(team_.ranks());
  Combining combining(extent);
  combining.failure = failure;
  WithoutGaps packing(extent);
  const node::Elements elements{
      .arithmetic = combining,
      .packing = is_packed ? &packing : nullptr,
      .workspace = workspace_,
      .layout = layout,
      .stride = is_packed ? 8 : extent,
      .risk = node::Elements::Risk::may_fail,
      .results = call.results,
      .kind = extent == 8 && !is_packed ? node::Elements::Kind::plain : node::Elements::Kind::any,
      .division = call.division,
      .order = call.order,
      .no_memory = 55,
      .others_failed = 66,
      .mismatched = mismatched,
      .asked = node::signature_of({.count = call.count,
                                   .element_bytes = 8,
                                   .root = are_shares ? node::each_its_share : call.root,
                                   .operation = call.operation,
                                   .shares = are_shares ? node::fingerprint_of(shares.get()) : 0})};
  const bool writes = gets_result || rank_ < call.lanes;
  const node::Vectors vectors{.input = input.address(),
                              .result = in_place ? input.address()
                                        : writes ? result.address()
                                                 : nullptr,
                              .count = call.count,
                              .so_far = call.failed == rank_ ? 44 : exec::success};
  const exec::Status status = call.lanes > 0
                                  ? in_halves(call, vectors, elements, number)
                                  : team_.group(rank_).reduce(vectors, elements, wanted, call.way);
  if (status != exec::success) return status;
  if (gets_result) {
    const Vector& got = in_place ? input : result;
    EXPECT_TRUE(got.is_intact());
    for (std::int64_t i = own.first; i < own.last; ++i) {
      const std::uint64_t expected =
          value_of(expression_of(call), [&](int rank) { return input_of(rank, number, i); });
      EXPECT_EQ(got.get(i - own.first), expected)
          << "call " << number << ", " << call.form->name << ", " << call.count
          << " elements, root " << call.root << ", shares " << static_cast<int>(call.shares)
          << ", rank " << rank_ << ", position " << i;
    }
  }
  for (std::int64_t i = in_place ? own.size() : 0; i < call.count; ++i)
    EXPECT_EQ(input.get(i), input_of(rank_, number, i)) << "an input was written";
  return status;
}

exec::Status Caller::in_halves(const Call& call, const node::Vectors& vectors,
                               const node::Elements& elements, std::size_t number) {
  team_.group(rank_).prepare_lanes(call.lanes);
  const exec::Status status = team_.group(rank_).scatter(vectors, elements, call.lanes);
  const node::Range own = node::slice_of_lane(call.count, rank_, call.lanes);
  for (std::int64_t i = own.first; i < own.last && status == exec::success; ++i) {
    std::uint64_t value = 0;
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a lane has a result buffer
    std::memcpy(&value, static_cast<std::byte*>(vectors.result) + i * call.form->extent,
                sizeof value);
    EXPECT_EQ(value,
              value_of(expression_of(call), [&](int rank) { return input_of(rank, number, i); }))
        << "of " << call.lanes << " lanes, rank " << rank_ << ", position " << i;
  }
  node::Vectors reduced = vectors;
  reduced.so_far = status;
  return team_.group(rank_).gather(reduced, elements, call.lanes, call.root);
}

std::vector<Call> random_calls(unsigned seed, int ranks, std::size_t number) {
  std::mt19937 random(seed);
  const std::vector<const Form*> forms{&side_by_side, &with_gaps, &packed};
  std::vector<Call> calls(number);
  for (Call& call : calls) {
    call.count = counts[random() % counts.size()];
    call.root = random() % 2 == 0 ? node::everyone
                                  : static_cast<int>(random() % static_cast<unsigned>(ranks));
    call.in_place = random() % 3 == 0;
    call.form = forms[random() % forms.size()];
    call.order =
        random() % 4 == 0 ? schedule::OperandOrder::rank_order : schedule::OperandOrder::any;
    call.way = all_ways[random() % all_ways.size()];
    if (random() % 4 == 0)
      call.shares = all_share_lengths[random() % all_share_lengths.size()];
    else if (random() % 2 == 0)
      call.lanes = 1 + static_cast<int>(random() % static_cast<unsigned>(ranks));
  }
  return calls;
}

std::vector<int> all_of(int ranks) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

void dawdle(std::mt19937& random) {
  if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
}

}  // namespace allfold::testing
