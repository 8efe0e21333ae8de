#include "node/group.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <numeric>
#include <random>
#include <thread>

#include "node/team_of_threads.hpp"

namespace allfold::testing {
namespace {

using node::everyone;

/// How elements lie in the vectors of a rank.
struct Form {
  std::string name;
  std::int64_t extent;
  bool is_packed;
};
const Form side_by_side{.name = "side by side", .extent = 8, .is_packed = false};
const Form with_gaps{.name = "with gaps", .extent = 24, .is_packed = false};
const Form packed{.name = "packed", .extent = 24, .is_packed = true};

struct Call {
  std::int64_t count = 1;
  int root = everyone;
  bool in_place = false;
  const Form* form = &side_by_side;
  int lanes = 0;  ///< in two halves, by so many lanes; 0: in one
};

std::uint64_t input_of(int rank, std::size_t call, std::int64_t position) {
  return combined(static_cast<std::uint64_t>(rank) * 1000 + call,
                  static_cast<std::uint64_t>(position));
}

constexpr std::byte untouched{0xa5};

/// A rank's vector, with a value at each position and bytes between them that stay as they are.
class Vector {
 public:
  Vector(std::int64_t count, std::int64_t extent)
      : extent_(extent), bytes_(static_cast<std::size_t>(count * extent), untouched) {}
  void* data() { return bytes_.data(); }
  void set(std::int64_t position, std::uint64_t value) {
    std::memcpy(&bytes_[static_cast<std::size_t>(position * extent_)], &value, sizeof value);
  }
  [[nodiscard]] std::uint64_t get(std::int64_t position) const {
    std::uint64_t value = 0;
    std::memcpy(&value, &bytes_[static_cast<std::size_t>(position * extent_)], sizeof value);
    return value;
  }
  [[nodiscard]] bool has_its_gaps() const {
    for (std::size_t i = 0; i < bytes_.size(); ++i)
      if (i % static_cast<std::size_t>(extent_) >= 8 && bytes_[i] != untouched) return false;
    return true;
  }
  [[nodiscard]] bool is_untouched() const {
    return std::all_of(bytes_.begin(), bytes_.end(), [](std::byte b) { return b == untouched; });
  }

 private:
  std::int64_t extent_;
  std::vector<std::byte> bytes_;
};

/// One rank's calls on a team, each checked.
class Caller {
 public:
  Caller(TeamOfThreads& team, int rank, const std::string& expression)
      : team_(team), rank_(rank), expression_(expression) {}

  Status run(const Call& call, std::size_t number, Status failure = success) {
    const auto& [name, extent, is_packed] = *call.form;
    Vector input(call.count, extent);
    Vector result(call.count, extent);
    for (std::int64_t i = 0; i < call.count; ++i) input.set(i, input_of(rank_, number, i));
    const bool gets_result = call.root == everyone || call.root == rank_;
    const bool in_place = call.in_place && gets_result;
    Combining combining(extent);
    combining.failure = failure;
    WithoutGaps packing(extent);
    const node::Elements elements{.arithmetic = combining,
                                  .packing = is_packed ? &packing : nullptr,
                                  .workspace = workspace_,
                                  .layout = {.extent = extent,
                                             .true_lower_bound = 0,
                                             .true_extent = 8,
                                             .is_contiguous = extent == 8},
                                  .stride = is_packed ? 8 : extent,
                                  .risk = node::Elements::Risk::may_fail,
                                  .no_memory = 55,
                                  .others_failed = 66};
    const bool writes = gets_result || rank_ < call.lanes;
    const node::Vectors vectors{.input = input.data(),
                                .result = in_place ? input.data()
                                          : writes ? result.data()
                                                   : nullptr,
                                .count = call.count};
    const Status status = call.lanes > 0 ? in_halves(call, vectors, elements, number)
                          : call.root == everyone
                              ? team_.group(rank_).allreduce(vectors, elements)
                              : team_.group(rank_).reduce(vectors, elements, call.root);
    if (status != success) return status;
    check(call, number, in_place ? input : result, gets_result);
    if (!in_place) check_input(call, number, input);
    return status;
  }

