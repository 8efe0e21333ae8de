/// The executor runs every kernel over a network that uses every freedom that a real one has,
/// without MPI.
#include "exec/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/kernel.hpp"
#include "algorithms/registry.hpp"
#include "program/compile.hpp"
#include "program/link.hpp"
#include "ranks_as_threads.hpp"
#include "schedule/author.hpp"

namespace allfold::exec {
namespace {

using testing::backwards;
using testing::Case;
using testing::Map;
using testing::MapArithmetic;
using testing::no_memory;
using testing::plain;
using testing::with_gaps;

void expect_success(const Case& c) {
  for (const Status status : testing::run(c)) EXPECT_EQ(status, success);
}

/// Calls visit(task) for every kernel and collective, and for some roots and parameters.
template <class Visit>
void for_each_task(int ranks, Visit visit) {
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    for (const schedule::Collective collective : schedule::all_collectives) {
      if (!kernel.serves(collective)) continue;
      std::vector<int> roots{0};
      if (collective == schedule::Collective::reduce && ranks > 1)
        roots = {0, 1, ranks / 2, ranks - 1};
      const algorithms::Task any{.collective = collective, .ranks = ranks};
      for (const algorithms::Parameters& parameters :
           algorithms::all_parameters(kernel, any, algorithms::Variants::telling))
        for (const int root : roots)
          visit(kernel, algorithms::Task{.collective = collective,
                                         .ranks = ranks,
                                         .root = root,
                                         .parameters = parameters});
    }
}

class EveryKernelOn : public ::testing::TestWithParam<int> {};

TEST_P(EveryKernelOn, gives_the_reduction_of_all_inputs) {
  const int ranks = GetParam();
  for_each_task(ranks, [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
    for (const program::Binding binding : {program::Binding::separate, program::Binding::in_place})
      for (const std::int64_t elements : {0, 1, ranks - 1, ranks + 1, 61})
        expect_success({.kernel = &kernel, .task = task, .elements = elements, .binding = binding});
  });
}

TEST_P(EveryKernelOn, does_so_round_by_round_too) {
  const int ranks = GetParam();
  for_each_task(ranks, [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
    for (const program::Binding binding : {program::Binding::separate, program::Binding::in_place})
      for (const std::int64_t elements : {1, ranks - 1, 23})
        expect_success({.kernel = &kernel,
                        .task = task,
                        .elements = elements,
                        .binding = binding,
                        .short_message = INT64_MAX});
  });
}

TEST_P(EveryKernelOn, does_so_in_segments_too) {
  for (const program::Segmentation& segmentation :
       {program::Segmentation{.log2_segments = 2, .places = 1},
        program::Segmentation{.log2_segments = 5, .places = 2},
        program::Segmentation{.log2_segments = 3, .places = 1, .pace = schedule::Pace::as_ready}})
    for_each_task(GetParam(), [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
      for (const program::Binding binding :
           {program::Binding::separate, program::Binding::in_place})
        for (const Layout& layout : {plain, backwards})
          expect_success({.kernel = &kernel,
                          .task = task,
                          .elements = 97,
                          .binding = binding,
                          .layout = layout,
                          .segmentation = segmentation});
    });
}

TEST_P(EveryKernelOn, keeps_to_the_layout_of_elements) {
  for (const Layout& layout : {with_gaps, backwards})
    for_each_task(GetParam(), [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
      expect_success({.kernel = &kernel, .task = task, .elements = 19, .layout = layout});
    });
}

// Elements that lie in each other's gaps, and no more of them than there are gaps: a segment that
// waits for its turn must not be stored over other elements.
TEST_P(EveryKernelOn, keeps_segments_of_interleaved_elements_apart) {
  constexpr program::Segmentation segmentation{
      .log2_segments = 2, .places = 4, .pace = schedule::Pace::as_ready};
  for_each_task(GetParam(), [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
    // Interleaved elements belong to the user's buffers, and are not stored contiguously.
    if (algorithms::takes_rows(kernel, task)) return;
    for (const std::int64_t elements : {2, 3, 6, 7, 10, 14})
      expect_success({.kernel = &kernel,
                      .task = task,
                      .elements = elements,
                      .layout = testing::interleaved(elements),
                      .segmentation = segmentation});
  });
}

// A local failure must neither block the other ranks nor give any rank a wrong result.
TEST_P(EveryKernelOn, comes_to_its_end_on_all_ranks_when_one_fails) {
  const int ranks = GetParam();
  if (ranks == 1) GTEST_SKIP() << "one rank waits for nobody";
  for_each_task(ranks, [&](const algorithms::Kernel& kernel, const algorithms::Task& task) {
    for (const auto failure : {Case::Failure::arithmetic, Case::Failure::memory})
      for (const auto& [short_message, segmentation] :
           {std::pair{std::int64_t{0}, program::Segmentation{}},
            {INT64_MAX, program::Segmentation{}},
            {std::int64_t{0}, program::Segmentation{.log2_segments = 3, .places = 2}}}) {
        const auto statuses = testing::run({.kernel = &kernel,
                                            .task = task,
                                            .elements = 37,
                                            .short_message = short_message,
                                            .segmentation = segmentation,
                                            .failing_rank = ranks / 2,
                                            .failure = failure});
        // A rank without memory sends nothing, so no rank can have a result. (A rank whose
        // reductions fail may have sent everything that the others need; the check above ensures
        // that no wrong result passes.)
        if (statuses[static_cast<std::size_t>(ranks / 2)] != no_memory) continue;
        for (int rank = 0; rank < ranks; ++rank)
          if (schedule::gets_result(task.collective, task.root, rank)) {
            EXPECT_NE(statuses[static_cast<std::size_t>(rank)], success) << "rank " << rank;
          }
      }
  });
}

INSTANTIATE_TEST_SUITE_P(ranks, EveryKernelOn, ::testing::Values(1, 2, 3, 4, 5, 7, 8, 12, 13),
                         [](const auto& ranks) { return std::to_string(ranks.param) + "_ranks"; });

/// Completes sends immediately, as MPI does with short ones. Receives complete only after all sends
/// have started.
class EagerTransport final : public Transport {
 public:
  explicit EagerTransport(int sends) : still_to_send_(sends) {}

