/// Every simulated call checks all values of its results (measure() throws if one is wrong).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "known_nodes.hpp"
#include "measurement.hpp"

namespace allfold::bench {
namespace {

using schedule::Collective;

struct Case {
  const char* candidate;
  std::int64_t most_bytes;
  int most_ranks = 128;
  int least_ranks = 1;
  std::vector<Collective> collectives = {Collective::allreduce, Collective::reduce};
};

/// A candidate that makes all calls.
Case of_all(const char* candidate, int most_ranks = 128) {
  const auto& all = schedule::all_collectives;
  return {.candidate = candidate,
          .most_bytes = most_bytes_measured,
          .most_ranks = most_ranks,
          .collectives = {all.begin(), all.end()}};
}

void PrintTo(const Case& of, std::ostream* into) { *into << of.candidate; }

class Values : public ::testing::TestWithParam<Case> {
 protected:
  static void run(int ranks, std::int64_t bytes, Binding binding) {
    if (bytes > GetParam().most_bytes || ranks > GetParam().most_ranks ||
        ranks < GetParam().least_ranks)
      return;
    static const node_model::Node node = read_node("milan").node;
    for (const Collective collective : GetParam().collectives) {
      const Request request{.node = node,
                            .ranks = ranks,
                            .binding = binding,
                            .collective = collective,
                            .bytes = bytes,
                            .candidate = GetParam().candidate};
      EXPECT_NO_THROW(EXPECT_GT(measure(request).seconds, 0))
          << ranks << " ranks, " << bytes << " bytes";
    }
  }
};

constexpr std::int64_t any = most_bytes_measured;
/// The library uses these ways on so few ranks only; on more they take long to simulate.
constexpr int few = 31;

std::string name_of(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.candidate;
  std::ranges::replace_if(
      name, [](char c) { return c == ':' || c == '.' || c == '-'; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Of, Values,
    ::testing::Values(of_all("allfold"), of_all("allfold:flat"), Case{"allfold:whole", any, few},
                      of_all("allfold:read", few), Case{"allfold:read-whole", any, few},
                      Case{"allfold:scatter.1", any}, Case{"allfold:scatter.3", any, few, 3},
                      Case{"allfold:halves.1", any, few}, Case{"allfold:halves.12", any, 128, 12},
                      Case{"tree:8.64", 4096}, Case{"tree:4.16.64", 4096},
                      Case{"slices:8.32.64", any}, Case{"slices:128", any},
                      Case{"slices-in-place:8.32.64", any}),
    name_of);

TEST_P(Values, AreRightOnAnyNumberOfRanks) {
  for (const int ranks : {1, 2, 3, 7, 9, 13, 31})
    for (const std::int64_t bytes : {8, 56, 1032, 4104}) run(ranks, bytes, Binding::socket);
}

TEST_P(Values, AreRightForVectorsOfAnyLength) {
  for (const std::int64_t bytes : {1, 48, 64, 456, 4096, 20'000, 300'000, 1'100'000})
    run(12, bytes, Binding::core);
}

TEST_P(Values, AreRightOnAllSockets) {
  run(97, 1024, Binding::core);
  run(97, 10'000, Binding::socket);
}

}  // namespace
}  // namespace allfold::bench
