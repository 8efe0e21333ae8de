/// @file Comparisons: results of the calls of this process that both libraries have served.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "comparison/tally.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::record {

/// Thread-safe. Calls are not counted if memory is short.
class Comparisons {
 public:
  /// Follows ALLFOLD_MODE: enables or disables comparisons from now on.
  void follow(const select::Configuration& configuration) {
    is_on_ = configuration.mode == select::Mode::compare;
  }
  [[nodiscard]] bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  /// Whether this rank counts a call. The first rank of its communicator does so for all ranks.
  enum class Counting : unsigned char { counts, is_counted_by_another };

  void note(const comparison::CallKind& kind, const comparison::CallSums& sums, Counting counting);
  void note_not_compared(std::string_view reason, Counting counting);
  void note_mismatch(const std::string& text);
  void note_unexplained(const std::string& text);

  /// The number of mismatches that this process has reported immediately, including this one.
  [[nodiscard]] int next_message() { return ++messages_; }
  /// The number of files that this process has written, including this one.
  [[nodiscard]] int next_file() { return ++files_; }

  /// All results of this rank, including calls that another rank counts.
  [[nodiscard]] comparison::Tally of_rank() const;
  /// This rank's contribution to the results of all ranks.
  [[nodiscard]] comparison::Tally part_of_all() const;

 private:
  [[nodiscard]] comparison::Tally& of(Counting counting) {
    return counting == Counting::counts ? counted_ : others_;
  }

  std::atomic<bool> is_on_ = false;
  std::atomic<int> messages_ = 0;
  std::atomic<int> files_ = 0;
  mutable std::mutex mutex_;
  comparison::Tally counted_;
  comparison::Tally others_;
};

}  // namespace allfold::mpi::record
