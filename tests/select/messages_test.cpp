/// Choices that depend on how messages are sent: all at once, in segments, or one after another.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "algorithms/composition.hpp"
#include "algorithms/registry.hpp"
#include "select/chosen.hpp"
#include "select/with.hpp"

namespace allfold::select {
namespace {

std::string chosen_on(Network network, const Problem& problem) {
  return text_of(chosen(problem, {}, network));
}

// One latency instead of lg p, as long as sending to all ranks takes less time than this saves.
TEST(Choice, sends_short_vectors_of_few_ranks_to_all_at_once) {
  for (const schedule::Collective collective :
       {schedule::Collective::allreduce, schedule::Collective::reduce})
    for (const int ranks : {3, 4, 5, 6}) {
      const Problem problem{.collective = collective, .ranks = ranks, .bytes = 8};
      EXPECT_EQ(chosen_on(Network::tcp, problem), "direct") << ranks << " ranks";
      Problem other = problem;
      other.bytes = 1 << 20;
      EXPECT_NE(chosen_on(Network::tcp, other), "direct") << "long vectors";
      other = problem;
      other.ranks = 64;
      EXPECT_NE(chosen_on(Network::tcp, other), "direct") << "many ranks";
      EXPECT_NE(chosen_on(Network::local, problem), "direct") << "a message is all work";
    }
  EXPECT_NE(chosen_on(Network::tcp, {.ranks = 2, .bytes = 8}), "direct") << "nothing to save";
  EXPECT_EQ(chosen_on(Network::high_speed, {.ranks = 4, .bytes = 8}), "direct");
}

TEST(Choice, does_not_where_ranks_share_the_link_of_their_node) {
  for (const algorithms::Carrier carrier :
       {algorithms::Carrier::messages, algorithms::Carrier::both})
    for (const int ranks : {4, 6, 8}) {
      const Problem problem{.ranks = ranks,
                            .bytes = 8,
                            .carrier = carrier,
                            .nodes = algorithms::Nodes::in_succession(ranks, 2)};
      EXPECT_NE(chosen_on(Network::tcp, problem), "direct") << ranks << " ranks";
    }
}

TEST(Choice, reduces_long_vectors_along_two_trees) {
  const Problem problem{.collective = schedule::Collective::reduce, .ranks = 64, .bytes = 4 << 20};
  EXPECT_EQ(chosen(problem).kernel->name, "two-tree");
  Problem ordered = problem;
  ordered.order = schedule::OperandOrder::rank_order;
  EXPECT_NE(chosen(ordered).kernel->name, "two-tree") << "it takes operands in any order";
  Problem shorter = problem;
  for (; shorter.bytes > 8; shorter.bytes /= 2) {
    const Choice choice = chosen(shorter);
    if (choice.kernel->name != "two-tree") continue;
    EXPECT_GE(shorter.bytes, 2 * choice.parameters.segments * (64 << 10));
  }
}

TEST(Choice, reduces_along_two_trees_where_reductions_take_long) {
  const Configuration of_network =
      with("ALLFOLD_MODEL", "alpha=1us,beta=80ps,gamma=20ps,gap=0.4us");
  const auto of_ranks = [&](int ranks) {
    const Problem problem{
        .collective = schedule::Collective::reduce, .ranks = ranks, .bytes = 4 << 20};
    return chosen(problem, of_network).kernel->name;
  };
  for (const int ranks : {9, 11, 13}) EXPECT_EQ(of_ranks(ranks), "two-tree") << ranks;
  EXPECT_EQ(of_ranks(4), "composed") << "a chain";
}

// Shorter segments are in flight at the same time, and share a link.
TEST(Choice, chains_take_long_segments_only) {
  const Configuration of_network =
      with("ALLFOLD_MODEL", "alpha=1us,beta=80ps,gamma=20ps,gap=0.4us");
  int chains = 0;
  for (const int ranks : {3, 4, 5, 6, 7, 11, 13})
    for (std::int64_t bytes = 32 << 10; bytes <= 4 << 20; bytes *= 2) {
      const Choice choice = chosen(
          {.collective = schedule::Collective::reduce, .ranks = ranks, .bytes = bytes}, of_network);
      const algorithms::Composition& composition = choice.parameters.composition;
      if (composition.empty() || composition.back().kind != algorithms::Factor::Kind::chain)
        continue;
      ++chains;
      EXPECT_GE(bytes, algorithms::blocks_of(composition) * (64 << 10))
          << text_of(choice) << " of " << bytes << " B";
    }
  EXPECT_GT(chains, 0);
}

// If a connection delivers segments one after the other, their times agree with the model.
TEST(Choice, chains_take_short_segments_by_tcp) {
  EXPECT_EQ(chosen_on(Network::tcp,
                      {.collective = schedule::Collective::reduce, .ranks = 6, .bytes = 1 << 20}),
            "composed:steps=6c32");
}

// With TCP each message takes processor time.
TEST(Choice, reduces_short_blocks_in_no_ring_by_tcp) {
  const auto by_tcp = [](std::int64_t bytes) {
    return chosen_on(Network::tcp,
                     {.collective = schedule::Collective::reduce, .ranks = 10, .bytes = bytes});
  };
  EXPECT_EQ(by_tcp(64 << 10), "composed:steps=5h-2t");
  EXPECT_EQ(by_tcp(512 << 10), "ring");
  const Problem problem{.ranks = 10, .bytes = 320 << 10};
  for (const std::string_view name : {"ring", "ring-ordered"}) {
    const algorithms::Kernel& ring = *algorithms::find_kernel(name);
    EXPECT_TRUE(is_long_enough(ring, {}, problem, schedule::Pace::as_ready));
    Problem shorter = problem;
    --shorter.bytes;
    EXPECT_FALSE(is_long_enough(ring, {}, shorter, schedule::Pace::as_ready));
    EXPECT_TRUE(is_long_enough(ring, {}, shorter, schedule::Pace::in_step));
  }
}

// A contribution does not wait for the latency of an earlier one.
TEST(Choice, reduces_in_a_ring_where_latencies_are_long) {
  const Configuration of_network =
      with("ALLFOLD_MODEL", "alpha=10us,beta=80ps,gamma=20ps,gap=0.4us");
  for (const std::int64_t bytes : {64 << 10, 512 << 10})
    EXPECT_EQ(
        text_of(chosen({.collective = schedule::Collective::reduce, .ranks = 24, .bytes = bytes},
                       of_network)),
        "ring");
}

// The formula of 13e1 is a bound; the formula of 13h13 includes that messages follow each other,
// and that part of a gap overlaps with transmission.
TEST(Choice, knows_that_messages_follow_each_other) {
  const auto with_gap = [](const char* gap) {
    return text_of(chosen({.ranks = 13, .bytes = 64 << 10}, with("ALLFOLD_MODEL", gap)));
  };
  EXPECT_EQ(with_gap("beta=80ps,gap=0.4us"), "composed:steps=13h13");
  EXPECT_EQ(with_gap("beta=80ps,gap=0.9us"), "composed:steps=13h");
  EXPECT_NE(with_gap("beta=80ps,gap=1us"), "composed:steps=13h");
}

}  // namespace
}  // namespace allfold::select
