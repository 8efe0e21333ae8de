/// Which of the rules' ways applies to vectors of other lengths than the measured ones.
#include "select/ruled_way.hpp"

#include <gtest/gtest.h>

namespace allfold::select {
namespace {

using algorithms::Way;
using enum schedule::Collective;

// For 8 to 16 KiB, and for 128 to 256 KiB.
const rules::Rules rules_of_two{
    .ways = {{.collective = allreduce, .ranks = 4, .bytes = 130000 + 2000, .first = Way::read},
             {.collective = allreduce, .ranks = 4, .bytes = 8192, .first = Way::whole}}};

TEST(RuledWay, IsThatOfTheNearestLength) {
  const auto way = [](int size) {
    return ruled_way(rules_of_two, allreduce, 4, std::int64_t{1} << size);
  };
  EXPECT_EQ(way(13), Way::whole);
  EXPECT_EQ(way(14), Way::whole);
  EXPECT_EQ(way(15), Way::whole) << "both are as near";
  EXPECT_EQ(way(16), Way::read);
  EXPECT_EQ(way(17), Way::read);
}

TEST(RuledWay, IsNotKnownFarFromAllThatWasMeasured) {
  const auto way = [](int size) {
    return ruled_way(rules_of_two, allreduce, 4, std::int64_t{1} << size);
  };
  EXPECT_EQ(way(10), std::nullopt);
  EXPECT_EQ(way(11), Way::whole);
  EXPECT_EQ(way(19), Way::read);
  EXPECT_EQ(way(20), std::nullopt);
}

TEST(RuledWay, IsOfItsCollectiveAndNumberOfRanksAlone) {
  EXPECT_EQ(ruled_way(rules_of_two, reduce, 4, 8192), std::nullopt);
  EXPECT_EQ(ruled_way(rules_of_two, allreduce, 3, 8192), std::nullopt);
  EXPECT_EQ(ruled_way({}, allreduce, 4, 8192), std::nullopt);
}

}  // namespace
}  // namespace allfold::select
