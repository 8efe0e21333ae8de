/// @file Sharing times: what candidates take longer as ranks share links.
#pragma once

#include <array>
#include <mutex>
#include <unordered_map>

#include "algorithms/kernel.hpp"
#include "cost/model.hpp"

namespace allfold::select {

/// What was found for the candidates that were asked for last. May be used by several threads.
class SharingTimes {
 public:
  /// algorithms::seconds_a_byte_of_sharing.
  [[nodiscard]] double seconds_a_byte(const algorithms::Kernel& kernel,
                                      const algorithms::Task& task, const cost::CostModel& model);

 private:
  static constexpr std::size_t most_candidates = 4096;
  struct Key {
    const algorithms::Kernel* kernel;
    schedule::Collective collective;
    int ranks;
    int ranks_per_node;
    std::array<double, 4> betas_and_group;
    algorithms::Parameters parameters;
    algorithms::Nodes nodes;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  std::mutex mutex_;
  std::unordered_map<Key, double, Hash> found_;
};

}  // namespace allfold::select
