#include "measurement.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "candidate.hpp"
#include "command/usage_error.hpp"
#include "known_nodes.hpp"
#include "node_model/processor.hpp"

namespace allfold::bench {
namespace {

Request request_of(const std::string& candidate) {
  return {.node = read_node("milan").node, .ranks = 4, .bytes = 1024, .candidate = candidate};
}

/// Reduces all inputs on each rank, without regard to time, with a mistake.
class Mistaken final : public Candidate {
 public:
  enum class Mistake { none, misses_a_rank, misses_the_end, is_late };
  Mistaken(const Task& task, Mistake mistake) : task_(task), mistake_(mistake) {}
  void reduce(int rank) override {
    const auto bytes = static_cast<std::size_t>(task_.bytes);
    if (mistake_ == Mistake::is_late && calls_++ > 2 * task_.ranks()) return;
    node_model::copy_bytes(task_.result(rank), task_.input(0), bytes);
    for (int other = 1; other < task_.ranks(); ++other)
      if (mistake_ != Mistake::misses_a_rank || other != 3)
        task_.simulation.add(task_.result(rank), task_.result(rank), task_.input(other),
                             bytes - (mistake_ == Mistake::misses_the_end ? 8 : 0));
  }

 private:
  const Task& task_;
  Mistake mistake_;
  int calls_ = 0;
};

/// "" if the results are right.
std::string message_of(Mistaken::Mistake mistake) {
  const Make make = [&](const Task& task) { return std::make_unique<Mistaken>(task, mistake); };
  try {
    static_cast<void>(measure(request_of("mistaken"), make));
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Measurement, WrongResultsAreFound) {
  EXPECT_EQ(message_of(Mistaken::Mistake::none), "");
  EXPECT_NE(message_of(Mistaken::Mistake::misses_a_rank).find("position 0, call 0"),
            std::string::npos);
  EXPECT_NE(message_of(Mistaken::Mistake::misses_the_end).find("position 127, call 0"),
            std::string::npos);
  // The result of the call before.
  EXPECT_NE(message_of(Mistaken::Mistake::is_late).find("is wrong"), std::string::npos);
}

TEST(Measurement, TheSameTimesEachTime) {
  for (const char* candidate : {"allfold", "slices:8.32.64"})
    EXPECT_EQ(measure(request_of(candidate)).seconds, measure(request_of(candidate)).seconds);
}

TEST(Measurement, RanksArePlacedOnCores) {
  const node_model::Node node = read_node("milan").node;
  EXPECT_EQ(cores_of_ranks(node, 5, Binding::core), (std::vector{0, 1, 2, 3, 4}));
  EXPECT_EQ(cores_of_ranks(node, 5, Binding::socket), (std::vector{0, 64, 1, 65, 2}));
}

TEST(Measurement, CandidatesThatDoNotSuitAreRefused) {
  const auto message = [](const std::string& candidate, std::int64_t bytes = 8,
                          schedule::Collective collective = schedule::Collective::allreduce) {
    Request request = request_of(candidate);
    request.bytes = bytes;
    request.collective = collective;
    try {
      static_cast<void>(measure(request));
    } catch (const command::UsageError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message("ring"),
            "--candidate: ring: unknown candidate; simulate_node --help lists the forms");
  EXPECT_EQ(message("tree:8.12"),
            "--candidate: tree:8.12: expected ascending numbers of cores, each a multiple of the "
            "one before; simulate_node --help lists the forms");
  EXPECT_EQ(message("slices:"),
            "--candidate: slices:: expected numbers after the colon, for example 8.32.64; "
            "simulate_node --help lists the forms");
  EXPECT_EQ(message("allfold:fast"),
            "--candidate: allfold:fast: expected flat, whole, read, read-whole, scatter.N or "
            "halves.N; simulate_node "
            "--help lists the forms");
  EXPECT_EQ(message("exchange:3"),
            "factors of 3 ranks: expected factors from 2 on of 4, for example "
            "exchange:8.16 for 128");
  EXPECT_EQ(message("exchange:4", 8, schedule::Collective::reduce),
            "exchange makes no Reduce: expected an Allreduce");
  EXPECT_EQ(message("tree:8", 8192), "tree: 8192 bytes: expected at most 4096");
  EXPECT_EQ(message("allfold:halves.2", 8, schedule::Collective::reduce_scatter),
            "allfold:halves.2 makes no Reduce_scatter: expected allfold, allfold:flat or "
            "allfold:read");
}

}  // namespace
}  // namespace allfold::bench
