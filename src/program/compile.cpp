#include "program/compile.hpp"

#include <utility>

#include "program/direct_receives.hpp"
#include "program/link.hpp"

namespace allfold::program {

schedule::Schedule directed(schedule::Schedule flat, Binding binding) {
  return binding == Binding::separate ? with_direct_receives(std::move(flat)) : flat;
}

Program compile(const schedule::Schedule& directed, Binding binding,
                const Segmentation& segmentation) {
  if (segmentation.log2_segments == 0) return link(directed, binding, segmentation.pace);
  return link(segmented(directed, segmentation), binding, segmentation.pace);
}

Program compile(schedule::Plan plan, Binding binding, const Segmentation& segmentation) {
  return compile(directed(schedule::flatten(std::move(plan)), binding), binding, segmentation);
}

}  // namespace allfold::program
