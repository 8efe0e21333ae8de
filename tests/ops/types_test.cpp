#include "types.hpp"

#include <gtest/gtest.h>

#include <set>

namespace allfold::test {
namespace {

TEST(ElementTypes, AreAsLongAsInC) {
  for (const ElementType type : all_element_types()) {
    EXPECT_EQ(size_of(type), with_type(type, []<typename T>() { return sizeof(T); }))
        << name_of(type);
  }
}

TEST(ElementTypes, HaveNames) {
  std::set<std::string_view> names;
  for (const ElementType type : all_element_types()) names.insert(name_of(type));
  for (const ReductionOp op : all_reduction_ops()) names.insert(name_of(op));
  EXPECT_EQ(names.size(), element_types + reduction_ops);
  EXPECT_EQ(name_of(ElementType::double_double), "double_double");
  EXPECT_EQ(name_of(ReductionOp::minloc), "minloc");
}

TEST(LoopTargets, EndWithOneThatRunsEverywhere) {
  ASSERT_FALSE(loop_targets().empty());
  EXPECT_TRUE(loop_targets().back().runs_here());
}

TEST(LoopTargets, TheBestThatRunsIsFound) {
  const LoopTarget* best = loop_targets().data();
  while (!best->runs_here()) ++best;
  for (const ReductionOp op : all_reduction_ops()) {
    for (const ElementType type : all_element_types()) {
      EXPECT_EQ(find_loop(op, type), best->find(op, type)) << name_of(op) << ' ' << name_of(type);
    }
  }
}

}  // namespace
}  // namespace allfold::test
