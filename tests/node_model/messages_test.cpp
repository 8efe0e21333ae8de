// Messages between the ranks of a modelled node.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "known_nodes.hpp"
#include "measurement.hpp"
#include "messages.hpp"

namespace allfold::bench {
namespace {

/// Counts messages of the last round that came from another rank, or changed on the way.
class Checked final : public Candidate {
 public:
  Checked(const Task& task, int& wrong) : messages_(task), task_(task), wrong_(wrong) {}
  void reduce(int rank) override {
    messages_.reduce(rank);
    int distance = 1;
    while (2 * distance < task_.ranks()) distance *= 2;
    const int from = (rank + task_.ranks() - distance) % task_.ranks();
    const auto last = static_cast<std::size_t>(
        std::max(task_.bytes / element_bytes / distance, std::int64_t{1}) * element_bytes);
    if (std::memcmp(task_.result(rank), task_.input(from), last) != 0) ++wrong_;
  }
  [[nodiscard]] Positions reduced(const Task& task, int rank) const override {
    return messages_.reduced(task, rank);
  }

 private:
  Messages messages_;
  const Task& task_;
  int& wrong_;
};

double seconds_of(int ranks, std::int64_t bytes, Binding binding = Binding::core) {
  static const node_model::Node node = read_node("milan").node;
  int wrong = 0;
  const double seconds =
      measure({.node = node, .ranks = ranks, .binding = binding, .bytes = bytes},
              [&](const Task& task) { return std::make_unique<Checked>(task, wrong); })
          .seconds;
  EXPECT_EQ(wrong, 0) << ranks << " ranks, " << bytes << " bytes";
  return seconds;
}

TEST(Messages, BringTheVectorOfTheRankThatSends) {
  for (const int ranks : {2, 3, 5, 8, 13, 64})
    for (const std::int64_t bytes : {8, 4096, 4104, 100'000}) seconds_of(ranks, bytes);
}

TEST(Messages, TakeLongerWhereTheyLeaveTheCache) {
  constexpr std::int64_t bytes = 65536;
  EXPECT_GT(seconds_of(2, bytes, Binding::socket), 1.5 * seconds_of(2, bytes));
  // Three rounds in one L3; then three more of a seventh of the bytes.
  EXPECT_GT(seconds_of(64, bytes), 1.5 * seconds_of(8, bytes));
}

TEST(Messages, AreNoneOfOneRank) { EXPECT_THROW(seconds_of(1, 8), Unsuitable); }

}  // namespace
}  // namespace allfold::bench
