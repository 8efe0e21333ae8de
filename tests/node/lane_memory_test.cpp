// Memory of the halves of calls by levels that a slow rank still reads.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

/// Adds numbers. One copy or reduction may take long.
class AddingNumbers final : public exec::Arithmetic {
 public:
  /// Which of the next operations is slow: 1 is the next one; 0: none.
  int slow_copy = 0;
  int slow_reduction = 0;

  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override {
    dawdle_at(slow_reduction);
    for (std::int64_t i = 0; i < elements; ++i) store(into, i, at(left, i) + at(right, i));
    return exec::success;
  }
  exec::Status copy(void* into, const void* from, std::int64_t elements) override {
    dawdle_at(slow_copy);
    for (std::int64_t i = 0; i < elements; ++i) store(into, i, at(from, i));
    return exec::success;
  }

 private:
  static void dawdle_at(int& operation) {
    if (operation > 0 && --operation == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  static std::uint64_t at(const void* vector, std::int64_t i) {
    std::uint64_t value = 0;
    std::memcpy(&value, static_cast<const std::byte*>(vector) + i * 8, sizeof value);
    return value;
  }
  static void store(void* vector, std::int64_t i, std::uint64_t value) {
    std::memcpy(static_cast<std::byte*>(vector) + i * 8, &value, sizeof value);
  }
};

/// A call in halves in which one rank is slow: in one of its copies while it gathers, or in one of
/// its reductions while it scatters. Operations are counted from 1; 0: none.
struct CallInHalves {
  int lanes;  ///< 0: a Reduce that is not divided
  int root = node::everyone;
  int slow_rank = 0;
  int slow_copy = 0;
  int slow_reduction = 0;
  /// By default more than three cycles, so that all memory is used again within the call.
  std::int64_t count = 1500;
};

constexpr int ranks_of_node = 8;

/// Each position of each call has another value.
std::uint64_t value_at(int rank, std::size_t call, std::int64_t position) {
  return static_cast<std::uint64_t>(rank) + 1000 * call +
         1'000'000 * static_cast<std::uint64_t>(position);
}

void make_halves(node::Group& group, const CallInHalves& call, std::size_t number) {
  const int rank = group.team().rank();
  std::vector<std::uint64_t> input(call.count);
  std::vector<std::uint64_t> result(call.count);
  std::vector<std::uint64_t> expected(call.count);
  for (std::int64_t i = 0; i < call.count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    input[at] = value_at(rank, number, i);
    for (int each = 0; each < ranks_of_node; ++each) expected[at] += value_at(each, number, i);
  }
  AddingNumbers adding;
  exec::Workspace workspace;
  const node::Elements elements{
      .arithmetic = adding,
      .workspace = workspace,
      .layout = {.extent = 8, .true_lower_bound = 0, .true_extent = 8, .is_contiguous = true},
      .stride = 8,
      .risk = node::Elements::Risk::may_fail,
      .order = schedule::OperandOrder::any,
      .mismatched = mismatched,
      .asked = node::signature_of({.count = call.count, .element_bytes = 8, .root = call.root})};
  if (call.lanes > 0) group.prepare_lanes(call.lanes);
  const bool is_slow = call.slow_rank == rank;
  if (is_slow) adding.slow_reduction = call.slow_reduction;
  const node::Vectors vectors{.input = input.data(), .result = result.data(), .count = call.count};
  if (call.lanes == 0) {
    EXPECT_EQ(group.reduce(vectors, elements, call.root), exec::success);
  } else {
    EXPECT_EQ(group.scatter(vectors, elements, call.lanes), exec::success);
    const node::Range own = node::slice_of_lane(call.count, rank, call.lanes);
    for (auto i = static_cast<std::size_t>(own.first); i < static_cast<std::size_t>(own.last); ++i)
      EXPECT_EQ(result[i], expected[i]) << "call " << number << ", lane " << rank;
    if (is_slow) adding.slow_copy = call.slow_copy;
    EXPECT_EQ(group.gather(vectors, elements, call.lanes, call.root), exec::success);
  }
  if (call.root == node::everyone || call.root == rank) {
    EXPECT_EQ(result, expected) << "call " << number << ", rank " << rank;
  }
}

void make_halves_on_all(const std::vector<CallInHalves>& calls,
                        const node::Lengths& lengths = short_lengths) {
  const Setting setting{ranks_of_node, in_pairs_of_pairs, one_thread};
  SharedMemory memory(ranks_of_node);
  TeamOfThreads all(memory, all_of(ranks_of_node), lengths, hierarchy_of(setting), {}, {},
                    one_thread);
  on_all_ranks(ranks_of_node, [&](int rank) {
    for (std::size_t i = 0; i < calls.size(); ++i) make_halves(all.group(rank), calls[i], i);
  });
}

TEST(LaneMemory, IsKeptWhileASlowRankReduces) {
  std::vector<CallInHalves> calls;
  for (const int rank : {0, 1, 3})
    for (const int slow : {1, 2, 3, 4})
      calls.push_back({.lanes = 4, .slow_rank = rank, .slow_reduction = slow});
  make_halves_on_all(calls);
}

TEST(LaneMemory, IsKeptWhileASlowRankTakesResults) {
  std::vector<CallInHalves> calls;
  for (const int root : {node::everyone, 6})
    for (const int rank : {1, 6})
      for (const int slow : {1, 2, 3})
        calls.push_back({.lanes = 2, .root = root, .slow_rank = rank, .slow_copy = slow});
  make_halves_on_all(calls);
}

// Rank 2 reads what rank 6 has left in the Reduce. These two exchange nothing in the scatter, in
// which the memory of the Reduce is used again from the second cycle on.
TEST(LaneMemory, IsKeptAfterACallAmongOtherPartners) {
  constexpr int times = 5;
  std::vector<CallInHalves> calls;
  for (int i = 0; i < times; ++i) {
    calls.push_back({.lanes = 0, .root = 3, .slow_rank = 2, .slow_reduction = 3, .count = 512});
    calls.push_back({.lanes = 2});
  }
  make_halves_on_all(calls, {.most_short_bytes = 512, .piece_bytes = 4096});
}

}  // namespace
}  // namespace allfold::testing
