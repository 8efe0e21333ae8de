// allfold_configure(): the values that it refuses, its messages, and when it takes effect.
#include <allfold/allfold.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include <cstdint>
#include <regex>
#include <string>
#include <thread>

#include "life/right_answers.h"
#include "support/kernels.h"
#include "support/ranks.h"

namespace allfold_test {
namespace {

// Expects a refusal, with a message of the form `where: problem: expected; what to do` that names
// the wrong value and a right one.
void expect_refused(const char* variable, const char* value, const std::string& wrong,
                    const std::string& right) {
  SCOPED_TRACE(std::string(variable) + "=" + (value ? value : "(unset)"));
  EXPECT_EQ(allfold_configure(variable, value), 1);
  const std::string message = allfold_error();
  EXPECT_TRUE(std::regex_match(message, std::regex(".+: .+(: |; |\\(did you mean ).+"))) << message;
  EXPECT_NE(message.find(wrong), std::string::npos) << message;
  EXPECT_NE(message.find(right), std::string::npos) << message;
}

TEST(Configure, RefusesUnknownVariables) {
  expect_refused("ALLFOLD_ALREDUCE", "auto", "ALLFOLD_ALREDUCE", "ALLFOLD_ALLREDUCE");
  expect_refused("ALLFOLD_VERBOS", "1", "ALLFOLD_VERBOS", "ALLFOLD_VERBOSE");
  expect_refused("ALLFOLD_STAT", nullptr, "ALLFOLD_STAT", "ALLFOLD_STATS");
}

TEST(Configure, RefusesUnknownKernels) {
  const std::string kernel = allfold_kernel(0);
  const std::string misspelt = kernel.substr(0, kernel.size() - 1);
  expect_refused("ALLFOLD_ALLREDUCE", misspelt.c_str(), misspelt, kernel);
  expect_refused("ALLFOLD_REDUCE", "", "missing name of an algorithm", "allfold list");
}

TEST(Configure, RefusesKernelsThatDoNotServeTheCollective) {
  for (int i = 0; const char* kernel = allfold_kernel(i); ++i) {
    if (!allfold_kernel_serves(kernel, "reduce")) {
      expect_refused("ALLFOLD_REDUCE", kernel, kernel, "ALLFOLD_ALLREDUCE");
    }
    if (!allfold_kernel_serves(kernel, "allreduce")) {
      expect_refused("ALLFOLD_ALLREDUCE", kernel, kernel, "ALLFOLD_REDUCE");
    }
  }
}

TEST(Configure, RefusesMalformedValues) {
  expect_refused("ALLFOLD_STATS", "yes", "yes", "1");
  expect_refused("ALLFOLD_VERBOSE", "3", "3", "2");
  expect_refused("ALLFOLD_RULES", "", "ALLFOLD_RULES", "none");
  expect_refused("ALLFOLD_TUNE", "on", "'on'", "online");
  expect_refused("ALLFOLD_TUNE_FILE", "", "ALLFOLD_TUNE_FILE", "none");
  expect_refused("ALLFOLD_ALLREDUCE", "ring:", "ring:", "ring");
  expect_refused("ALLFOLD_ALLREDUCE", "ring:nonsense=1", "nonsense", "ring");
  for (const char* value : {"halvings", "halvings=", "halvings=x", "halvings=-1", "halvings=1x",
                            "halvings=99999999999999999999"}) {
    const std::string whole = std::string("elimination-overlapping:") + value;
    expect_refused("ALLFOLD_ALLREDUCE", whole.c_str(), value, "halvings");
  }
}

TEST(Configure, RefusesToLearnWhereResultsAreToBeReproducible) {
  const auto both = {"ALLFOLD_TUNE=online", "ALLFOLD_REPRODUCIBLE=1"};
  EXPECT_EQ(allfold_configure("ALLFOLD_TUNE", "online"), 0);
  for (const char* name : both) expect_refused("ALLFOLD_REPRODUCIBLE", "1", name, "unset");
  EXPECT_EQ(allfold_configure("ALLFOLD_TUNE", nullptr), 0);
  EXPECT_EQ(allfold_configure("ALLFOLD_REPRODUCIBLE", "1"), 0);
  for (const char* name : both) expect_refused("ALLFOLD_TUNE", "online", name, "unset");
  EXPECT_EQ(allfold_configure("ALLFOLD_REPRODUCIBLE", nullptr), 0);
}

TEST(Configure, ChangesNothingWhenItRefuses) {
  const std::string kernel = allfold_kernel(0);
  with_configuration(Collective::allreduce, kernel, ServedBy::forced_kernel, [](const Turn& turn) {
    EXPECT_EQ(allfold_configure("ALLFOLD_ALLREDUCE", "no-such-kernel"), 1);
    MPI_Comm comm;
    MPI_Comm_dup(turn.comm, &comm);  // made after the refusal; the earlier value applies
    EXPECT_TRUE(small_sum_is_right(comm));
    MPI_Comm_free(&comm);
  });
}

TEST(Configure, RulesCommunicatorsThatAreFirstReducedOnLater) {
  const char* first = allfold_kernel(0);
  const char* second = allfold_kernel(1);
  MPI_Comm known;
  MPI_Comm unknown;
  MPI_Comm_dup(MPI_COMM_WORLD, &known);
  MPI_Comm_dup(MPI_COMM_WORLD, &unknown);
  configure(Collective::allreduce, first);
  EXPECT_TRUE(small_sum_is_right(known));

  configure(Collective::allreduce, second);
  const std::uint64_t by_first = allfold_calls("allreduce", first);
  const std::uint64_t by_second = allfold_calls("allreduce", second);
  EXPECT_TRUE(small_sum_is_right(known));
  EXPECT_TRUE(small_sum_is_right(unknown));
  if (size_of(MPI_COMM_WORLD) > 1) {
    EXPECT_EQ(allfold_calls("allreduce", first), by_first + 1);
    EXPECT_EQ(allfold_calls("allreduce", second), by_second + 1);
  }
  configure(Collective::allreduce, nullptr);
  MPI_Comm_free(&known);
  MPI_Comm_free(&unknown);
}

TEST(Configure, NativeIsAChoiceToo) {
  const std::uint64_t native = allfold_calls("allreduce", "native");
  configure(Collective::allreduce, "native");
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  EXPECT_TRUE(small_sum_is_right(comm));
  EXPECT_EQ(allfold_calls("allreduce", "native"), native + 1);
  MPI_Comm_free(&comm);
  configure(Collective::allreduce, nullptr);
}

TEST(Configure, ErrorsAreTheThreadsOwn) {
  EXPECT_EQ(allfold_configure("ALLFOLD_STATS", "maybe"), 1);
  EXPECT_STRNE(allfold_error(), "");
  std::thread([] { EXPECT_STREQ(allfold_error(), ""); }).join();
}

TEST(Configure, NamesThatDoNotExistHaveNoCalls) {
  EXPECT_EQ(allfold_calls("allreduce", "no-such-kernel"), 0u);
  EXPECT_EQ(allfold_calls("bcast", nullptr), 0u);
  EXPECT_EQ(allfold_kernel(-1), nullptr);
  EXPECT_EQ(allfold_kernel_serves("no-such-kernel", "allreduce"), 0);
  EXPECT_EQ(allfold_kernel_serves(allfold_kernel(0), "bcast"), 0);
  EXPECT_EQ(allfold_kernel_keeps_rank_order("no-such-kernel"), 0);
}

}  // namespace
}  // namespace allfold_test
