/// Profiles: merged, written and read.
#include "profile/profile.hpp"

#include <gtest/gtest.h>

#include <string>

#include "profile/json.hpp"
#include "text/size_class.hpp"

namespace allfold::profile {
namespace {

ClassKey key_of(std::int64_t bytes, const std::string& name = "MPI_COMM_WORLD") {
  return {.communicator = {.name = name, .ranks = 4, .nodes = 2, .ranks_per_node = 2},
          .kind = {.collective = schedule::Collective::reduce,
                   .size_class = text::size_class_of(bytes),
                   .operation = "MPI_SUM",
                   .type = "MPI_INT",
                   .algorithm = "native",
                   .reason = "as ALLFOLD_MODE says"},
          .site = {}};
}

ClassSums sums_of_rank(double seconds, double waiting) {
  return {.calls = 3,
          .calls_in_place = 1,
          .bytes = 24,
          .ranks = 1,
          .seconds = {.sum = seconds, .max = seconds},
          .known_seconds = seconds,
          .sampled_calls = 3,
          .waiting = {.sum = waiting, .max = waiting},
          .rest = {.sum = seconds - waiting, .max = seconds - waiting}};
}

Profile example() {
  Profile profile{.program = "solver",
                  .allfold = "0.1.0",
                  .mpi = "Open MPI v4.1.4",
                  .mode = "auto",
                  .ranks = 4,
                  .ranks_observed = 1,
                  .run = {.sum = 2, .max = 2},
                  .clock_error = 1e-6};
  profile.add(key_of(8).communicator, {.communicators = 1, .set_up = {.sum = 0.25, .max = 0.25}});
  profile.add(key_of(8), sums_of_rank(0.5, 0.125));
  return profile;
}

TEST(Profile, of_ranks_is_merged) {
  Profile all = example();
  Profile other = example();
  other.run = {.sum = 3, .max = 3};
  other.add(key_of(8), sums_of_rank(1, 0.5));
  all.add(other);
  EXPECT_EQ(all.ranks_observed, 2U);
  EXPECT_DOUBLE_EQ(all.run.sum, 5);
  EXPECT_DOUBLE_EQ(all.run.max, 3);
  const ClassSums& sums = all.classes.at(key_of(8));
  EXPECT_EQ(sums.calls, 9U);
  EXPECT_EQ(sums.ranks, 3U);
  EXPECT_DOUBLE_EQ(sums.seconds.sum, 2);
  EXPECT_DOUBLE_EQ(sums.seconds.max, 1);
  EXPECT_DOUBLE_EQ(sums.waiting.sum, 0.75);
}

TEST(Profile, of_communicators_of_one_rank_has_their_sums_as_maximum) {
  Profile own = example();
  own.add(key_of(8), sums_of_rank(1, 0.5));
  own.be_of_one_rank();
  const ClassSums& sums = own.classes.at(key_of(8));
  EXPECT_EQ(sums.ranks, 1U);
  EXPECT_DOUBLE_EQ(sums.seconds.max, 1.5);
  EXPECT_DOUBLE_EQ(sums.waiting.max, 0.625);
  EXPECT_DOUBLE_EQ(sums.rest.max, 0.875);
}

TEST(Profile, beyond_the_limit_merges_and_says_so) {
  Profile all;
  for (std::size_t i = 0; i < Profile::most + 10; ++i)
    all.add(key_of(8, std::to_string(i)), sums_of_rank(1, 0));
  EXPECT_LE(all.classes.size(), Profile::most + 2);
  EXPECT_EQ(all.merged_calls, 30U);
  std::uint64_t calls = 0;
  for (const auto& [key, sums] : all.classes) calls += sums.calls;
  EXPECT_EQ(calls, 3 * (Profile::most + 10));
}

TEST(Profile, is_read_as_it_was_written) {
  Profile written = example();
  written.partial = "the program called MPI_Abort";
  ClassKey somewhere = key_of(0);
  somewhere.site = {
      .object = "/bin/solver", .offset = 4711, .function = "dot", .function_offset = 7};
  written.add(somewhere, {.calls = 1, .ranks = 1, .seconds = {.sum = 1, .max = 1}});
  ClassKey merged;
  merged.kind = merged_kind(schedule::Collective::allreduce);
  written.add(merged, sums_of_rank(1, 1));
  for (const Style style : {Style::for_people, Style::compact}) {
    std::string problem;
    const auto read = parse(text_of(written, style), problem);
    ASSERT_TRUE(read) << problem;
    EXPECT_EQ(text_of(*read), text_of(written));
    EXPECT_EQ(read->classes.size(), 3U);
    EXPECT_EQ(read->partial, written.partial);
  }
}

TEST(Profile, that_is_none_is_refused_with_the_reason) {
  const auto problem_of = [](const std::string& text) {
    std::string problem;
    EXPECT_FALSE(parse(text, problem));
    return problem;
  };
  const std::string whole = text_of(example());
  EXPECT_NE(problem_of("").find("invalid JSON"), std::string::npos);
  EXPECT_NE(problem_of(whole.substr(0, whole.size() / 2)).find("invalid JSON"), std::string::npos);
  EXPECT_NE(problem_of("[]").find("not a profile"), std::string::npos);
  EXPECT_NE(problem_of(R"({"format": "allfold rules 1"})").find("not a profile"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"format": 2, "kind": "profile"})").find("unknown format 2"),
            std::string::npos);
  EXPECT_NE(problem_of(R"({"format": 1, "kind": "profile"})").find("invalid profile: "),
            std::string::npos);
}

}  // namespace
}  // namespace allfold::profile
