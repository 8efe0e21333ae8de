#include "schedule/compile.hpp"

#include <utility>

#include "schedule/direct.hpp"

namespace allfold {

Schedule directed(Schedule flat, Binding binding) {
  return binding == Binding::separate ? with_direct_receives(std::move(flat)) : flat;
}

Program compile(const Schedule& directed, Binding binding, const Segmentation& segmentation) {
  if (segmentation.log2_segments == 0) return link(directed, binding);
  return link(segmented(directed, segmentation), binding);
}

Program compile(Plan plan, Binding binding, const Segmentation& segmentation) {
  return compile(directed(flatten(std::move(plan)), binding), binding, segmentation);
}

}  // namespace allfold