 private:
  Status in_halves(const Call& call, const node::Vectors& vectors, const node::Elements& elements,
                   std::size_t number) {
    const Status status = team_.group(rank_).scatter(vectors, elements, call.lanes);
    const node::Range own = node::part_of_lane(call.count, rank_, call.lanes);
    for (std::int64_t i = own.first; i < own.last && status == success; ++i) {
      std::uint64_t value = 0;
      std::memcpy(&value, static_cast<std::byte*>(vectors.result) + i * call.form->extent,
                  sizeof value);
      EXPECT_EQ(value, value_of(expression_, [&](int rank) { return input_of(rank, number, i); }))
          << "of " << call.lanes << " lanes, rank " << rank_ << ", position " << i;
    }
    node::Vectors reduced = vectors;
    reduced.so_far = status;
    return team_.group(rank_).gather(reduced, elements, call.lanes, call.root);
  }
  void check(const Call& call, std::size_t number, const Vector& result, bool gets_result) const {
    if (!gets_result) return;
    EXPECT_TRUE(result.has_its_gaps());
    for (std::int64_t i = 0; i < call.count; ++i) {
      const std::uint64_t expected =
          value_of(expression_, [&](int rank) { return input_of(rank, number, i); });
      ASSERT_EQ(result.get(i), expected)
          << "call " << number << ", " << call.form->name << ", " << call.count
          << " elements, root " << call.root << ", rank " << rank_ << ", position " << i;
    }
  }
  void check_input(const Call& call, std::size_t number, const Vector& input) const {
    for (std::int64_t i = 0; i < call.count; ++i)
      ASSERT_EQ(input.get(i), input_of(rank_, number, i)) << "an input was written";
  }

  TeamOfThreads& team_;
  int rank_;
  std::string expression_;
  Workspace workspace_;
};

// Every way that vectors can take, in a few elements.
constexpr node::Lengths short_lengths{.most_short_bytes = 512, .piece_bytes = 1024};
const std::vector<std::int64_t> counts{0,  1,  2,  5,   6,   7,   56,  57,
                                       63, 64, 65, 127, 128, 129, 383, 1000};

/// The same calls on all ranks, in the same order.
std::vector<Call> random_calls(unsigned seed, int ranks, std::size_t number) {
  std::mt19937 random(seed);
  const std::vector<const Form*> forms{&side_by_side, &with_gaps, &packed};
  std::vector<Call> calls(number);
  for (Call& call : calls) {
    call.count = counts[random() % counts.size()];
    call.root =
        random() % 2 == 0 ? everyone : static_cast<int>(random() % static_cast<unsigned>(ranks));
    call.in_place = random() % 3 == 0;
    call.form = forms[random() % forms.size()];
    if (random() % 2 == 0)
      call.lanes = 1 + static_cast<int>(random() % static_cast<unsigned>(ranks));
  }
  return calls;
}

std::vector<int> all_of(int ranks) {
  std::vector<int> all(static_cast<std::size_t>(ranks));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

/// Now and then a rank lets the others run ahead.
void dawdle(std::mt19937& random) {
  if (random() % 8 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % 200));
}

struct Setting {
  int ranks;
  node::Topology topology = {};
};

class OnRanks : public ::testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] static int ranks() { return GetParam().ranks; }
  [[nodiscard]] static TeamOfThreads team(SharedMemory& memory,
                                          const node::Lengths& lengths = short_lengths) {
    return {memory, all_of(ranks()), lengths, GetParam().topology};
  }
};

/// "9", or "9_in_2_4": of clusters with 2 leaves, which in turn are in clusters with 4.
std::string name_of(const ::testing::TestParamInfo<Setting>& info) {
  const auto& [ranks, topology] = info.param;
  std::string name = std::to_string(ranks);
  if (ranks <= topology.most_in_one_cluster) return name;
  name += "_in";
  for (const int leaves : topology.leaves_of_cluster) name += '_' + std::to_string(leaves);
  return name;
}

constexpr node::Topology in_caches = {};
constexpr node::Topology in_pairs_of_pairs{.most_in_one_cluster = 2, .leaves_of_cluster = {2, 4}};
constexpr node::Topology in_fours_of_pairs{.most_in_one_cluster = 2, .leaves_of_cluster = {2, 8}};

INSTANTIATE_TEST_SUITE_P(
    Group, OnRanks,
    ::testing::Values(Setting{2}, Setting{3}, Setting{4}, Setting{5}, Setting{7}, Setting{8},
                      Setting{9, in_caches}, Setting{12, in_caches}, Setting{13, in_caches},
                      Setting{17, in_caches}, Setting{4, in_pairs_of_pairs},
                      Setting{8, in_pairs_of_pairs}, Setting{9, in_pairs_of_pairs},
                      Setting{13, in_pairs_of_pairs}, Setting{17, in_pairs_of_pairs},
                      Setting{21, in_fours_of_pairs}),
    name_of);

