/// @file A design for short vectors: a tree along the caches.
///
/// The leader of a group prefetches and reduces the vectors of its members, level by level. In an
/// Allreduce, the members of the highest group all reduce each other's vectors; the result goes
/// down from leaders to members.
#pragma once

#include <array>
#include <vector>

#include "candidate.hpp"
#include "levels.hpp"
#include "system/processor.hpp"

namespace allfold::bench {

class TreeDesign final : public Candidate {
 public:
  /// Throws Unsuitable for vectors that are too long, and for too many levels.
  TreeDesign(const Task& task, const std::vector<int>& widths);
  void reduce(int rank) override;

 private:
  static constexpr std::int64_t most_bytes = 4096;
  static constexpr std::int64_t most_bytes_inline = 48;
  static constexpr std::size_t most_levels = 5;
  /// Calls by which a rank may be ahead of its leader.
  static constexpr std::size_t kept = 4;

  /// A vector, in the cache line of its mark if it is short.
  struct alignas(64) Entry {
    system::Shared<std::uint64_t> call = 0;
    alignas(16) std::array<std::byte, most_bytes_inline> inlined;
    alignas(64) std::array<std::byte, most_bytes> separate;
  };
  struct Own {
    std::array<std::array<Entry, kept>, most_levels> up;  ///< by level
    std::array<Entry, kept> down;
    alignas(64) system::Shared<std::uint64_t> done = 0;
  };
  struct alignas(64) Block {
    std::array<std::byte, most_bytes> bytes;
  };

  [[nodiscard]] std::byte* data(Entry& entry) const;
  [[nodiscard]] Entry& up(std::size_t rank, std::size_t level) const;
  [[nodiscard]] Entry& down(std::size_t rank) const;
  /// Waits until an entry is of a call.
  static void await(const Entry& entry, std::uint64_t call);
  void put(Entry& entry, const void* from) const;
  /// Reduces the vectors of the groups that this rank leads. Returns the first level on which it
  /// does not.
  std::size_t climb(std::size_t rank);
  void reduce_group(std::size_t rank, std::size_t level);
  void descend(std::size_t rank, std::size_t level);
  [[nodiscard]] bool is_highest(std::size_t level) const { return level + 1 == levels_.number(); }
  /// The rank that reads what this rank has reduced below a level.
  [[nodiscard]] std::size_t leader(std::size_t rank, std::size_t level) const {
    return levels_.leader(level, levels_.group_of(level, rank));
  }
  void await_reader(std::size_t rank) const;

  const Task& task_;
  std::size_t bytes_;
  Levels levels_;
  std::vector<Own*> own_;             ///< by rank
  std::vector<std::uint64_t> calls_;  ///< by rank
  std::vector<Block> blocks_;         ///< by rank
};

}  // namespace allfold::bench
