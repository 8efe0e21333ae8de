/// The first way of a team's long calls: from measurements on this machine, or the default.
#include "node/first_way.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "node/team_of_threads.hpp"

namespace allfold::testing {
namespace {

using node::Way;
using Kind = node::Elements::Kind;
using Source = node::FirstWay::Source;

/// More than 8 ranks are in clusters of four.
node::Hierarchy hierarchy_of(int ranks) {
  if (ranks <= node::most_in_flat_group) return node::Hierarchy::flat(ranks);
  return node::Hierarchy::of_tree_f(ranks, std::array{node::Hierarchy::Subtrees{4}});
}

/// The team of rank 0.
class Team {
 public:
  explicit Team(int ranks)
      : team(std::vector<node::Slot*>(static_cast<std::size_t>(ranks), slot_.get()), 0,
             hierarchy_of(ranks), node::Waiting([] {}, /*is_crowded=*/true)) {}

 private:
  std::unique_ptr<node::Slot> slot_ = std::make_unique<node::Slot>();

 public:
  node::Team team;
};

constexpr std::int64_t bytes = 64 << 10;

node::FirstWays known(Way way) {
  node::FirstWays ways;
  ways.set(node::class_of(node::everyone, bytes), way);
  return ways;
}

node::FirstWay first_of(const Team& team, const node::FirstWays& ways,
                        std::int64_t vector_bytes = bytes, Kind kind = Kind::plain,
                        node::Reading reading = node::Reading::possible) {
  return node::first_way(node::class_of(node::everyone, vector_bytes), kind, team.team, ways,
                         reading);
}

TEST(FirstWay, IsTheUsualOneWhereNothingIsKnown) {
  const Team two(2);
  const Team nine(9);
  EXPECT_EQ(first_of(two, {}).way, Way::whole);
  EXPECT_EQ(first_of(two, {}).source, Source::usual);
  EXPECT_EQ(first_of(two, {}, 16 << 20).way, Way::whole);
  EXPECT_EQ(first_of(nine, {}).way, Way::sliced);
}

TEST(FirstWay, IsTheOneThatIsKnownOfTheClass) {
  const Team two(2);
  for (const Way way : node::all_ways) {
    EXPECT_EQ(first_of(two, known(way)).way, way);
    EXPECT_EQ(first_of(two, known(way)).source, Source::rules);
  }
  EXPECT_EQ(first_of(two, known(Way::sliced), 2 * bytes - 8).way, Way::sliced);
  for (const std::int64_t other : {bytes - 8, 2 * bytes}) {
    EXPECT_EQ(first_of(two, known(Way::sliced), other).way, Way::whole) << other;
    EXPECT_EQ(first_of(two, known(Way::sliced), other).source, Source::usual);
  }
  const node::FirstWay reduce = node::first_way(node::class_of(0, bytes), Kind::plain, two.team,
                                                known(Way::sliced), node::Reading::possible);
  EXPECT_EQ(reduce.way, Way::whole) << "that was of an Allreduce";
}

TEST(FirstWay, IsOfPlainElementsAlone) {
  const Team two(2);
  const node::FirstWay first = first_of(two, known(Way::whole), bytes, Kind::any);
  EXPECT_EQ(first.way, Way::sliced);
  EXPECT_EQ(first.source, Source::usual);
}

TEST(FirstWay, IsTheUsualOneWhereWhatIsKnownCannotBeDone) {
  const Team two(2);
  const Team nine(9);
  const node::FirstWay not_read =
      first_of(two, known(Way::read), bytes, Kind::plain, node::Reading::impossible);
  EXPECT_EQ(not_read.way, Way::whole);
  EXPECT_EQ(not_read.source, Source::usual);
  for (const Way way : {Way::whole, Way::read, Way::read_whole})
    EXPECT_EQ(first_of(nine, known(way)).way, Way::sliced);
  EXPECT_EQ(first_of(nine, known(Way::sliced)).source, Source::rules);
}

// No rank reduces more than its share, so two of the ways are none.
TEST(FirstWay, OfSharesReducesNoWholeVectors) {
  const Team two(2);
  const Team nine(9);
  const node::CallClass calls = node::class_of(schedule::Shares(bytes / 8, 2), bytes);
  EXPECT_EQ(calls.results, node::CallClass::Results::own);
  const auto way = [&](const Team& team, Way measured) {
    node::FirstWays ways;
    ways.set(calls, measured);
    return node::first_way(calls, Kind::plain, team.team, ways, node::Reading::possible).way;
  };
  EXPECT_EQ(way(two, Way::read), Way::read);
  for (const Way measured : {Way::sliced, Way::whole, Way::read_whole})
    EXPECT_EQ(way(two, measured), Way::sliced);
  EXPECT_EQ(way(nine, Way::read), Way::sliced);
  for (const Way each : node::all_ways)
    EXPECT_EQ(node::is_worth_trying(each, calls, two.team),
              each == Way::sliced || each == Way::read);
  EXPECT_EQ(first_of(two,
                     [&] {
                       node::FirstWays ways;
                       ways.set(calls, Way::read);
                       return ways;
                     }())
                .way,
            Way::whole)
      << "that was of shares";
}

TEST(FirstWay, HasAPlaceForTheLongestVectors) {
  node::FirstWays ways;
  const auto longest = node::class_of(node::everyone, std::numeric_limits<std::int64_t>::max());
  ways.set(longest, Way::read);
  EXPECT_EQ(ways.get(longest), Way::read);
  EXPECT_EQ(ways.get(node::class_of(0, 1)), std::nullopt);
  EXPECT_EQ(ways.get(node::class_of(schedule::Shares(64, 4), 512)), std::nullopt);
}

}  // namespace
}  // namespace allfold::testing
