/// @file Statistics: which calls were made, what served them, and how long they took.
#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/kernel.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::record {

/// Calls by collective, kernel and reason; always counted. The kernel is null for the MPI library.
class CallCounts {
 public:
  /// Limit on the number of kernels.
  static constexpr std::size_t most_kernels = 64;
  /// Limit on the number of reasons. Calls with further ones are counted without the reason.
  static constexpr std::size_t most_reasons = 256;

  using Counter = std::atomic<std::uint64_t>;
  struct ByReason {
    schedule::Collective collective;
    const algorithms::Kernel* kernel;
    std::string reason;
    Counter calls = 0;

    ByReason(schedule::Collective of, const algorithms::Kernel* by, std::string_view why)
        : collective(of), kernel(by), reason(why) {}
  };

  /// Counter of calls without a recorded reason.
  [[nodiscard]] Counter& counter(schedule::Collective collective,
                                 const algorithms::Kernel* kernel) {
    return calls_[static_cast<std::size_t>(collective)][index_of(kernel)];
  }
  /// Counter of calls that the kernel serves for this reason.
  [[nodiscard]] Counter& counter(schedule::Collective collective, const algorithms::Kernel* kernel,
                                 std::string_view reason);
  /// Whether any call was counted.
  [[nodiscard]] bool has_any() const;
  /// The number of calls for all reasons.
  [[nodiscard]] std::uint64_t calls(schedule::Collective collective,
                                    const algorithms::Kernel* kernel) const;
  /// The reason number `index` of this kernel; null past the last one.
  [[nodiscard]] const ByReason* reason(schedule::Collective collective,
                                       const algorithms::Kernel* kernel, int index) const;

 private:
  static std::size_t index_of(const algorithms::Kernel* kernel);
  std::array<std::array<Counter, most_kernels + 1>, 2> calls_ = {};
  mutable std::mutex mutex_;
  std::list<ByReason> by_reason_;  ///< a list, so that entries stay in place
};

/// One row of the table.
struct StatisticsKey {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 0;
  int size_class = 0;  ///< 0: no bytes; k: [2^(k-1), 2^k) bytes
  std::string served_by;
  std::string reason;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 flags the 0 of a defaulted <=>.
  friend std::strong_ordering operator<=>(const StatisticsKey&, const StatisticsKey&) = default;
};
struct StatisticsSums {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};
using StatisticsTable = std::map<StatisticsKey, StatisticsSums>;

/// The table, which is kept if the user asks for it.
class Statistics {
 public:
  /// The setting of this process. The ranks of a communicator agree on theirs.
  void follow(const select::Configuration& configuration) { is_on_ = configuration.statistics > 0; }
  [[nodiscard]] bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  void add(const StatisticsKey& key, const StatisticsSums& sums);
  [[nodiscard]] StatisticsTable table() const;

 private:
  std::atomic<bool> is_on_ = false;
  mutable std::mutex mutex_;
  StatisticsTable table_;
};

/// Serialises a table for another rank.
[[nodiscard]] std::string packed(const StatisticsTable& table);
/// Merges a packed table: calls and bytes are added, and of the seconds the maximum is kept.
void merge_packed(StatisticsTable& table, std::string_view packed);

/// The table as lines of text. `of_whom` is, for example, "3 ranks".
[[nodiscard]] std::string text_of(const StatisticsTable& table, std::string_view of_whom);

}  // namespace allfold::mpi::record
