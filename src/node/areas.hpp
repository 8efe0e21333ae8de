/// @file Areas: the staging areas of a group's ranks, as one of them sees them.
///
/// The first area of each rank is mapped with the group, or before its first long call, and stays. Of
/// others the latest one is mapped that was found, until another one is. A rank knows of each other
/// which that is.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "node/staging.hpp"
#include "node/team.hpp"

namespace allfold::node {

class Areas {
 public:
  /// Where a rank's first area is.
  struct Seen {
    MemoryName memory;
    std::int64_t offset = no_area;
    std::shared_ptr<Area> area;  ///< null: it has no memory yet; or this rank's own
  };
  /// `first` is by rank.
  Areas(std::vector<Seen> first, int rank, AreaSource& source);

  /// Null if there is none in this call.
  [[nodiscard]] Area* own() const { return own_; }
  /// As last looked at.
  [[nodiscard]] Area* of(int rank) const {
    const auto at = static_cast<std::size_t>(rank);
    return at == rank_ ? own_ : others_[at].now;
  }
  /// Those of the other ranks.
  [[nodiscard]] bool are_all_here() const { return are_all_here_; }
  /// Whether some of them have been introduced in this call.
  [[nodiscard]] bool are_any_new() const { return are_any_new_; }

  /// Maps the first ones of the other ranks; returns whether all are there.
  bool find_others() noexcept;

  /// Whether the others know this as this rank's area already.
  [[nodiscard]] static bool is_shown(const AreaSource::Made& made, const Team& team) {
    return team.own().area.load(std::memory_order_relaxed) == made.offset;
  }
  /// Sets this rank's area, by its slot for the others, too, which read nothing of it now.
  void set_own(const AreaSource::Made& made, const Team& team);
  /// Whether a rank may have to map this rank's area before it reads there, or finds none.
  [[nodiscard]] bool is_new_to(int rank) const;
  /// What a rank has said: that it has mapped this rank's area, or that it may have none but the first.
  enum class Answer : std::uint8_t { mapped, not_found };
  void note(int rank, Answer answer);

  /// Finds out where the areas of this call are; the other ranks have come to a cycle of it.
  void look(const Team& team);

 private:
  struct Other {
    Seen first;
    std::int64_t offset = no_area;  ///< of the latest other area that was found...
    std::shared_ptr<Area> area;     ///< ...which is there
    Area* now = nullptr;
    /// Of this rank's areas, but the first, the one that the other rank has mapped.
    std::int64_t has_mapped = no_area;
  };
  [[nodiscard]] Area* find(Other& other, std::int64_t offset);

  std::vector<Other> others_;  ///< and this rank
  std::size_t rank_;
  Area* own_ = nullptr;
  std::int64_t own_offset_ = no_area;
  AreaSource& source_;
  bool are_all_here_ = false;
  bool are_any_new_ = false;
};

}  // namespace allfold::node
