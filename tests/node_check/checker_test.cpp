// The checker itself: which executions there are under the memory model, and what is a fault. The
// small programs are known as litmus tests.
#include "node_check/checker.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <new>
#include <set>
#include <string>
#include <vector>

#include "node_check/choices.hpp"
#include "node_check/processor.hpp"

namespace allfold::testing {

namespace {

using node_check::Mutation;
using Variable = node_check::Shared<std::uint64_t>;
constexpr auto relaxed = std::memory_order_relaxed;
constexpr auto acquire = std::memory_order_acquire;
constexpr auto release = std::memory_order_release;

/// What ranks share, and what they have seen.
struct Memory {
  Variable x = 0;
  Variable y = 0;
  alignas(8) std::uint64_t data = 0;
  std::vector<std::uint64_t> seen;
};

using Body = std::function<void(Memory&, std::size_t)>;

struct Found {
  std::set<std::vector<std::uint64_t>> outcomes;  ///< Memory::seen
  std::set<std::string> faults;
  int executions = 0;
};

/// All executions with at most so many deviations.
Found found(std::size_t ranks, std::size_t seen, const Body& body, int deviations = 4,
            const Mutation& mutation = {}) {
  Found all;
  node_check::Checker checker;
  node_check::Search search(deviations);
  do {
    auto* const memory = new (checker.begin_anew().take(sizeof(Memory))) Memory;
    memory->seen.assign(seen, 99);
    const node_check::Checker::Setting setting{
        .ranks = ranks, .choices = search, .mutation = mutation, .name = [](const void*) {
          return std::string("it");
        }};
    const auto fault = checker.run(setting, [&](std::size_t rank) { body(*memory, rank); });
    if (fault)
      all.faults.insert(*fault);
    else
      all.outcomes.insert(memory->seen);
    memory->~Memory();
    ++all.executions;
  } while (search.next());
  return all;
}

void write_data(Memory& memory, std::uint64_t value) {
  node_check::write(&memory.data, &value, sizeof value);
}
std::uint64_t read_data(Memory& memory) {
  node_check::read(&memory.data, sizeof memory.data);
  return memory.data;
}
void await(const Variable& variable, std::uint64_t value, std::memory_order order) {
  auto is_there = [&] { return variable.load(order) == value; };
  while (!node_check::poll(is_there)) node_check::pause();
}

Body passing(std::memory_order store, std::memory_order load) {
  return [=](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      write_data(memory, 7);
      memory.x.store(1, store);
    } else {
      await(memory.x, 1, load);
      memory.seen[0] = read_data(memory);
    }
  };
}

using Outcomes = std::set<std::vector<std::uint64_t>>;

TEST(Checker, OrdersDataByReleaseAndAcquire) {
  const Found all = found(2, 1, passing(release, acquire));
  EXPECT_TRUE(all.faults.empty()) << *all.faults.begin();
  EXPECT_EQ(all.outcomes, Outcomes{{7}});
}

TEST(Checker, FindsDataThatIsNotOrdered) {
  const std::string race = "rank 1: reads it: not ordered after the write of rank 0";
  EXPECT_EQ(found(2, 1, passing(relaxed, acquire)).faults, std::set{race});
  EXPECT_EQ(found(2, 1, passing(release, relaxed)).faults, std::set{race});
}

TEST(Checker, FindsDataThatIsOverwrittenBeforeItIsRead) {
  const Found all = found(2, 1, [](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      write_data(memory, 7);
      memory.x.store(1, release);
      await(memory.y, 1, relaxed);
      write_data(memory, 8);
    } else {
      await(memory.x, 1, acquire);
      memory.seen[0] = read_data(memory);
      memory.y.store(1, release);
    }
  });
  EXPECT_EQ(all.faults,
            std::set<std::string>{"rank 0: writes it: not ordered after the read of rank 1"});
}

