#include "select/candidates.hpp"

namespace allfold::select {

CandidateCache::NodeCounts CandidateCache::counts_of(const algorithms::Kernel& kernel,
                                                     const algorithms::Nodes& nodes) {
  if (kernel.carrier != algorithms::Carrier::both) return {};
  return {nodes.count(), nodes.fewest(), nodes.most(), nodes.hold_successive_ranks()};
}

CandidateCache::List CandidateCache::get(const algorithms::Kernel& kernel,
                                         const algorithms::Task& task, AllowedBrackets brackets) {
  const std::lock_guard lock(mutex_);
  const Key key{&kernel, task.collective, task.ranks, brackets, counts_of(kernel, task.nodes)};
  if (const auto found = lists_.find(key); found != lists_.end()) return found->second;
  std::vector<Candidate> list;
  for (algorithms::Parameters& parameters : algorithms::all_parameters(kernel, task)) {
    algorithms::Task own = task;
    own.parameters = parameters;
    if (brackets == AllowedBrackets::class_f &&
        kernel.bracketing(own) != algorithms::Bracketing::class_f)
      continue;
    list.push_back({.parameters = std::move(parameters), .claim = kernel.claim(own)});
  }
  // Lists are made again quickly: dropping all is simpler than dropping the oldest.
  if (lists_.size() >= most_lists) lists_.clear();
  return lists_[key] = std::make_shared<const std::vector<Candidate>>(std::move(list));
}

// In shared memory slices can have any length.
std::int64_t CandidateCache::blocks(const algorithms::Kernel& kernel,
                                    const algorithms::Task& task) {
  if (kernel.carrier == algorithms::Carrier::shared_memory) return 1;
  return blocks_.get(kernel, task, cost::CostModel{}, [&] { return kernel.generate(task).blocks; });
}

}  // namespace allfold::select
