/// @file Core: what a core has on the way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "node_model/node.hpp"

namespace allfold::node_model {

/// When the latest transfers of a core end, of which so many may be on the way at once.
class Transfers {
 public:
  explicit Transfers(double most)
      : ends_(std::max<std::size_t>(static_cast<std::size_t>(most), 1)) {}
  /// When a further transfer may begin.
  [[nodiscard]] double free_at() const { return ends_[oldest_]; }
  void add(double end) {
    ends_[oldest_] = end;
    oldest_ = (oldest_ + 1) % ends_.size();
  }

 private:
  std::vector<double> ends_;
  std::size_t oldest_ = 0;
};

/// What a core has on the way. It executes out of order: it issues loads before the instructions
/// that precede them are done, and goes on while its stores wait for lines of other cores. Times
/// are in nanoseconds.
struct Core {
  explicit Core(const Node& node) : marks(node.in_flight.marks), vectors(node.in_flight.vectors) {}

  /// How far ahead of its clock a core issues loads.
  static constexpr double look_ahead = 200;
  /// How far behind a core's clock its last store may be: of vectors, and of marks.
  static constexpr double stores_held = 150;
  static constexpr double mark_stores_held = 400;

  double stored = 0;  ///< when the latest store is visible to others; stores are in order
  double floor = 0;   ///< no load is issued before: the core waited until then
  double last_issue = 0;
  Transfers marks;
  Transfers vectors;
  double bytes_into_l2 = 0;  ///< up to now, for the age of what is there

  /// When a load may be issued that needs `earliest`.
  [[nodiscard]] double issue(double clock, double earliest) const {
    return std::min(std::max({floor, earliest, clock - look_ahead, last_issue}),
                    std::max(clock, floor));
  }
  /// Stores `lines` lines at `distance` nanoseconds, of which `at_once` are on the way.
  void store(double clock, double distance, double lines, double at_once) {
    if (distance <= 0)
      stored = std::max(stored, clock);
    else
      stored = std::max(stored, clock + distance) + (lines - 1) * distance / at_once;
  }
};

}  // namespace allfold::node_model
