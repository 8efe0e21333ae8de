/// The executor runs every kernel over a network that takes every liberty; no MPI here.
#include "exec/executor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "algorithms/kernel.hpp"
#include "network.hpp"
#include "schedule/compile.hpp"

namespace allfold {
namespace {

using testing::Network;

/// An affine map x -> a*x + b modulo 2^64. Composition is associative and does not commute.
struct Map {
  std::uint64_t a;
  std::uint64_t b;
  friend bool operator==(const Map&, const Map&) = default;
};

Map combined(const Map& left, const Map& right, OperandOrder order) {
  if (order == OperandOrder::any) return {left.a + right.a, left.b + right.b};
  return {left.a * right.a, left.a * right.b + left.b};
}

Map input_of(int rank, std::int64_t element) {
  const auto r = static_cast<std::uint64_t>(rank);
  const auto e = static_cast<std::uint64_t>(element);
  return {2 * (r * 1000003 + e) + 1, r * 7919 + e * 104729};
}

/// A vector of maps at the places of a layout, with guards around and between.
class Vector {
 public:
  Vector(std::int64_t elements, const Layout& layout)
      : layout_(layout), bytes_(*layout.span(elements) + 2 * guard, fill) {
    address_ = bytes_.data() + guard + layout.address_in_span(elements);
  }
  void* address() { return address_; }
  Map get(std::int64_t element) const {
    Map map;
    std::memcpy(&map, place(element), sizeof map);
    return map;
  }
  void set(std::int64_t element, const Map& map) { std::memcpy(place(element), &map, sizeof map); }
  /// Whether nothing but the elements' data was written.
  bool is_intact(std::int64_t elements) {
    for (std::int64_t i = 0; i < elements; ++i) std::fill_n(place(i), sizeof(Map), fill);
    return std::ranges::all_of(bytes_, [](std::byte byte) { return byte == fill; });
  }

 private:
  static constexpr std::size_t guard = 64;
  static constexpr std::byte fill{0x5C};
  std::byte* place(std::int64_t element) const {
    return address_ + element * layout_.extent + layout_.true_lower_bound;
  }
  Layout layout_;
  std::vector<std::byte> bytes_;
  std::byte* address_;
};

class MapArithmetic final : public Arithmetic {
 public:
  MapArithmetic(OperandOrder order, const Layout& layout) : order_(order), layout_(layout) {}

  /// From then on every reduction fails.
  void fail() { status_ = failed; }
  static constexpr Status failed = 55;

  Status reduce(void* into, const void* left, const void* right, std::int64_t elements) override {
    for (std::int64_t i = 0; i < elements; ++i) {
      const Map map = combined(at(left, i), at(right, i), order_);
      std::memcpy(place(into, i), &map, sizeof map);
    }
    return status_;
  }
  Status copy(void* into, const void* from, std::int64_t elements) override {
    testing::copy_elements(into, from, elements, layout_);
    return success;
  }

