/// @file The staging areas of a process: the first one in an extent, others in its own memory; and
/// those of other processes.
#pragma once

#include <cstdint>
#include <memory>

#include "node/extent.hpp"
#include "node/other_memory.hpp"
#include "node/own_memory.hpp"
#include "node/staging.hpp"

namespace allfold::node {

class AreasOfProcess final : public AreaSource {
 public:
  AreasOfProcess(OwnMemory& own, OtherMemory& others) : own_(own), others_(others) {}

  /// Where this process's first area is; of no extent if there is none yet.
  [[nodiscard]] const PlaceOfArea& place_of_first() const { return place_of_first_; }
  /// Must be called before the first area is made.
  void set_place_of_first(const PlaceOfArea& place) { place_of_first_ = place; }

  [[nodiscard]] Made make() noexcept override;
  [[nodiscard]] bool fill(const Made& made, std::size_t room) noexcept override;
  [[nodiscard]] std::shared_ptr<Area> find_first(const MemoryName& of,
                                                 const Slot& slot) noexcept override;
  [[nodiscard]] std::shared_ptr<Area> find(const MemoryName& of,
                                           std::int64_t offset) noexcept override;

 private:
  /// Null if it cannot be mapped.
  [[nodiscard]] std::shared_ptr<Area> area_at(const PlaceOfArea& place);

  OwnMemory& own_;
  OtherMemory& others_;
  PlaceOfArea place_of_first_;
  bool has_made_first_ = false;
};

}  // namespace allfold::node
