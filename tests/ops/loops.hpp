/// @file Tests of all loops of each target that this processor supports.
#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "ops/loops.hpp"

namespace allfold::ops {

inline void PrintTo(const LoopTarget& target, std::ostream* out) { *out << target.name; }

namespace test {

class Loops : public testing::TestWithParam<ops::LoopTarget> {
 protected:
  void SetUp() override {
    if (!GetParam().runs_here()) GTEST_SKIP() << "this processor has no " << GetParam().name;
  }

  /// Calls f(op, type, loop) for each loop that exists.
  template <typename F>
  void for_each_loop(F f) {
    for (const ops::ReductionOp op : ops::all_reduction_ops()) {
      for (const ops::ElementType type : ops::all_element_types()) {
        const ops::Loop* const loop = GetParam().find(op, type);
        if (loop == nullptr) continue;
        SCOPED_TRACE(std::string(ops::name_of(op)) + " of " + std::string(ops::name_of(type)));
        f(op, type, *loop);
        if (HasFailure()) return;
      }
    }
  }
};

}  // namespace test
}  // namespace allfold::ops
