/// @file Comparisons: what this process has seen of the calls that were made both ways.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>

#include "comparison/tally.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi {

/// May be used by several threads. What there is no memory for is not counted.
class Comparisons {
 public:
  /// Whether ALLFOLD_MODE says so; from now on, or no longer.
  void follow(const select::Configuration& configuration) {
    is_on_ = configuration.mode == select::Mode::compare;
  }
  [[nodiscard]] bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  /// Who counts a call: the first rank of its communicator does for all.
  enum class Counting : unsigned char { counts, is_counted_by_another };

  void note(const comparison::CallKind& kind, const comparison::CallSums& sums, Counting counting);
  void note_not_compared(std::string_view reason, Counting counting);
  void note_mismatch(const std::string& text);
  void note_unexplained(const std::string& text);

  /// How many mismatches this process has told of at once, with this one.
  [[nodiscard]] int next_message() { return ++messages_; }
  /// The same of files.
  [[nodiscard]] int next_file() { return ++files_; }

  /// What this rank knows, whoever counts the calls.
  [[nodiscard]] comparison::Tally of_rank() const;
  /// Its part of what all ranks know.
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

}  // namespace allfold::mpi
