// The output of ranks other than 0: only their failures, each line marked with the rank.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_RANK_LISTENER_H
#define ALLFOLD_TESTS_MPI_SUPPORT_RANK_LISTENER_H

#include <gtest/gtest.h>

#include <string>

namespace allfold_test {

class RankListener : public testing::EmptyTestEventListener {
 public:
  explicit RankListener(int rank) : rank_(rank) {}

  void OnTestStart(const testing::TestInfo& test) override;
  // Prints immediately, not at the end of the test: a rank that leaves a test early may cause a
  // deadlock of the others.
  void OnTestPartResult(const testing::TestPartResult& result) override;

 private:
  int rank_;
  std::string test_;  // GoogleTest must not be asked for the name while it reports a result
};

}  // namespace allfold_test

#endif
