#include "select/sharing_times.hpp"

#include "algorithms/link_sharing.hpp"

namespace allfold::select {

double SharingTimes::seconds_a_byte(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                    const cost::CostModel& model) {
  if (!model.has_shared_links()) return 0;
  return found_.get(kernel, task, model,
                    [&] { return algorithms::seconds_a_byte_of_sharing(kernel, task, model); });
}

double SharingTimes::vectors_on_busiest_link(const algorithms::Kernel& kernel,
                                             const algorithms::Task& task) {
  return busiest_.get(kernel, task, cost::CostModel{},
                      [&] { return algorithms::vectors_on_busiest_link(kernel, task); });
}

}  // namespace allfold::select