TEST(Checker, FindsDataThatNobodyHasWritten) {
  const Found all = found(2, 0, [](Memory& memory, std::size_t rank) {
    if (rank == 1) read_data(memory);
  });
  EXPECT_EQ(all.faults, std::set<std::string>{"rank 1: reads it: nothing was written there"});
}

TEST(Checker, PassesOrderOnFromRankToRank) {
  const Found all = found(3, 1, [](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      write_data(memory, 7);
      memory.x.store(1, release);
    } else if (rank == 1) {
      await(memory.x, 1, acquire);
      memory.y.store(1, release);
    } else {
      await(memory.y, 1, acquire);
      memory.seen[0] = read_data(memory);
    }
  });
  EXPECT_TRUE(all.faults.empty());
  EXPECT_EQ(all.outcomes, Outcomes{{7}});
}

// Message passing, where the message is a variable, too.
TEST(Checker, ShowsOldValuesOfVariables) {
  const auto body = [](std::memory_order store, std::memory_order load) -> Body {
    return [=](Memory& memory, std::size_t rank) {
      if (rank == 0) {
        memory.x.store(1, relaxed);
        memory.y.store(1, store);
      } else {
        memory.seen[0] = memory.y.load(load);
        memory.seen[1] = memory.x.load(relaxed);
      }
    };
  };
  const Outcomes in_order{{0, 0}, {0, 1}, {1, 1}};
  Outcomes any = in_order;
  any.insert({1, 0});
  EXPECT_EQ(found(2, 2, body(release, acquire)).outcomes, in_order);
  EXPECT_EQ(found(2, 2, body(relaxed, acquire)).outcomes, any);
  EXPECT_EQ(found(2, 2, body(release, relaxed)).outcomes, any);
}

// A store after a release, by the same rank, releases nothing (since C++20).
TEST(Checker, ForgetsAReleaseWithTheNextStore) {
  const Found all = found(2, 1, [](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      write_data(memory, 7);
      memory.x.store(1, release);
      memory.x.store(2, relaxed);
    } else {
      await(memory.x, 2, acquire);
      memory.seen[0] = read_data(memory);
    }
  });
  EXPECT_FALSE(all.faults.empty());
}

TEST(Checker, PassesAReleaseOnByAnExchange) {
  const Found all = found(3, 1, [](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      write_data(memory, 7);
      memory.x.fetch_add(1, release);
    } else if (rank == 1) {
      memory.x.fetch_add(1, relaxed);
    } else {
      await(memory.x, 2, acquire);
      memory.seen[0] = read_data(memory);
    }
  });
  EXPECT_TRUE(all.faults.empty()) << *all.faults.begin();
  EXPECT_EQ(all.outcomes, Outcomes{{7}});
}

