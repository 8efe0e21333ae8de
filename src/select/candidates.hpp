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

/// Which brackets a choice may take.
enum class AllowedBrackets : std::uint8_t { all, class_f };

/// The candidates of the kernels and numbers of ranks asked for last, and the times of programs. May
/// be used by several threads.
class CandidateCache {
 public:
  using List = std::shared_ptr<const std::vector<Candidate>>;
  /// All parameters of `kernel` that make a difference for the task, with their cost in closed
  /// form; with `class_f` those that bracket as the tree F does. The task's root does not count.
  [[nodiscard]] List get(const algorithms::Kernel& kernel, const algorithms::Task& task,
                         AllowedBrackets brackets);
  [[nodiscard]] ProgramTimes& times() { return times_; }
  [[nodiscard]] SharingTimes& sharing() { return sharing_; }
  /// Into how many blocks a kernel divides vectors; 1 of a stage that takes them as they come.
  [[nodiscard]] std::int64_t blocks(const algorithms::Kernel& kernel, const algorithms::Task& task);

 private:
  static constexpr std::size_t most_lists = 256;
  /// Of nodes only these numbers make a difference.
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