  void start_receive(int slot, int /*peer*/, void* /*into*/, std::int64_t /*elements*/) override {
    receives_.push_back({.slot = slot, .status = success});
  }
  void start_send(int slot, int peer, const void* /*from*/, std::int64_t /*elements*/) override {
    sends_.push_back({.slot = slot, .status = success});
    to_.push_back(peer);
    --still_to_send_;
  }
  Status exchange(const Incoming& /*receive*/, const Outgoing& /*send*/) override {
    ADD_FAILURE() << "one exchange after the other";
    return success;
  }
  std::span<const Completion> completed(Patience /*patience*/) override {
    EXPECT_TRUE(!sends_.empty() || still_to_send_ == 0) << "a send waits for a message to arrive";
    reported_ = std::exchange(sends_.empty() ? receives_ : sends_, {});
    return reported_;
  }
  [[nodiscard]] const std::vector<int>& to() const { return to_; }

 private:
  int still_to_send_;
  std::vector<Completion> sends_, receives_;  // in flight
  std::vector<Completion> reported_;
  std::vector<int> to_;
};

struct Vectors {
  std::int64_t elements;
  std::int64_t short_message;  ///< as Prepared expects it
};

/// Runs the program of one rank, over a transport that needs no other ranks.
void expect_one_rank_to_run(const program::Program& program, const Vectors& vectors,
                            Transport& transport) {
  std::vector<Map> input(static_cast<std::size_t>(vectors.elements));
  std::vector<Map> result(input.size());
  MapArithmetic arithmetic(schedule::OperandOrder::rank_order, plain);
  Workspace workspace;
  Queues queues;
  const Prepared prepared(program,
                          {.elements = vectors.elements,
                           .layout = plain,
                           .wanted = {.first = 0, .last = program.blocks}},
                          vectors.short_message);
  EXPECT_EQ(execute(prepared, input.data(), result.data(),
                    {.transport = transport,
                     .arithmetic = arithmetic,
                     .workspace = workspace,
                     .queues = queues,
                     .no_memory = no_memory}),
            success);
}

TEST(Direct, sends_all_before_it_waits_for_any) {
  for (const int ranks : {3, 9, 13, 16, 40}) {
    const algorithms::Task task{.ranks = ranks, .rank = 2};
    const program::Program program = program::compile(
        algorithms::find_kernel("direct")->generate(task), program::Binding::separate, {});
    EagerTransport transport(ranks - 1);
    expect_one_rank_to_run(program, {.elements = 1, .short_message = 1 << 16}, transport);
    std::vector<int> expected;
    for (int i = 1; i < ranks; ++i) expected.push_back((2 + i) % ranks);
    EXPECT_EQ(transport.to(), expected) << "those after it first";
  }
}

/// When asked for a completion, completes the message that was started first.
class OneByOne final : public Transport {
 public:
  void start_receive(int slot, int /*peer*/, void* /*into*/, std::int64_t /*elements*/) override {
    start(slot);
  }
  void start_send(int slot, int peer, const void* /*from*/, std::int64_t /*elements*/) override {
    to_.push_back(peer);
    start(slot);
  }
  Status exchange(const Incoming& /*receive*/, const Outgoing& /*send*/) override {
    ADD_FAILURE() << "one exchange after the other";
    return success;
  }
  std::span<const Completion> completed(Patience /*patience*/) override {
    reported_ = in_flight_.front();
    in_flight_.erase(in_flight_.begin());
    return {&reported_, 1};
  }
  [[nodiscard]] std::size_t most_in_flight() const { return most_in_flight_; }
  [[nodiscard]] const std::vector<int>& to() const { return to_; }