 private:
  [[nodiscard]] std::byte* place(const void* vector, std::int64_t i) const {
    return static_cast<std::byte*>(const_cast<void*>(vector)) + i * layout_.extent +
           layout_.true_lower_bound;
  }
  [[nodiscard]] Map at(const void* vector, std::int64_t i) const {
    Map map;
    std::memcpy(&map, place(vector, i), sizeof map);
    return map;
  }
  OperandOrder order_;
  Layout layout_;
  Status status_ = success;
};

constexpr Status no_memory = 66;

constexpr Layout plain{.extent = sizeof(Map), .true_lower_bound = 0, .true_extent = sizeof(Map)};
constexpr Layout with_gaps{
    .extent = 40, .true_lower_bound = 8, .true_extent = sizeof(Map), .is_contiguous = false};
constexpr Layout backwards{
    .extent = -24, .true_lower_bound = -4, .true_extent = sizeof(Map), .is_contiguous = false};

struct Case {
  const Kernel* kernel;
  Task task;
  std::int64_t elements = 0;
  Binding binding = Binding::separate;
  Layout layout = plain;
  std::int64_t short_message = 0;
  Segmentation segmentation = {};
  std::optional<int> failing_rank = std::nullopt;
  enum class Failure { arithmetic, memory } failure = Failure::arithmetic;
};

bool gets_result(const Task& task, int rank) {
  return task.collective == Collective::allreduce || rank == task.root;
}

/// Runs one rank and returns its status; what it was given and what it got is checked here.
Status run_rank(const Case& c, int rank, Network& network) {
  Task task = c.task;
  task.rank = rank;
  const bool has_result = gets_result(task, rank);
  const Binding binding = has_result ? c.binding : Binding::separate;
  const Program program = compile(c.kernel->generate(task), binding, c.segmentation);

  Vector input(c.elements, c.layout);
  Vector result(c.elements, c.layout);
  Vector& source = binding == Binding::in_place ? result : input;
  for (std::int64_t i = 0; i < c.elements; ++i) source.set(i, input_of(rank, i));

  Layout layout = c.layout;
  MapArithmetic arithmetic(c.kernel->order, layout);
  if (c.failing_rank == rank) {
    if (c.failure == Case::Failure::arithmetic) arithmetic.fail();
    if (c.failure == Case::Failure::memory) layout.true_extent = INT64_MAX;
  }
  Network::Endpoint endpoint(network, rank, c.layout);
  Workspace workspace;
  Queues queues;
  const Prepared prepared(
      program,
      {.elements = c.elements,
       .layout = layout,
       .result = has_result ? Shape::Result::given : Shape::Result::work_buffer},
      c.short_message);
  const Status status = execute(prepared, source.address(), has_result ? result.address() : nullptr,
                                {.transport = endpoint,
                                 .arithmetic = arithmetic,
                                 .workspace = workspace,
                                 .queues = queues,
                                 .no_memory = no_memory});
  if (status == success && has_result) {
    for (std::int64_t i = 0; i < c.elements; ++i) {
      Map expected = input_of(0, i);
      for (int r = 1; r < task.ranks; ++r)
        expected = combined(expected, input_of(r, i), c.kernel->order);
      EXPECT_EQ(result.get(i), expected) << "rank " << rank << ", element " << i;
    }
  }
  if (binding == Binding::separate) {
    for (std::int64_t i = 0; i < c.elements; ++i)
      EXPECT_EQ(input.get(i), input_of(rank, i)) << "the input was written";
  }
  EXPECT_TRUE(input.is_intact(c.elements)) << "rank " << rank;
  EXPECT_TRUE(result.is_intact(c.elements)) << "rank " << rank;
  return status;
}

/// Runs all ranks, each in a thread of its own, and returns their statuses.
std::vector<Status> run(const Case& c) {
  const ::testing::ScopedTrace trace(
      __FILE__, __LINE__,
      std::string(c.kernel->name) + text_of(*c.kernel, c.task.parameters) + " " +
          std::string(name_of(c.task.collective)) + " on " + std::to_string(c.task.ranks) +
          " ranks, root " + std::to_string(c.task.root) + ", " + std::to_string(c.elements) +
          " elements");
  static unsigned seed = 1;
  Network network(seed++);
  std::vector<Status> statuses(static_cast<std::size_t>(c.task.ranks), -1);
  {
    std::vector<std::jthread> threads;
    threads.reserve(statuses.size());
    for (int rank = 0; rank < c.task.ranks; ++rank)
      threads.emplace_back(
          [&, rank] { statuses[static_cast<std::size_t>(rank)] = run_rank(c, rank, network); });
  }
  return statuses;
}

void expect_success(const Case& c) {
  for (const Status status : run(c)) EXPECT_EQ(status, success);
}

/// Calls visit(task) for every kernel, collective and some roots and parameters.
template <class Visit>
void for_each_task(int ranks, Visit visit) {
  for (const Kernel& kernel : kernels())
    for (const Collective collective : {Collective::allreduce, Collective::reduce}) {
      if (!kernel.serves(collective)) continue;
      std::vector<int> roots{0};
      if (collective == Collective::reduce && ranks > 1) roots = {0, 1, ranks / 2, ranks - 1};
      const Task any{.collective = collective, .ranks = ranks};
      for (const Parameters& parameters : all_parameters(kernel, any, Variants::telling))
        for (const int root : roots)
          visit(kernel, Task{.collective = collective,
                             .ranks = ranks,
                             .root = root,
                             .parameters = parameters});
    }
}

class EveryKernelOn : public ::testing::TestWithParam<int> {};

TEST_P(EveryKernelOn, gives_the_reduction_of_all_inputs) {
  const int ranks = GetParam();
  for_each_task(ranks, [&](const Kernel& kernel, const Task& task) {
    for (const Binding binding : {Binding::separate, Binding::in_place})
      for (const std::int64_t elements : {0, 1, ranks - 1, ranks + 1, 61})
        expect_success({.kernel = &kernel, .task = task, .elements = elements, .binding = binding});
  });
}

TEST_P(EveryKernelOn, does_so_round_by_round_too) {
  const int ranks = GetParam();
  for_each_task(ranks, [&](const Kernel& kernel, const Task& task) {
    for (const Binding binding : {Binding::separate, Binding::in_place})
      for (const std::int64_t elements : {1, ranks - 1, 23})
        expect_success({.kernel = &kernel,
                        .task = task,
                        .elements = elements,
                        .binding = binding,
                        .short_message = INT64_MAX});
  });
}

TEST_P(EveryKernelOn, does_so_in_segments_too) {
  for (const Segmentation& segmentation : {Segmentation{.log2_segments = 2, .places = 1},
                                           Segmentation{.log2_segments = 5, .places = 2}})
    for_each_task(GetParam(), [&](const Kernel& kernel, const Task& task) {
      for (const Binding binding : {Binding::separate, Binding::in_place})
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
    for_each_task(GetParam(), [&](const Kernel& kernel, const Task& task) {
      expect_success({.kernel = &kernel, .task = task, .elements = 19, .layout = layout});
    });
}

// A local failure must not leave the others waiting, nor give anybody a wrong result.
TEST_P(EveryKernelOn, comes_to_its_end_on_all_ranks_when_one_fails) {
  const int ranks = GetParam();
  if (ranks == 1) GTEST_SKIP() << "one rank waits for nobody";
  for_each_task(ranks, [&](const Kernel& kernel, const Task& task) {
    for (const auto failure : {Case::Failure::arithmetic, Case::Failure::memory})
      for (const auto& [short_message, segmentation] :
           {std::pair{std::int64_t{0}, Segmentation{}},
            {INT64_MAX, Segmentation{}},
            {std::int64_t{0}, Segmentation{.log2_segments = 3, .places = 2}}}) {
        const auto statuses = run({.kernel = &kernel,
                                   .task = task,
                                   .elements = 37,
                                   .short_message = short_message,
                                   .segmentation = segmentation,
                                   .failing_rank = ranks / 2,
                                   .failure = failure});
        // A rank without memory sends nothing, so nobody can have a result. (One whose reductions
        // fail may have sent all that the others need; that no wrong result passes is checked
        // above.)
        if (statuses[static_cast<std::size_t>(ranks / 2)] != no_memory) continue;
        for (int rank = 0; rank < ranks; ++rank)
          if (gets_result(task, rank)) {
            EXPECT_NE(statuses[static_cast<std::size_t>(rank)], success) << "rank " << rank;
          }
      }
  });
}

INSTANTIATE_TEST_SUITE_P(ranks, EveryKernelOn, ::testing::Values(1, 2, 3, 4, 5, 7, 8, 12, 13),
                         [](const auto& ranks) { return std::to_string(ranks.param) + "_ranks"; });

/// Takes sends at once, as MPI does short ones. What is received arrives only when all is sent.
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

TEST(Direct, sends_all_before_it_waits_for_any) {
  for (const int ranks : {3, 9, 13, 16, 40}) {
    const Task task{.ranks = ranks, .rank = 2};
    const Program program = compile(find_kernel("direct")->generate(task), Binding::separate, {});
    std::vector<Map> input(1);
    std::vector<Map> result(1);
    MapArithmetic arithmetic(OperandOrder::rank_order, plain);
    EagerTransport transport(ranks - 1);
    Workspace workspace;
    Queues queues;
    const Prepared prepared(program, {.elements = 1, .layout = plain}, 1 << 16);
    EXPECT_EQ(execute(prepared, input.data(), result.data(),
                      {.transport = transport,
                       .arithmetic = arithmetic,
                       .workspace = workspace,
                       .queues = queues,
                       .no_memory = no_memory}),
              success);
    std::vector<int> expected;
    for (int i = 1; i < ranks; ++i) expected.push_back((2 + i) % ranks);
    EXPECT_EQ(transport.to(), expected) << "those after it first";
  }
}

}  // namespace
}  // namespace allfold
