/// @file A design for long vectors: slices along the caches.
///
/// A vector passes in chunks. In a lowest group each rank reduces a slice of the chunk; at each
/// level above, the ranks with the same slice cut it again; results go down in the same way. The
/// steps of successive chunks overlap: a chunk is staged while the one before is reduced.
#pragma once

#include <array>
#include <vector>

#include "candidate.hpp"
#include "levels.hpp"
#include "marks.hpp"
#include "slices_plan.hpp"

namespace allfold::bench {

/// `staged`: inputs are copied to shared memory, and results from it. `in_place`: other ranks read
/// them in the vectors of the user.
enum class Vectors : std::uint8_t { staged, in_place };

class SlicesDesign final : public Candidate {
 public:
  /// Throws Unsuitable for too many levels.
  SlicesDesign(const Task& task, const std::vector<int>& widths, Vectors vectors);
  void reduce(int rank) override;

 private:
  static constexpr std::size_t most_levels = 5;  ///< results have room for one chunk more
  static constexpr std::int64_t most_bytes_of_chunk = 256 << 10;
  /// Chunks of inputs and parts in memory: a chunk overwrites the one before those.
  static constexpr std::int64_t kept = 3;

  /// The latest chunk with which a rank is through, counted from 1.
  struct Marks {
    Mark staged;
    std::array<Mark, most_levels> up;    ///< its slices of a level are reduced
    std::array<Mark, most_levels> down;  ///< the results of its slices of a level are there
    Mark taken;                          ///< it has copied all results

    /// It has copied what it copies on the way down to a level.
    [[nodiscard]] const Mark& copied(std::size_t level) const {
      return level == 0 ? taken : down[level - 1];
    }
  };
  struct Own {
    Marks* marks = nullptr;
    std::byte* stage = nullptr;
    std::vector<std::byte*> parts;  ///< by level: what has been reduced at the one below
    std::byte* results = nullptr;
    std::uint64_t chunks_before = 0;  ///< of earlier calls
  };
  struct alignas(64) Block {
    static constexpr std::int64_t size = 4096;
    std::array<std::byte, size> bytes;
  };

  /// The steps of a chunk on one rank.
  void stage(std::size_t rank, std::int64_t chunk);
  void reduce_level(std::size_t rank, std::size_t level, std::int64_t chunk);
  void reduce_slice(std::size_t rank, std::size_t level, std::int64_t chunk,
                    const SlicesPlan::Reduction& reduction);
  void take_level(std::size_t rank, std::size_t level, std::int64_t chunk);
  void take_at_root(std::size_t rank, std::int64_t chunk);
  void step(std::size_t rank, std::int64_t number, std::int64_t chunk);
  /// Waits for the ranks that read this rank's vectors in place.
  void await_readers(std::size_t rank);
  /// Waits until other ranks have read the chunk that `chunk` overwrites in a ring of so many;
  /// `mark` says so of each.
  struct Ring {
    std::int64_t chunk;
    std::int64_t kept;
  };
  template <class MarkOf>
  void await_former(std::size_t rank, const std::vector<std::size_t>& others, const Ring& ring,
                    MarkOf mark);
  /// The same, for results that are copied on the way down to levels below `level`.
  void await_takers(std::size_t rank, std::size_t level, std::int64_t chunk);

  [[nodiscard]] bool is_highest(std::size_t level) const { return level + 1 == levels_.number(); }
  [[nodiscard]] bool goes_to_all() const { return schedule::goes_to_all(task_.collective); }
  [[nodiscard]] std::int64_t steps() const;
  [[nodiscard]] std::uint64_t number(std::size_t rank, std::int64_t chunk) const {
    return own_[rank].chunks_before + static_cast<std::uint64_t>(chunk) + 1;
  }
  [[nodiscard]] Marks& marks(std::size_t rank) const { return *own_[rank].marks; }
  /// The part of a slice that the chunk has, which may be shorter or empty.
  [[nodiscard]] Slice within(Slice slice, std::int64_t chunk) const;
  /// Chunks of results in memory. They stay until they have gone down all levels.
  [[nodiscard]] std::int64_t results_kept() const {
    return static_cast<std::int64_t>(levels_.number()) + 1;
  }
  /// Where a chunk is in a ring, as seen by `reader`.
  [[nodiscard]] std::int64_t place(std::size_t reader, const Ring& ring) const;
  [[nodiscard]] std::int64_t place(std::size_t reader, std::int64_t chunk) const {
    return place(reader, {.chunk = chunk, .kept = kept});
  }
  /// Where the values are that are reduced at a level, and the results of a rank.
  [[nodiscard]] const std::byte* source(std::size_t reader, std::size_t of, std::size_t level,
                                        std::int64_t chunk) const;
  [[nodiscard]] std::byte* result(std::size_t reader, std::size_t of, std::int64_t chunk) const;
  [[nodiscard]] std::byte* user_result(std::size_t rank, std::int64_t chunk) const;
  static void copy(std::byte* into, const std::byte* from, Slice slice);
  /// Copies to the user's memory.
  void take(std::byte* into, const std::byte* from, Slice slice) const;

  const Task& task_;
  Vectors vectors_;
  Levels levels_;
  std::int64_t chunks_;
  std::int64_t bytes_of_chunk_;
  SlicesPlan plan_;
  std::vector<Own> own_;       ///< by rank
  std::vector<Block> blocks_;  ///< by rank
};

}  // namespace allfold::bench
