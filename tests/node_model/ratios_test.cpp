/// What the node level and the designs gain on modelled nodes. The bounds are well within the
/// ratios, so that they fail only if a design is undone or the model loses what makes it work.
#include <gtest/gtest.h>

#include <string>

#include "known_nodes.hpp"
#include "measurement.hpp"

namespace allfold::bench {
namespace {

struct Point {
  std::string node;
  int ranks;
  std::int64_t bytes;
  Binding binding = Binding::core;
  schedule::Collective collective = schedule::Collective::allreduce;
};

double seconds(const Point& point, const std::string& candidate) {
  return measure({.node = read_node(point.node).node,
                  .ranks = point.ranks,
                  .binding = point.binding,
                  .collective = point.collective,
                  .bytes = point.bytes,
                  .candidate = candidate})
      .seconds;
}

/// The time of one candidate over that of another.
double ratio(const Point& point, const std::string& slower, const std::string& faster) {
  return seconds(point, slower) / seconds(point, faster);
}

// Leaders of clusters reduce for their ranks: no rank reads 127 others.
TEST(Ratios, ClustersAreFasterThanAFlatTeamForShortVectors) {
  EXPECT_GT(ratio({"milan", 128, 8}, "allfold:flat", "allfold"), 2);
  EXPECT_GT(ratio({"milan", 128, 1024}, "allfold:flat", "allfold"), 3);
}

// Each rank has a dozen partners instead of 127.
TEST(Ratios, LevelsAreFasterThanAFlatTeamForLongVectors) {
  EXPECT_GT(ratio({"milan", 128, 4 << 10}, "allfold:flat", "allfold"), 5);
  EXPECT_GT(ratio({"milan", 128, 64 << 10}, "allfold:flat", "allfold"), 3);
  EXPECT_GT(ratio({"rome", 96, 64 << 10}, "allfold:flat", "allfold"), 1.5);
}

// The stages of lanes on a node go by levels, as an undivided call does. As slices of all ranks they
// took eight times as long.
TEST(Ratios, LanesTakeLittleMoreThanAnUndividedCall) {
  EXPECT_LT(ratio({"milan", 128, 64 << 10}, "allfold:halves.64", "allfold"), 2);
  EXPECT_LT(ratio({"milan", 128, 1 << 20}, "allfold:halves.64", "allfold"), 2);
  EXPECT_LT(ratio({"milan", 128, 8}, "allfold:halves.1", "allfold"), 2);
}

/// The time of a Reduce_scatter over that of an Allreduce.
double ratio_of_shares(Point point, const std::string& candidate = "allfold") {
  const double all = seconds(point, candidate);
  point.collective = schedule::Collective::reduce_scatter;
  return seconds(point, candidate) / all;
}

// Each rank reduces its own share only, and nothing is copied out. If each reduced everything, these
// would be 1 and more.
TEST(Ratios, SharesTakeLessTimeThanTheWholeResult) {
  EXPECT_LT(ratio_of_shares({"milan", 8, 1024}), 0.8);
  EXPECT_LT(ratio_of_shares({"milan", 8, 4 << 10}), 0.5);
  EXPECT_LT(ratio_of_shares({"milan", 8, 64 << 10}), 0.75);
  EXPECT_LT(ratio_of_shares({"milan", 8, 256 << 10}, "allfold:read"), 0.75);
  EXPECT_LT(ratio_of_shares({"milan", 64, 64 << 10}), 0.75);
  EXPECT_LT(ratio_of_shares({"milan", 128, 4 << 10}), 0.85);
  EXPECT_LT(ratio_of_shares({"milan", 128, 256 << 10}), 0.85);
  for (const std::int64_t bytes : {64, 512, 16 << 10})
    for (const int ranks : {16, 64, 128})
      EXPECT_LT(ratio_of_shares({"milan", ranks, bytes}), 1.05) << ranks << ", " << bytes;
}

TEST(Ratios, ATreeAlongTheCachesIsFasterThanOneLevel) {
  EXPECT_GT(ratio({"milan", 128, 8}, "tree:128", "tree:8.64"), 2);
  EXPECT_GT(ratio({"xeon", 96, 1024}, "tree:96", "tree:12.48"), 1.3);
}

// A hierarchy crosses the sockets once.
TEST(Ratios, SlicesByLevelsAreFasterThanSlicesOfAllRanks) {
  EXPECT_GT(ratio({"milan", 128, 64 << 10}, "slices:128", "slices:8.32.64"), 3);
  EXPECT_GT(ratio({"rome", 128, 64 << 10}, "slices:128", "slices:4.16.64"), 2);
}

// All cores of one L3 are equally near.
TEST(Ratios, OnOneMeshLevelsGainLittleForLongVectors) {
  const double gain = ratio({"grace", 72, 64 << 10}, "slices:72", "slices:9");
  EXPECT_GT(gain, 0.8);
  EXPECT_LT(gain, 1.5);
}

// Groups follow the cores, not the ranks.
TEST(Ratios, ClustersByPlaceDoNotDependOnTheBinding) {
  for (const std::string candidate : {"allfold", "tree:8.64", "slices:8.32.64"}) {
    const Point by_core{"milan", 128, 1024};
    const Point by_socket{"milan", 128, 1024, Binding::socket};
    EXPECT_NEAR(seconds(by_socket, candidate) / seconds(by_core, candidate), 1, 0.1) << candidate;
  }
  for (const std::int64_t bytes : {8, 4 << 10, 64 << 10})
    EXPECT_NEAR(seconds({"xeon", 96, bytes, Binding::socket}, "allfold") /
                    seconds({"xeon", 96, bytes}, "allfold"),
                1, 0.1)
        << bytes;
}

// Whatever the number of ranks: clusters are as even as the caches are.
TEST(Ratios, FewerRanksAreNotSlower) {
  for (const std::int64_t bytes : {8, 1024, 4 << 10, 64 << 10}) {
    const double all = seconds({"milan", 128, bytes}, "allfold");
    for (const int ranks : {31, 96, 127})
      EXPECT_LT(seconds({"milan", ranks, bytes}, "allfold"), 1.15 * all) << ranks << ", " << bytes;
  }
}

TEST(Ratios, ReadingInPlaceSavesCopiesOfLongVectors) {
  EXPECT_GT(ratio({"xeon", 96, 64 << 10}, "slices:12.48", "slices-in-place:12.48"), 1.1);
}

}  // namespace
}  // namespace allfold::bench
