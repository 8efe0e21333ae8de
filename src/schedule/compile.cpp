#include "schedule/compile.hpp"

#include "schedule/direct.hpp"

namespace allfold {

Program compile(const Plan& plan, Binding binding, const Segmentation& segmentation) {
  Schedule schedule = flatten(plan);
  if (binding == Binding::separate) schedule = with_direct_receives(std::move(schedule));
  return link(segmented(std::move(schedule), segmentation), binding);
}

}  // namespace allfold
