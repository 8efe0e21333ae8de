/// @file Candidates: the parameters of a kernel that may be the cheapest, with what they cost.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "select/findings.hpp"
#include "select/program_times.hpp"
#include "select/sharing_times.hpp"

namespace allfold::select {

struct Candidate {
  algorithms::Parameters parameters;
  algorithms::Claim claim;
};

/// Which bracketings a choice may have.
enum class AllowedBrackets : std::uint8_t { all, class_f };

/// A cache of the candidates of kernels and numbers of ranks, and of the times of programs. Several
/// threads may use it at the same time.
class CandidateCache {
 public:
  using List = std::shared_ptr<const std::vector<Candidate>>;
  /// All parameters of `kernel` that make a difference for the task, with their cost in closed
  /// form; with `class_f` those that bracket as the tree F does. The task's root is ignored.
  [[nodiscard]] List get(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         AllowedBrackets brackets);
  [[nodiscard]] ProgramTimes& times() { return times_; }
  [[nodiscard]] SharingTimes& sharing() { return sharing_; }
  /// The number of blocks into which a kernel divides vectors; 1 in shared memory, where slices can
  /// have any length.
  [[nodiscard]] std::int64_t blocks(const algorithms::Kernel& kernel, const algorithms::Task& task);

 private:
  static constexpr std::size_t most_lists = 256;
  /// Only these numbers of the nodes make a difference.
  using NodeCounts = std::tuple<int, int, int, bool>;
  using Key =
      std::tuple<const algorithms::Kernel*, schedule::Collective, int, AllowedBrackets, NodeCounts>;
  static NodeCounts counts_of(const algorithms::Kernel& kernel, const algorithms::Nodes& nodes);

  std::mutex mutex_;
  std::map<Key, List> lists_;
  ProgramTimes times_;
  SharingTimes sharing_;
  Findings<std::int64_t> blocks_;
};

}  // namespace allfold::select