TEST_P(OnRanks, EvaluateWhatIsProvedForEverySizeRootAndForm) {
  const std::string expression = proved_expression(ranks());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (const std::int64_t count : counts)
    for (const Form* form : {&side_by_side, &with_gaps, &packed})
      for (int root = everyone; root < ranks(); root = root == everyone ? 0 : root + 1)
        calls.push_back({.count = count, .root = root, .in_place = root % 2 == 0, .form = form});
  on_all_ranks(ranks(), [&](int rank) {
    Caller caller(all, rank, expression);
    for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(caller.run(calls[i], i), success);
  });
}

TEST_P(OnRanks, DoTheSameInTwoHalves) {
  const std::string expression = proved_expression(ranks());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  std::vector<Call> calls;
  for (const std::int64_t count : counts)
    for (const Form* form : {&side_by_side, &with_gaps, &packed})
      for (const int lanes : {1, 2, ranks() - 1, ranks()})
        for (const int root : {everyone, 0, ranks() - 1})
          calls.push_back({.count = count,
                           .root = root,
                           .in_place = lanes % 2 == 0,
                           .form = form,
                           .lanes = lanes});
  on_all_ranks(ranks(), [&](int rank) {
    Caller caller(all, rank, expression);
    for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(caller.run(calls[i], i), success);
  });
}

TEST_P(OnRanks, PassFailuresOnFromHalfToHalf) {
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::string expression = proved_expression(ranks());
  on_all_ranks(ranks(), [&](int rank) {
    Caller caller(all, rank, expression);
    std::size_t number = 0;
    for (const std::int64_t count : {std::int64_t{60}, std::int64_t{2000}}) {
      const Call call{.count = count, .lanes = ranks()};
      EXPECT_NE(caller.run(call, number++, rank == ranks() - 1 ? 44 : success), success) << count;
      EXPECT_EQ(caller.run(call, number++), success) << "the call after";
    }
  });
}

TEST_P(OnRanks, MayRunAheadFromCallToCall) {
  const std::string expression = proved_expression(ranks());
  SharedMemory memory(ranks());
  TeamOfThreads all = team(memory);
  const std::vector<Call> calls = random_calls(7, ranks(), 600);
  on_all_ranks(ranks(), [&](int rank) {
    Caller caller(all, rank, expression);
    std::mt19937 random(static_cast<unsigned>(rank));
    for (std::size_t i = 0; i < calls.size(); ++i) {
      dawdle(random);
      EXPECT_EQ(caller.run(calls[i], i), success);
    }
  });
}

// Groups share their processes' staging areas, in which others may still read.
TEST_P(OnRanks, TakeStagingAreasOverFromOtherGroups) {
  SharedMemory memory(ranks());
  std::vector<int> backwards = all_of(ranks());
  std::reverse(backwards.begin(), backwards.end());
  TeamOfThreads all = team(memory);
  TeamOfThreads reversed(memory, backwards, short_lengths, GetParam().topology);
  const std::string expression = proved_expression(ranks());
  const std::vector<Call> calls = random_calls(11, ranks(), 300);
  on_all_ranks(ranks(), [&](int rank) {
    Caller in_all(all, rank, expression);
    Caller in_reversed(reversed, ranks() - 1 - rank, expression);
    std::mt19937 random(static_cast<unsigned>(rank));
    for (std::size_t i = 0; i < calls.size(); ++i) {
      dawdle(random);
      Caller& caller = i % 3 == 0 ? in_reversed : in_all;
      EXPECT_EQ(caller.run(calls[i], i), success);
    }
  });
}

