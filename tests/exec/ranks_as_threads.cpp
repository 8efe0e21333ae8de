#include "ranks_as_threads.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <semaphore>
#include <string>
#include <thread>

#include "algorithms/kernel_name.hpp"
#include "exec/executor.hpp"
#include "network.hpp"
#include "support/guarded_vector.hpp"

namespace allfold::testing {

namespace {

static_assert(sizeof(Map) == Network::element_bytes);

Map combined(const Map& left, const Map& right, schedule::OperandOrder order) {
  if (order == schedule::OperandOrder::any) return {left.a + right.a, left.b + right.b};
  return {left.a * right.a, left.a * right.b + left.b};
}

Map input_of(int rank, std::int64_t element) {
  const auto r = static_cast<std::uint64_t>(rank);
  const auto e = static_cast<std::uint64_t>(element);
  return {2 * (r * 1000003 + e) + 1, r * 7919 + e * 104729};
}

}  // namespace

exec::Status MapArithmetic::reduce(void* into, const void* left, const void* right,
                                   std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i) {
    const Map lhs = element_of<Map>(left, i, layout_);
    const Map rhs = element_of<Map>(right, i, layout_);
    set_element(into, i, layout_, combined(lhs, rhs, order_));
  }
  return status_;
}

exec::Status MapArithmetic::copy(void* into, const void* from, std::int64_t elements) {
  copy_elements(into, from, elements, layout_);
  return exec::success;
}

namespace {

/// Runs one rank and returns its status; checks the inputs and the result of the rank.
exec::Status run_rank(const Case& c, int rank, Network& network) {
  algorithms::Task task = c.task;
  task.rank = rank;
  schedule::Plan plan = c.kernel->generate(task);
  const bool is_one_vector =
      c.binding == program::Binding::in_place && gets_all(task.collective, task.root, rank);
  const program::Binding binding =
      is_one_vector ? program::Binding::in_place : program::Binding::separate;
  const program::Program program = program::compile(std::move(plan), binding, c.segmentation);
  const schedule::Blocks wanted =
      task.recipients().wanted(rank, {.first = 0, .last = program.blocks});
  const bool has_result = !wanted.empty();
  // A share goes to the start of the input.
  const bool is_in_input = has_result && c.binding == program::Binding::in_place && !is_one_vector;
  exec::Shape shape{
      .elements = c.starts.empty() ? c.elements : c.starts.back(),
      .layout = c.layout,
      .wanted = wanted,
      .starts = c.starts,
      .place = is_in_input ? exec::Shape::Place::in_input : exec::Shape::Place::apart};
  const schedule::Cut cut = shape.cut(program.blocks);

  GuardedVector<Map> input(shape.elements, c.layout);
  GuardedVector<Map> apart(is_in_input ? 0 : cut.elements(wanted), c.layout);
  GuardedVector<Map>& result = is_in_input ? input : apart;
  GuardedVector<Map>& source = is_one_vector ? result : input;
  for (std::int64_t i = 0; i < shape.elements; ++i) source.set(i, input_of(rank, i));

  MapArithmetic arithmetic(c.kernel->order, c.layout);
  if (c.failing_rank == rank) {
    if (c.failure == Case::Failure::arithmetic) arithmetic.fail();
    if (c.failure == Case::Failure::memory) shape.layout.true_extent = INT64_MAX;
  }
  Network::Endpoint endpoint(network, rank, c.layout);
  exec::Workspace workspace;
  exec::Queues queues;
  const exec::Prepared prepared(program, shape, c.short_message);
  const exec::Status status =
      exec::execute(prepared, source.address(), has_result ? result.address() : nullptr,
                    {.transport = endpoint,
                     .arithmetic = arithmetic,
                     .workspace = workspace,
                     .queues = queues,
                     .no_memory = no_memory});
  if (status == exec::success) {
    const std::int64_t first = cut.start(wanted.first);
    for (std::int64_t i = 0; i < cut.elements(wanted); ++i) {
      Map expected = input_of(0, first + i);
      for (int r = 1; r < task.ranks; ++r)
        expected = combined(expected, input_of(r, first + i), c.kernel->order);
      EXPECT_EQ(result.get(i), expected) << "rank " << rank << ", element " << first + i;
    }
  }
  if (!is_one_vector) {
    const std::int64_t written = is_in_input && status == exec::success ? cut.elements(wanted) : 0;
    for (std::int64_t i = written; i < shape.elements; ++i)
      EXPECT_EQ(input.get(i), input_of(rank, i)) << "the input was written";
  }
  EXPECT_TRUE(input.is_intact()) << "rank " << rank;
  EXPECT_TRUE(apart.is_intact()) << "rank " << rank;
  return status;
}

/// Threads that wait for work between cases: creating them takes longer than most cases.
class Threads {
 public:
  ~Threads() {
    body_ = nullptr;
    for (Thread& thread : threads_) thread.begins.release();
  }

  /// Calls body(0) ... body(count - 1), each on its own thread, and waits until all have returned.
  void run(int count, const std::function<void(int)>& body) {
    body_ = &body;
    while (std::ssize(threads_) < count) {
      Thread& thread = threads_.emplace_back();
      thread.itself = std::jthread([this, &thread, number = std::ssize(threads_) - 1] {
        for (thread.begins.acquire(); body_; thread.begins.acquire()) {
          (*body_)(static_cast<int>(number));
          ended_.release();
        }
      });
    }
    for (int i = 0; i < count; ++i) threads_[static_cast<std::size_t>(i)].begins.release();
    for (int i = 0; i < count; ++i) ended_.acquire();
  }

 private:
  struct Thread {
    std::binary_semaphore begins{0};
    std::jthread itself;
  };

  const std::function<void(int)>* body_ = nullptr;  // null: the threads end
  std::counting_semaphore<> ended_{0};
  std::deque<Thread> threads_;
};

}  // namespace

std::vector<exec::Status> run(const Case& c) {
  const ::testing::ScopedTrace trace(
      __FILE__, __LINE__,
      std::string(c.kernel->name) + algorithms::text_of(*c.kernel, c.task.parameters) + " " +
          std::string(schedule::name_of(c.task.collective)) + " on " +
          std::to_string(c.task.ranks) + " ranks, root " + std::to_string(c.task.root) + ", " +
          std::to_string(c.elements) + " elements");
  static unsigned seed = 1;
  Network network(seed++);
  std::vector<exec::Status> statuses(static_cast<std::size_t>(c.task.ranks), -1);
  static Threads threads;
  threads.run(c.task.ranks, [&](int rank) {
    statuses[static_cast<std::size_t>(rank)] = run_rank(c, rank, network);
  });
  return statuses;
}

}  // namespace allfold::testing
