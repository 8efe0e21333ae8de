#include "mpi/record/statistics.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "algorithms/registry.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::mpi::record {

std::size_t CallCounts::index_of(const algorithms::Kernel* kernel) {
  return kernel == nullptr ? most_kernels
                           : static_cast<std::size_t>(kernel - algorithms::kernels().data());
}

std::uint64_t CallCounts::calls(schedule::Collective collective,
                                const algorithms::Kernel* kernel) const {
  std::uint64_t all = calls_[static_cast<std::size_t>(collective)][index_of(kernel)].load(
      std::memory_order_relaxed);
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

void Statistics::add(const StatisticsKey& key, const StatisticsSums& sums) {
  const std::lock_guard lock(mutex_);
  StatisticsSums& row = table_[key];
  row.calls += sums.calls;
  row.bytes += sums.bytes;
  row.seconds += sums.seconds;
}

StatisticsTable Statistics::table() const {
  const std::lock_guard lock(mutex_);
  return table_;
}

std::string packed(const StatisticsTable& table) {
  auto rows = nlohmann::json::array();
  for (const auto& [key, sums] : table)
    rows.push_back({static_cast<int>(key.collective), key.ranks, key.size_class, key.served_by,
                    key.reason, sums.calls, sums.bytes, sums.seconds});
  // What served a call may contain the name of a file, which need not be UTF-8.
  return rows.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void merge_packed(StatisticsTable& table, std::string_view packed) {
  for (const auto& row : nlohmann::json::parse(packed)) {
    StatisticsSums& sums =
        table[{.collective = static_cast<schedule::Collective>(row[0].get<int>()),
               .ranks = row[1],
               .size_class = row[2],
               .served_by = row[3],
               .reason = row[4]}];
    sums.calls += row[5].get<std::uint64_t>();
    sums.bytes += row[6].get<std::uint64_t>();
    sums.seconds = std::max(sums.seconds, row[7].get<double>());
  }
}

std::string text_of(const StatisticsTable& table, std::string_view of_whom) {
  std::string text = text::format("allfold: statistics of {}\n", of_whom);
  constexpr auto line = "allfold: {:<10}  {:>5}  {:>8}  {:>9}  {:>13}  {:>10}  {:<27}  {}";
  const auto add = [&](std::string row) {
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + '\n';
  };
  add(text::format(line, "collective", "ranks", "bytes", "calls", "total bytes", "seconds",
                   "algorithm", "reason"));
  for (const auto& [key, sums] : table)
    add(text::format(line, schedule::name_of(key.collective), key.ranks,
                     text::size_class_name(key.size_class), sums.calls, sums.bytes,
                     text::format("{:.6f}", sums.seconds), key.served_by, key.reason));
  return text;
}

}  // namespace allfold::mpi::record
