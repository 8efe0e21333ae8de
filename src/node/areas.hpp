/// @file Areas: the staging areas of a group's ranks, as one rank sees them.
///
/// The first area of each rank is mapped with the group, or before the first long call, and stays
/// mapped. Of a rank's other areas, only the latest one is mapped. Each rank also knows which of
/// its own areas each other rank has mapped.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "node/staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Areas {
 public:
  /// What is known of a rank's areas.
  struct Seen {
    MemoryName memory;            ///< where those other than the first are
    std::shared_ptr<Area> first;  ///< null: not looked for yet, or this rank's own
  };
  /// `seen` is indexed by rank.
  Areas(std::vector<Seen> seen, int rank, AreaSource& source);

  /// This rank's area; null if it has none in this call.
  [[nodiscard]] Area* own() const { return own_; }
  /// The area of a rank, as of the latest look(); null if not found.
  [[nodiscard]] Area* of(int rank) const {
    const auto at = static_cast<std::size_t>(rank);
    return at == rank_ ? own_ : others_[at].now;
  }
  /// Whether all areas were found in the latest look().
  [[nodiscard]] bool are_all_here() const { return are_all_here_; }
  /// Whether one of these areas was introduced in this call.
  [[nodiscard]] bool are_any_new() const { return are_any_new_; }

  /// Maps the first areas of the other ranks. Returns whether all could be mapped.
  bool find_first_ones(const Team& team) noexcept;

  /// Whether the other ranks already know this area as this rank's.
  [[nodiscard]] static bool is_shown(const AreaSource::Made& made, const Team& team) {
    return team.own().area.load(std::memory_order_relaxed) == made.offset;
  }
  /// Sets this rank's area, and publishes it in this rank's slot. No other rank may be reading the
  /// slot's area at that time.
  void set_own(const AreaSource::Made& made, const Team& team);
  /// Whether `rank` may have to map this rank's area before it reads there. True if this rank has
  /// none.
  [[nodiscard]] bool is_new_to(int rank) const;
  /// A reader's answer: it has mapped this rank's area, or it may have mapped only the first one.
  enum class Answer : std::uint8_t { mapped, not_found };
  void note(int rank, Answer answer);

  /// Finds the areas of these ranks in this call. They must have reached a cycle of the call.
  void look(const Team& team, std::span<const int> ranks);

 private:
  struct Other {
    Seen seen;
    std::int64_t offset = no_area;  ///< of the latest area other than the first
    std::shared_ptr<Area> area;     ///< that area
    Area* now = nullptr;
    /// The area of this rank, other than the first, that the other rank has mapped.
    std::int64_t has_mapped = no_area;
  };
  [[nodiscard]] Area* find(Other& other, std::int64_t offset);

  std::vector<Other> others_;  ///< by rank, including this rank
  std::size_t rank_;
  Area* own_ = nullptr;
  std::int64_t own_offset_ = no_area;
  AreaSource& source_;
  bool are_all_here_ = false;
  bool are_any_new_ = false;
};

}  // namespace allfold::node
