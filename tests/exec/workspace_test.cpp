/// Work memory is lent and returned, and can be lent again.
#include "exec/workspace.hpp"

#include <gtest/gtest.h>

namespace allfold::exec {
namespace {

TEST(Workspace, lends_the_same_memory_again) {
  WorkspacePool pool;
  void* first = nullptr;
  {
    const auto loan = pool.borrow();
    first = loan->bytes(1000);
  }
  const auto loan = pool.borrow();
  EXPECT_EQ(loan->bytes(1000), first);
  const auto other = pool.borrow();
  EXPECT_NE(other.get(), loan.get());
}

}  // namespace
}  // namespace allfold::exec
