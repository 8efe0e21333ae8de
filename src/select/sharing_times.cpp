#include "select/sharing_times.hpp"

#include "algorithms/link_sharing.hpp"

namespace allfold::select {

std::size_t SharingTimes::Hash::operator()(const Key& key) const {
  return algorithms::hash_of(key.parameters) * 31 + static_cast<std::size_t>(key.ranks);
}

double SharingTimes::seconds_a_byte(const algorithms::Kernel& kernel, const algorithms::Task& task,
                                    const cost::CostModel& model) {
  if (!model.has_shared_links()) return 0;
  Key key{.kernel = &kernel,
          .collective = task.collective,
          .ranks = task.ranks,
          .ranks_per_node = model.ranks_per_node,
          .betas_and_group = {model.link.beta, model.beta_far, model.beta_adapter,
                              model.nodes_per_group},
          .parameters = task.parameters,
          .nodes = task.nodes};
  const std::lock_guard lock(mutex_);
  const auto known = found_.find(key);
  if (known != found_.end()) return known->second;
  // They are found anew soon: forgetting all is simpler than forgetting the oldest.
  if (found_.size() >= most_candidates) found_.clear();
  const double seconds = algorithms::seconds_a_byte_of_sharing(kernel, task, model);
  found_.emplace(std::move(key), seconds);
  return seconds;
}

}  // namespace allfold::select
