#include "node_model/fibers.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace allfold::node_model {
namespace {

TEST(Fibers, RunInTheOrderOfTheirClocks) {
  Fibers fibers;
  std::string order;
  fibers.run(3, [&](int fiber) {
    // Fiber 0 takes steps of 5 ns, fiber 1 of 3 ns, fiber 2 of 2 ns.
    constexpr int steps[] = {5, 3, 2};
    for (int step = 0; step < 3; ++step) {
      fibers.clock() += steps[fiber];
      fibers.let_others_catch_up();
      order += std::to_string(static_cast<int>(fibers.clock())) + ' ';
    }
  });
  EXPECT_EQ(order, "2 3 4 5 6 6 9 10 15 ");
}

TEST(Fibers, MeetAtTheLatestClock) {
  Fibers fibers;
  fibers.run(4, [&](int fiber) {
    fibers.clock() += 10 * fiber;
    fibers.meet(fiber == 0 ? 50 : 0, 7);
    EXPECT_EQ(fibers.clock(), 57);
    fibers.meet(0, 1);
    EXPECT_EQ(fibers.clock(), 58);
  });
}

TEST(Fibers, AWaitWithoutEndIsReported) {
  Fibers fibers;
  const auto run = [&] {
    fibers.run(3, [&](int fiber) {
      if (fiber > 0) fibers.block();
    });
  };
  try {
    run();
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "deadlock: 2 of 3 ranks wait without end");
  }
}

TEST(Fibers, WhatAFiberThrowsIsThrownFromRun) {
  Fibers fibers;
  EXPECT_THROW(fibers.run(2,
                          [](int fiber) {
                            if (fiber == 1) throw std::out_of_range("x");
                          }),
               std::out_of_range);
  EXPECT_FALSE(fibers.is_running());
}

}  // namespace
}  // namespace allfold::node_model