 private:
  void start(int slot) {
    in_flight_.push_back({.slot = slot, .status = success});
    most_in_flight_ = std::max(most_in_flight_, in_flight_.size());
  }

  std::vector<Completion> in_flight_;
  std::vector<int> to_;
  std::size_t most_in_flight_ = 0;
  Completion reported_ = {};
};

/// Rank 0 runs these rounds over OneByOne.
OneByOne run_one_by_one(schedule::Author author, schedule::Pace pace) {
  const program::Program program =
      program::link(std::move(author).finish(), program::Binding::separate, pace);
  OneByOne transport;
  expect_one_rank_to_run(program, {.elements = 8, .short_message = 0}, transport);
  return transport;
}

TEST(Pace, bounds_the_messages_of_other_rounds_that_share_a_link) {
  schedule::Author sends(9, 0, 8);
  schedule::Author receives(9, 0, 8);
  for (int peer = 1; peer < 9; ++peer) {
    const schedule::Blocks block{.first = peer - 1, .last = peer};
    sends.next_round();
    sends.send(peer, schedule::Memory::input, block);
    receives.next_round();
    receives.receive(peer, schedule::Memory::result, block);
  }
  const std::vector<int> in_order{1, 2, 3, 4, 5, 6, 7, 8};
  for (const auto& [pace, most] :
       {std::pair{schedule::Pace::in_step, 2U}, {schedule::Pace::as_ready, 8U}}) {
    const OneByOne sender = run_one_by_one(sends, pace);
    EXPECT_EQ(sender.most_in_flight(), most);
    EXPECT_EQ(sender.to(), in_order);
    EXPECT_EQ(run_one_by_one(receives, pace).most_in_flight(), most);
  }
}

// Receives do not wait for sends, nor do the messages of one round wait for each other.
TEST(Pace, lets_both_ways_of_a_round_go_together) {
  schedule::Author author(5, 0, 8);
  for (int peer = 1; peer < 5; ++peer) {
    author.send(peer, schedule::Memory::input, {.first = 0, .last = 4});
    author.receive(peer, schedule::Memory::result, {.first = peer - 1, .last = peer});
  }
  EXPECT_EQ(run_one_by_one(author, schedule::Pace::in_step).most_in_flight(), 8U);
}

}  // namespace
}  // namespace allfold::exec