// Threads of a rank with a few groups each, in which others may still read when a thread goes on.
TEST_P(OnRanks, NeedAnAreaForEachThreadInACall) {
  constexpr int threads = 3;
  constexpr std::size_t groups_of_thread = 3;
  SharedMemory memory(ranks());
  {
    std::vector<TeamOfThreads> groups;
    for (std::size_t i = 0; i < threads * groups_of_thread; ++i) groups.push_back(team(memory));
    const std::string expression = proved_expression(ranks());
    const std::vector<Call> calls = random_calls(12, ranks(), 60);
    on_all_ranks(ranks() * threads, [&](int number) {
      const int rank = number / threads;
      const auto thread = static_cast<std::size_t>(number % threads);
      std::vector<std::unique_ptr<Caller>> callers;
      for (std::size_t i = 0; i < groups_of_thread; ++i)
        callers.push_back(
            std::make_unique<Caller>(groups[thread * groups_of_thread + i], rank, expression));
      std::mt19937 random(static_cast<unsigned>(number));
      for (std::size_t i = 0; i < calls.size(); ++i) {
        dawdle(random);
        EXPECT_EQ(callers[(i * 7) % groups_of_thread]->run(calls[i], i), success);
      }
    });
    for (int rank = 0; rank < ranks(); ++rank)
      EXPECT_LE(memory.rank(rank).areas(), static_cast<std::size_t>(threads)) << rank;
  }
  for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).stagings.trim();
  for (int rank = 0; rank < ranks(); ++rank)
    EXPECT_LE(memory.rank(rank).areas(), 1U) << "of groups that are gone";
}

// Another thread holds the only area of a rank, and there is no memory for one more; or there is,
// and others cannot map it.
TEST_P(OnRanks, FailOnAllThatNeedAnAreaThatIsNotThere) {
  if (ranks() == 1) GTEST_SKIP() << "one rank needs nobody's";
  for (const bool can_be_made : {false, true}) {
    SharedMemory memory(ranks());
    TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
    SharedMemory::Rank& rank_0 = memory.rank(0);
    const auto call_all = [&](std::size_t number, const std::function<void(int, Status)>& check) {
      on_all_ranks(ranks(), [&](int rank) {
        Caller caller(all, rank, proved_expression(ranks()));
        check(rank, caller.run({.count = 2000}, number));
      });
    };
    const auto succeeds = [](int rank, Status status) { EXPECT_EQ(status, success) << rank; };
    if (!can_be_made) rank_0.most_areas = 1;
    for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).finds_others = !can_be_made;
    const std::shared_ptr<node::Staging> held = rank_0.stagings.take(nullptr).staging;
    call_all(0, [](int rank, Status status) { EXPECT_NE(status, success) << rank; });
    for (int rank = 0; rank < ranks(); ++rank) memory.rank(rank).finds_others = true;
    held->give_back();
    call_all(1, succeeds);
    call_all(2, succeeds);
  }
}

TEST_P(OnRanks, PassFailuresOnToAllThatGetAResult) {
  SharedMemory memory(ranks());
  // Pieces in which every rank has a slice.
  TeamOfThreads all = team(memory, {.most_short_bytes = 512, .piece_bytes = 4096});
  const std::string expression = proved_expression(ranks());
  on_all_ranks(ranks(), [&](int rank) {
    Caller caller(all, rank, expression);
    std::size_t number = 0;
    for (const std::int64_t count : {std::int64_t{60}, std::int64_t{2000}})
      for (const int failing : {0, ranks() - 1}) {
        // Each rank reduces a slice of 2000 elements, all reduce all of 60.
        const bool all_need_it = count == 2000;
        const Status status =
            caller.run({.count = count}, number++, rank == failing ? 44 : success);
        // Of short vectors in clusters, only leaders reduce any.
        const bool reduces =
            all_need_it || ranks() <= GetParam().topology.most_in_one_cluster || failing == 0;
        if (rank == failing) {
          EXPECT_EQ(status, reduces ? 44 : success);
        } else if (all_need_it) {
          EXPECT_EQ(status, 66) << count;
        }
        EXPECT_EQ(caller.run({.count = count}, number++), success) << "the call after";
      }
  });
}

TEST(Group, KeepsElementsOfManySizesInTheirPlaces) {
  // Slices are cut between cache lines, which such elements do not fill.
  const Form odd{.name = "odd", .extent = 4090, .is_packed = false};
  const Form large{.name = "large", .extent = 4096, .is_packed = false};
  const Form twelve{.name = "twelve", .extent = 12, .is_packed = false};
  for (const int ranks : {2, 3, 9}) {
    SharedMemory memory(ranks);
    TeamOfThreads team(memory, all_of(ranks), {.most_short_bytes = 4096, .piece_bytes = 262144});
    const std::string expression = proved_expression(ranks);
    on_all_ranks(ranks, [&](int rank) {
      Caller caller(team, rank, expression);
      std::size_t number = 0;
      for (const Form* form : {&odd, &large, &twelve})
        for (const std::int64_t count : {1, 2, 3, 64, 65, 200})
          EXPECT_EQ(caller.run({.count = count, .form = form}, number++), success);
    });
  }
}

}  // namespace
}  // namespace allfold::testing
