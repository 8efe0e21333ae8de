/// @file Call counts: how many calls each algorithm has served, and why.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <string_view>

#include "algorithms/kernel.hpp"

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
    return calls_[schedule::index_of(collective)][index_of(kernel)];
  }
  /// Counts a call that goes to the MPI library without a decision.
  void count_native(schedule::Collective collective) {
    counter(collective, nullptr).fetch_add(1, std::memory_order_relaxed);
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
  std::array<std::array<Counter, most_kernels + 1>, schedule::all_collectives.size()> calls_ = {};
  mutable std::mutex mutex_;
  std::list<ByReason> by_reason_;  ///< a list, so that entries stay in place
};

}  // namespace allfold::mpi::record
