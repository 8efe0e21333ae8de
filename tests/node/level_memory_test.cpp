// Memory of calls by levels that a slow rank still reads, or that just fits.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

#include "node/on_ranks.hpp"

namespace allfold::testing {
namespace {

/// Adds bytes. The first reduction may take long.
class Adding final : public exec::Arithmetic {
 public:
  Adding(std::int64_t element_bytes, bool is_slow_once)
      : element_bytes_(element_bytes), is_slow_(is_slow_once) {}
  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override {
    if (std::exchange(is_slow_, false)) std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const auto* const a = static_cast<const unsigned char*>(left);
    const auto* const b = static_cast<const unsigned char*>(right);
    std::transform(
        a, a + elements * element_bytes_, b, static_cast<unsigned char*>(into),
        [](unsigned char x, unsigned char y) { return static_cast<unsigned char>(x + y); });
    return exec::success;
  }
  exec::Status copy(void* into, const void* from, std::int64_t elements) override {
    std::memmove(into, from, static_cast<std::size_t>(elements * element_bytes_));
    return exec::success;
  }

 private:
  std::int64_t element_bytes_;
  bool is_slow_;
};

struct Reduction {
  std::int64_t count;
  int root = node::everyone;
  unsigned char value = 1;  ///< of each byte of the inputs
  schedule::OperandOrder order = schedule::OperandOrder::any;
  int operation = 0;
  exec::Status expected = exec::success;
};

/// The reductions of one rank.
class Reducer {
 public:
  enum class First : std::uint8_t { as_others, slow };
  Reducer(node::Group& group, std::int64_t element_bytes, First first)
      : group_(group), bytes_(element_bytes), adding_(element_bytes, first == First::slow) {}

  void reduce(const Reduction& call) {
    const auto bytes = static_cast<std::size_t>(bytes_ * call.count);
    const std::vector<unsigned char> input(bytes, call.value);
    std::vector<unsigned char> result(bytes);
    const node::Elements elements{.arithmetic = adding_,
                                  .workspace = workspace_,
                                  .layout = {.extent = bytes_,
                                             .true_lower_bound = 0,
                                             .true_extent = bytes_,
                                             .is_contiguous = true},
                                  .stride = bytes_,
                                  .risk = node::Elements::Risk::may_fail,
                                  .order = call.order,
                                  .mismatched = mismatched,
                                  .asked = node::signature_of({.count = call.count,
                                                               .element_bytes = bytes_,
                                                               .root = call.root,
                                                               .operation = call.operation})};
    const exec::Status status = group_.reduce(
        {.input = input.data(), .result = result.data(), .count = call.count}, elements, call.root);
    ++calls_;
    const int rank = group_.team().rank();
    const bool gets_result = call.root == node::everyone || call.root == rank;
    if (gets_result || call.expected == exec::success) {
      EXPECT_EQ(status, call.expected) << "call " << calls_ << ", rank " << rank;
    }
    if (gets_result && status == exec::success) {
      const auto sum = static_cast<unsigned char>(group_.team().ranks() * call.value);
      EXPECT_EQ(std::ranges::count(result, sum), result.size())
          << "call " << calls_ << ", rank " << rank;
    }
  }

 private:
  node::Group& group_;
  std::int64_t bytes_;
  Adding adding_;
  exec::Workspace workspace_;
  int calls_ = 0;
};

constexpr node::Callers one_caller = node::Callers::one_thread;

// The root has not read what it needs for the first call, while others are some calls ahead.
TEST(LevelMemory, IsKeptWhileOthersMakeShortReduces) {
  for (const int between : {0, 1, 2, 3, 5}) {
    const Setting setting{4, in_pairs_of_pairs, one_caller};
    SharedMemory memory(4);
    TeamOfThreads all(memory, all_of(4), short_lengths, hierarchy_of(setting), {}, {}, one_caller);
    on_all_ranks(4, [&](int rank) {
      using enum Reducer::First;
      Reducer reducer(all.group(rank), 8, rank == 0 ? slow : as_others);
      reducer.reduce({.count = 100, .root = 0});
      for (int i = 0; i < between; ++i) reducer.reduce({.count = 1, .root = 0, .value = 7});
      reducer.reduce({.count = 100, .root = 0, .value = 50});
    });
  }
}

// A call in slices follows one in which ranks asked for different things.
TEST(LevelMemory, IsKeptAfterATornCall) {
  const node::Hierarchy hierarchy{.ranks = {0, 2, 4, 1, 3, 5}, .levels = {{.starts = {0, 3}}}};
  SharedMemory memory(6);
  TeamOfThreads all(memory, all_of(6), short_lengths, hierarchy, {}, {}, one_caller);
  on_all_ranks(6, [&](int rank) {
    using enum Reducer::First;
    Reducer reducer(all.group(rank), 8, rank == 4 ? slow : as_others);
    reducer.reduce({.count = 100, .root = 4});
    reducer.reduce({.count = 100,
                    .root = 4,
                    .value = 10,
                    .operation = rank == 0 ? 1 : 0,
                    .expected = mismatched});
    reducer.reduce({.count = 1, .root = 4, .value = 7});
    reducer.reduce(
        {.count = 100, .root = 4, .value = 30, .order = schedule::OperandOrder::rank_order});
  });
}

// A part of each level takes at least one unit, which may be as long as an element can be.
TEST(LevelMemory, HasRoomForLargeElementsOnAllLevels) {
  for (const auto& [bytes, count] : {std::pair<std::int64_t, std::int64_t>{4096, 4}, {252, 64}}) {
    const Setting setting{21, in_fours_of_pairs, one_caller};
    SharedMemory memory(21);
    TeamOfThreads all(memory, all_of(21), {}, hierarchy_of(setting), {}, {}, one_caller);
    on_all_ranks(21, [&, bytes = bytes, count = count](int rank) {
      Reducer reducer(all.group(rank), bytes, Reducer::First::as_others);
      reducer.reduce({.count = count, .value = 3});
    });
  }
}

}  // namespace
}  // namespace allfold::testing
