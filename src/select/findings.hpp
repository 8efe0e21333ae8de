/// @file Findings: a cache of values that were computed for candidates.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"

namespace allfold::select {

/// A cache of one value for each kernel with parameters, number of ranks and machine. Several
/// threads may use it at the same time.
template <class Value>
class Findings {
 public:
  /// The cached value, or otherwise what `find()` returns. The task's root is ignored. `part`
  /// distinguishes several values of the same candidate.
  template <class Find>
  [[nodiscard]] Value get(const algorithms::Kernel& kernel, const algorithms::Task& task,
                          const cost::CostModel& model, Find find, std::size_t part = 0) {
    Subject subject{.kernel = &kernel,
                    .collective = task.collective,
                    .ranks = task.ranks,
                    .parameters = task.parameters,
                    .nodes = task.nodes,
                    .model = model,
                    .part = part};
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(subject); known != known_.end()) return known->second;
    // Values are found again quickly: dropping all is simpler than dropping the oldest.
    if (known_.size() >= most_known) known_.clear();
    return known_.emplace(std::move(subject), find()).first->second;
  }

 private:
  static constexpr std::size_t most_known = 4096;
  struct Subject {
    const algorithms::Kernel* kernel;
    schedule::Collective collective;
    int ranks;
    algorithms::Parameters parameters;
    algorithms::Nodes nodes;
    cost::CostModel model;
    std::size_t part;
    friend bool operator==(const Subject&, const Subject&) = default;
  };
  struct Hash {
    std::size_t operator()(const Subject& subject) const {
      return algorithms::hash_of(subject.parameters) * 31 +
             static_cast<std::size_t>(subject.ranks) + subject.part;
    }
  };

  std::mutex mutex_;
  std::unordered_map<Subject, Value, Hash> known_;
};

}  // namespace allfold::select
