/// @file Plain memory: finds accesses to data that are not ordered.
///
/// Two accesses of different ranks to one place, of which at least one writes, must be ordered by
/// marks. Whether they are is known by vector clocks, however far apart in time they are in one
/// execution. (Flanagan, Freund: FastTrack, PLDI 2009.)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "node_check/arena.hpp"
#include "node_check/knowledge.hpp"

namespace allfold::node_check {

enum class Access : std::uint8_t { read, write };

class PlainMemory {
 public:
  /// Accesses are told apart by places of so many bytes.
  static constexpr std::size_t place_bytes = 8;

  explicit PlainMemory(const Arena& arena) : arena_(arena), pages_(Arena::bytes / page_bytes + 1) {}
  /// Forgets all accesses.
  void clear() { ++execution_; }

  /// An access that is not ordered with an earlier one.
  struct Race {
    const void* at;
    std::size_t other;  ///< the rank that made the earlier one
    Access before;
  };
  /// Notes an access of `rank`, which knows of others' accesses up to `times`. The bytes are in the
  /// arena. Returns a race if there is one.
  std::optional<Race> access(const Times& times, std::size_t rank, const void* at,
                             std::size_t bytes, Access access);
  /// Whether any rank has written these bytes.
  [[nodiscard]] bool is_written(const void* at, std::size_t bytes);

 private:
  static constexpr std::size_t page_bytes = 512;
  struct Place {
    std::uint32_t written = 0;  ///< when, on the clock of the writer
    std::uint32_t writer = nobody;
    Times read = {};  ///< when, by rank; times begin with 1
  };
  static constexpr std::uint32_t nobody = UINT32_MAX;
  struct Page {
    std::uint64_t execution = 0;
    std::array<Place, page_bytes / place_bytes> places;
  };
  [[nodiscard]] Page& page(std::size_t number);
  /// Calls body(place, bytes from the first place) for the places of these bytes.
  template <class Body>
  void for_places(const void* at, std::size_t bytes, Body body);
  static std::optional<Race> note(Place& place, const Times& times, std::size_t rank,
                                  Access access);

  const Arena& arena_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::uint64_t execution_ = 1;
};

}  // namespace allfold::node_check
