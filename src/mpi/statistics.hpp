/// @file Statistics: what was called, what served it, and how long it took.
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

namespace allfold::mpi {

/// Calls by collective, kernel and reason, counted always. A kernel is null for the MPI library.
class CallCounts {
 public:
  /// The most kernels that there may be.
  static constexpr std::size_t most_kernels = 64;
  /// Further ones are counted, and forgotten.
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

  /// Counts calls for which nothing was chosen.
  [[nodiscard]] Counter& counter(schedule::Collective collective,
                                 const algorithms::Kernel* kernel) {
    return calls_[static_cast<std::size_t>(collective)][index_of(kernel)];
  }
  /// Counts calls that the kernel serves for this reason.
  [[nodiscard]] Counter& counter(schedule::Collective collective, const algorithms::Kernel* kernel,
                                 std::string_view reason);
  /// Whether any call was counted.
  [[nodiscard]] bool has_any() const;
  /// For whatever reason.
  [[nodiscard]] std::uint64_t calls(schedule::Collective collective,
                                    const algorithms::Kernel* kernel) const;
  /// The reason `index` of this kernel's; null past the last one.
  [[nodiscard]] const ByReason* reason(schedule::Collective collective,
                                       const algorithms::Kernel* kernel, int index) const;

 private:
  static std::size_t index_of(const algorithms::Kernel* kernel);
  std::array<std::array<Counter, most_kernels + 1>, 2> calls_ = {};
  mutable std::mutex mutex_;
  std::list<ByReason> by_reason_;  ///< where each stays in its place; empty it allocates nothing
};

/// One row of the table.
struct StatisticsKey {
  schedule::Collective collective = schedule::Collective::allreduce;
  int ranks = 0;
  int size_class = 0;  ///< 0: no bytes; k: [2^(k-1), 2^k) bytes
  std::string served_by;
  std::string reason;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the 0 that `= default` compares with.
  friend std::strong_ordering operator<=>(const StatisticsKey&, const StatisticsKey&) = default;
};
struct StatisticsSums {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};
using StatisticsTable = std::map<StatisticsKey, StatisticsSums>;

/// Kept when the user asks for the table.
class Statistics {
 public:
  /// As this process wants; communicators agree on what their ranks want.
  void follow(const select::Configuration& configuration) { is_on_ = configuration.statistics > 0; }
  [[nodiscard]] bool is_on() const { return is_on_.load(std::memory_order_relaxed); }

  void add(const StatisticsKey& key, const StatisticsSums& sums);
  [[nodiscard]] StatisticsTable table() const;

 private:
  std::atomic<bool> is_on_ = false;
  mutable std::mutex mutex_;
  StatisticsTable table_;
};

/// A table as bytes that another rank can read.
[[nodiscard]] std::string packed(const StatisticsTable& table);
/// Adds a packed table: calls and bytes are summed, of the seconds the larger is kept.
void merge_packed(StatisticsTable& table, std::string_view packed);

/// The table as lines of text. `of_whom` is "3 ranks", for example.
[[nodiscard]] std::string text_of(const StatisticsTable& table, std::string_view of_whom);

}  // namespace allfold::mpi