// Store buffering: each rank may miss the store of the other.
TEST(Checker, LetsLoadsComeBeforeStores) {
  const Found all = found(2, 2, [](Memory& memory, std::size_t rank) {
    (rank == 0 ? memory.x : memory.y).store(1, release);
    memory.seen[rank] = (rank == 0 ? memory.y : memory.x).load(acquire);
  });
  EXPECT_EQ(all.outcomes, (Outcomes{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

// Independent reads of independent writes: two ranks may see them in different orders.
TEST(Checker, LetsRanksSeeStoresInDifferentOrders) {
  const Found all = found(4, 4, [](Memory& memory, std::size_t rank) {
    if (rank < 2) return (rank == 0 ? memory.x : memory.y).store(1, release);
    const std::size_t first = 2 * (rank - 2);
    memory.seen[first] = (rank == 2 ? memory.x : memory.y).load(acquire);
    memory.seen[first + 1] = (rank == 2 ? memory.y : memory.x).load(acquire);
  });
  EXPECT_TRUE(all.outcomes.contains({1, 0, 1, 0}));
}

TEST(Checker, ShowsNoOlderValueAfterANewerOne) {
  const Found all = found(2, 2, [](Memory& memory, std::size_t rank) {
    if (rank == 0) {
      memory.x.store(1, relaxed);
      memory.x.store(2, relaxed);
    } else {
      memory.seen[0] = memory.x.load(relaxed);
      memory.seen[1] = memory.x.load(relaxed);
    }
  });
  EXPECT_EQ(all.outcomes, (Outcomes{{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}}));
}

// Load buffering: the model has no load that returns a later store.
TEST(Checker, ShowsNoStoreBeforeItIsMade) {
  const Found all = found(2, 2, [](Memory& memory, std::size_t rank) {
    memory.seen[rank] = (rank == 0 ? memory.x : memory.y).load(relaxed);
    (rank == 0 ? memory.y : memory.x).store(1, relaxed);
  });
  EXPECT_EQ(all.outcomes, (Outcomes{{0, 0}, {0, 1}, {1, 0}}));
}

TEST(Checker, FindsStoresOfTwoRanksThatAreNotOrdered) {
  const Found all =
      found(2, 0, [](Memory& memory, std::size_t rank) { memory.x.store(rank + 1, release); });
  EXPECT_EQ(all.faults.size(), 2);
}

TEST(Checker, FindsRanksThatWaitWithoutEnd) {
  const Found all = found(
      2, 0,
      [](Memory& memory, std::size_t rank) { await(rank == 0 ? memory.x : memory.y, 1, acquire); },
      0);
  EXPECT_EQ(all.faults, std::set<std::string>{"ranks wait without end"});
}

TEST(Checker, SynchronisesRanksThatMeet) {
  const Found all = found(3, 2, [](Memory& memory, std::size_t rank) {
    if (rank == 0) write_data(memory, 7);
    node_check::Checker::running()->meet(3);
    if (rank > 0) memory.seen[rank - 1] = read_data(memory);
    node_check::Checker::running()->meet(3);
    if (rank == 2) write_data(memory, 8);
  });
  EXPECT_TRUE(all.faults.empty()) << *all.faults.begin();
  EXPECT_EQ(all.outcomes, (Outcomes{{7, 7}}));
}

TEST(Checker, MakesMutations) {
  const auto faults = [](Mutation::Kind kind) {
    return found(2, 1, passing(release, acquire), 1,
                 {.kind = kind, .concerns = [](const void*) { return true; }})
        .faults;
  };
  EXPECT_TRUE(faults(Mutation::Kind::none).empty());
  EXPECT_FALSE(faults(Mutation::Kind::relaxed_loads).empty());
  EXPECT_FALSE(faults(Mutation::Kind::relaxed_stores).empty());
  EXPECT_FALSE(faults(Mutation::Kind::no_waits).empty());
  EXPECT_FALSE(faults(Mutation::Kind::early_stores).empty());
}

// Each rank makes one access, so they are made in either order, and a load that comes second may
// return either value.
TEST(Search, MakesAllExecutionsWithinItsBound) {
  const auto body = [](Memory& memory, std::size_t rank) {
    if (rank == 0)
      memory.x.store(1, relaxed);
    else
      memory.seen[0] = memory.x.load(relaxed);
  };
  EXPECT_EQ(found(2, 1, body, 0).executions, 1);
  const Found all = found(2, 1, body, 3);
  EXPECT_EQ(all.outcomes, (Outcomes{{0}, {1}}));
  EXPECT_GT(all.executions, 2);
  EXPECT_EQ(found(2, 1, body, 9).executions, found(2, 1, body, 10).executions);
}

TEST(RandomChoices, AreThoseOfTheirSeed) {
  const std::vector<std::size_t> ranks{0, 1, 2};
  const auto made = [&](std::uint64_t seed) {
    node_check::RandomChoices choices(seed, 1);
    std::vector<std::size_t> chosen;
    for (int i = 0; i < 100; ++i) chosen.push_back(choices.rank(ranks));
    return chosen;
  };
  EXPECT_EQ(made(1), made(1));
  EXPECT_NE(made(1), made(2));
}

}  // namespace

}  // namespace allfold::testing
