// Counts that an Asked has no room for.
#include "mpi/record/asked_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace allfold::mpi::record {
namespace {

constexpr std::int64_t beyond_int = std::int64_t{std::numeric_limits<int>::max()} + 1;

node::Signature signature_for(std::int64_t count) {
  return node::signature_of({.count = folded_count(count), .element_bytes = 8, .root = 3});
}

TEST(FoldedCounts, AreExactUpToTheFirstThatIsFolded) {
  for (const std::int64_t count : {std::int64_t{0}, std::int64_t{1}, first_folded_count - 1})
    EXPECT_EQ(node::asked_of(signature_for(count)).count, count);
}

TEST(FoldedCounts, ChangeNothingElseOfASignature) {
  for (const std::int64_t count : {first_folded_count, beyond_int, 5 * beyond_int + 12345}) {
    const node::Asked asked = node::asked_of(signature_for(count));
    EXPECT_GE(asked.count, first_folded_count);
    EXPECT_LT(asked.count, beyond_int);
    EXPECT_EQ(asked.element_bytes, 8);
    EXPECT_EQ(asked.root, 3);
  }
}

TEST(FoldedCounts, OfLongVectorsDifferFromTheirNeighboursAndFromShortVectors) {
  for (const std::int64_t count : {first_folded_count, beyond_int, 4 * beyond_int}) {
    EXPECT_NE(signature_for(count), signature_for(count + 1));
    EXPECT_NE(signature_for(count), signature_for(count - 1));
    EXPECT_NE(signature_for(count), signature_for(count - beyond_int));
  }
}

}  // namespace
}  // namespace allfold::mpi::record
