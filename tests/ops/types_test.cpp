#include "types.hpp"

#include <gtest/gtest.h>

#include <set>

namespace allfold::ops::test {
namespace {

TEST(ElementTypes, AreAsLongAsInC) {
  for (const ops::ElementType type : ops::all_element_types()) {
    EXPECT_EQ(ops::size_of(type), with_type(type, []<typename T>() { return sizeof(T); }))
        << ops::name_of(type);
  }
}

TEST(ElementTypes, HaveNames) {
  std::set<std::string_view> names;
  for (const ops::ElementType type : ops::all_element_types()) names.insert(ops::name_of(type));
  for (const ops::ReductionOp op : ops::all_reduction_ops()) names.insert(ops::name_of(op));
  EXPECT_EQ(names.size(), ops::element_types + ops::reduction_ops);
  EXPECT_EQ(ops::name_of(ops::ElementType::double_double), "double_double");
  EXPECT_EQ(ops::name_of(ops::ReductionOp::minloc), "minloc");
}

TEST(LoopTargets, EndWithOneThatRunsEverywhere) {
  ASSERT_FALSE(ops::loop_targets().empty());
  EXPECT_TRUE(ops::loop_targets().back().runs_here());
}

TEST(LoopTargets, TheBestThatRunsIsFound) {
  const ops::LoopTarget* best = ops::loop_targets().data();
  while (!best->runs_here()) ++best;
  for (const ops::ReductionOp op : ops::all_reduction_ops()) {
    for (const ops::ElementType type : ops::all_element_types()) {
      EXPECT_EQ(ops::find_loop(op, type), best->find(op, type))
          << ops::name_of(op) << ' ' << ops::name_of(type);
    }
  }
}

}  // namespace
}  // namespace allfold::ops::test
