/// @file Findings: what was found out of the candidates that were asked for last.
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"

namespace allfold::select {

/// One value for each kernel with its parameters, on a number of ranks of a machine. May be used by
/// several threads.
template <class Value>
class Findings {
 public:
  /// What is known, or otherwise what `find()` returns. The task's root does not count. `part` tells
  /// apart what is found of the same candidate.
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
    // They are found anew soon: forgetting all is simpler than forgetting the oldest.
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
