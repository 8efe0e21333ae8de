/// A rank computes its own part without the others, in a time that depends on its rounds and not on
/// p.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <new>
#include <string>

#include "algorithms/composition_plans.hpp"
#include "algorithms/composition_search.hpp"
#include "algorithms/kernel_name.hpp"
#include "algorithms/link_sharing.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/registry.hpp"

namespace {

std::size_t bytes_allocated = 0;

}  // namespace

// Counts all memory that this program allocates. Work that allocates nothing is not detected.
void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  bytes_allocated += size;
  return std::malloc(size);
}
void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t /*size*/) noexcept { std::free(memory); }

namespace allfold::algorithms {
namespace {

struct Size {
  std::size_t operations = 0;
  std::size_t rounds = 0;
  std::size_t scratch = 0;
};

Size size_of(const Plan& plan) {
  Size size;
  for (const Stage& stage : plan.stages) {
    size.scratch += stage.schedule.scratch.size();
    size.rounds += stage.schedule.rounds.size();
    for (const Round& round : stage.schedule.rounds)
      size.operations += round.sends.size() + round.receives.size() + round.locals.size();
  }
  return size;
}

/// Compares the size of one rank's Plan with the number of rounds in the kernel's formula, and with
/// the work vectors of the rank.
void expect_in_proportion(const Kernel& kernel, const Task& task) {
  SCOPED_TRACE(testing::Message() << kernel.name << text_of(kernel, task.parameters) << " on "
                                  << task.ranks << ", rank " << task.rank);
  // The formula counts a round that only sends and one that only receives as one, as the two may
  // overlap.
  const auto rounds = 2 * static_cast<std::size_t>(kernel.claim(task).by_term().rounds) +
                      static_cast<std::size_t>(kernel.work_vectors(task));
  const std::size_t before = bytes_allocated;
  const Size size = size_of(kernel.generate(task));
  const std::size_t bytes = bytes_allocated - before;
  EXPECT_LE(size.rounds, rounds + 2);
  EXPECT_LE(size.operations, 4 * (rounds + 2));
  EXPECT_LE(size.scratch, rounds + 2);
  constexpr std::size_t bytes_a_round = 2000;
  EXPECT_LE(bytes, bytes_a_round * (rounds + 2));
}

constexpr std::array large = {65535, 65536, 49152, 65537, 36864, 43008};

TEST(ConstantTime, each_composition_takes_work_for_its_own_rounds_only) {
  const Kernel& kernel = *find_kernel("composed");
  for (const int p : large)
    for (const Collective collective : schedule::all_collectives)
      for (const Parameters& parameters :
           all_parameters(kernel, {.collective = collective, .ranks = p}))
        for (const int rank : {0, 1, p / 3, p - 1})
          expect_in_proportion(
              kernel,
              {.collective = collective, .ranks = p, .rank = rank, .parameters = parameters});
}

std::size_t bytes_of_search(int ranks) {
  const std::size_t before = bytes_allocated;
  EXPECT_FALSE(compositions({.collective = Collective::reduce, .ranks = ranks}).empty());
  return bytes_allocated - before;
}

// 45045 is a product of odd factors in 566 ways, 50400 has many divisions of a vector, 45053 is a
// prime. Expensive values, such as the cost of a postal tree, are computed once per division and
// not once per way.
TEST(ConstantTime, compositions_of_many_factors_are_found_with_little_more_work) {
  const std::size_t of_prime = bytes_of_search(45053);
  const std::size_t of_many_ways = bytes_of_search(45045);
  const std::size_t of_many_divisions = bytes_of_search(50400);
  RecordProperty("bytes_of_prime", static_cast<int>(of_prime));
  RecordProperty("bytes_of_many_ways", static_cast<int>(of_many_ways));
  RecordProperty("bytes_of_many_divisions", static_cast<int>(of_many_divisions));
  EXPECT_LE(of_many_ways, 8 * of_prime);
  EXPECT_LE(of_many_divisions, 8 * of_prime);
}

TEST(ConstantTime, kernels_of_few_rounds_take_little_work_on_many_ranks) {
  for (const int p : large)
    for (const std::string_view name :
         {"binary-tree", "binary-tree-f", "recursive-doubling", "halving-doubling", "binary-blocks",
          "elimination-overlapping", "elimination-non-overlapping", "butterfly"})
      for (const int rank : {0, 1, p / 3, p - 1})
        expect_in_proportion(*find_kernel(name), {.ranks = p, .rank = rank});
}

// On many ranks the number of messages examined is the same as on some, unless a rank has more
// messages of its own.
TEST(LinkSharing, takes_memory_for_some_ranks_of_many) {
  for (const int ranks_per_node : {1, 128}) {
    const cost::CostModel model{.link = {.beta = 1},
                                .ranks_per_node = ranks_per_node,
                                .switches = {.nodes = 4, .beta_far = 2, .beta_pair = 2},
                                .groups = {.nodes = 16, .beta_far = 2, .beta_pair = 2},
                                .beta_adapter = 1};
    for (const char* name : {"composed:steps=4k4-4k4-4k4-4k4-4k4-4k4-4k4-4k4", "direct",
                             "postal-tree", "circulant", "ring"}) {
      std::string error;
      const NamedKernel named = parse_kernel(name, error);
      ASSERT_NE(named.kernel, nullptr) << error;
      const Task task{.ranks = 1 << 16, .parameters = named.parameters};
      const std::size_t before = bytes_allocated;
      EXPECT_GE(seconds_a_byte_of_sharing(*named.kernel, task, model), 0) << name;
      // A rank's own schedule takes three quarters of that. The rest is links of five kinds, by
      // rounds.
      constexpr std::size_t bytes_a_rank = 2200;
      EXPECT_LT(bytes_allocated - before, bytes_a_rank * static_cast<std::size_t>(task.ranks))
          << name << ", " << ranks_per_node << " ranks a node";
    }
  }
}

}  // namespace
}  // namespace allfold::algorithms
