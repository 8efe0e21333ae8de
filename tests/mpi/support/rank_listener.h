// What the ranks other than 0 print: their failures only, each line marked with the rank.
#ifndef ALLFOLD_TESTS_MPI_SUPPORT_RANK_LISTENER_H
#define ALLFOLD_TESTS_MPI_SUPPORT_RANK_LISTENER_H

#include <gtest/gtest.h>

#include <string>

namespace allfold_test {

class RankListener : public testing::EmptyTestEventListener {
 public:
  explicit RankListener(int rank) : rank_(rank) {}

  void OnTestStart(const testing::TestInfo& test) override;
  // At once, not at the test's end: a rank that leaves a test early may leave the others waiting.
  void OnTestPartResult(const testing::TestPartResult& result) override;

 private:
  int rank_;
  std::string test_;  // GoogleTest may not be asked for it while it hands out a result
};

}  // namespace allfold_test

#endif
