#include "mpi/record/call_counts.hpp"

#include <algorithm>

#include "algorithms/registry.hpp"

namespace allfold::mpi::record {

std::size_t CallCounts::index_of(const algorithms::Kernel* kernel) {
  return kernel == nullptr ? most_kernels
                           : static_cast<std::size_t>(kernel - algorithms::kernels().data());
}

std::uint64_t CallCounts::calls(schedule::Collective collective,
                                const algorithms::Kernel* kernel) const {
  std::uint64_t all =
      calls_[schedule::index_of(collective)][index_of(kernel)].load(std::memory_order_relaxed);
  const std::lock_guard lock(mutex_);
  for (const ByReason& each : by_reason_)
    if (each.collective == collective && each.kernel == kernel)
      all += each.calls.load(std::memory_order_relaxed);
  return all;
}

bool CallCounts::has_any() const {
  const auto is_counted = [](const Counter& counter) {
    return counter.load(std::memory_order_relaxed) > 0;
  };
  if (std::ranges::any_of(
          calls_, [&](const auto& kernels) { return std::ranges::any_of(kernels, is_counted); }))
    return true;
  const std::lock_guard lock(mutex_);
  return std::ranges::any_of(by_reason_, is_counted, &ByReason::calls);
}

CallCounts::Counter& CallCounts::counter(schedule::Collective collective,
                                         const algorithms::Kernel* kernel,
                                         std::string_view reason) {
  const std::lock_guard lock(mutex_);
  const auto found = std::ranges::find_if(by_reason_, [&](const ByReason& each) {
    return each.collective == collective && each.kernel == kernel && each.reason == reason;
  });
  if (found != by_reason_.end()) return found->calls;
  if (by_reason_.size() == most_reasons) return counter(collective, kernel);
  return by_reason_.emplace_back(collective, kernel, reason).calls;
}

const CallCounts::ByReason* CallCounts::reason(schedule::Collective collective,
                                               const algorithms::Kernel* kernel, int index) const {
  const std::lock_guard lock(mutex_);
  for (const ByReason& each : by_reason_)
    if (each.collective == collective && each.kernel == kernel && index-- == 0) return &each;
  return nullptr;
}

}  // namespace allfold::mpi::record
