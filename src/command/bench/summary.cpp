#include "command/bench/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "command/sizes.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

std::vector<Summary> summaries(const std::vector<Row>& rows) {
  std::vector<Summary> all;
  std::vector<std::array<double, 2>> counts;
  for (const Row& row : rows) {
    const auto found =
        std::ranges::find_if(all, [&](const Summary& each) { return each.is_of(row); });
    const auto place = static_cast<std::size_t>(found - all.begin());
    if (place == all.size()) {
      all.push_back(
          {.ranks = row.ranks, .collective = row.collective, .timing = row.timing, .worst = row});
      counts.push_back({});
    }
    Summary& summary = all[place];
    summary.all += std::log(row.times.ratio.median);
    if (!row.times.natives.empty()) summary.to_best += std::log(row.times.best_ratio.median);
    counts[place][0] += 1;
    if (row.times.ratio.median < summary.worst.times.ratio.median) summary.worst = row;
    if (row.bytes < Summary::long_bytes) continue;
    summary.long_vectors += std::log(row.times.ratio.median);
    counts[place][1] += 1;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].all = std::exp(all[i].all / counts[i][0]);
    all[i].to_best = std::exp(all[i].to_best / counts[i][0]);
    all[i].long_vectors = counts[i][1] > 0 ? std::exp(all[i].long_vectors / counts[i][1]) : 0;
  }
  return all;
}

double bandwidth(std::int64_t bytes, double seconds) {
  return seconds > 0 ? static_cast<double>(bytes) / seconds : 0;
}

double bus_bandwidth(const Row& row, double seconds) {
  const double by_algorithm = bandwidth(row.bytes, seconds);
  if (schedule::has_root(row.collective)) return by_algorithm;
  // All but its own share of the vector goes to a rank, and once more if it wants the whole result.
  const int ways = schedule::goes_to_all(row.collective) ? 2 : 1;
  return by_algorithm * ways * (row.ranks - 1) / row.ranks;
}

std::vector<std::string> left_out(const std::vector<Row>& rows) {
  std::vector<std::string> all;
  for (const Row& row : rows)
    for (const std::string& each : row.times.left_out)
      all.push_back(text::format("{} {}, {}, {}", schedule::name_of(row.collective), each,
                                 readable_bytes(row.bytes), measure::name_of(row.timing)));
  return all;
}

}  // namespace allfold::command::bench
