/// @file The memory of one rank in an execution.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <vector>

#include "exec/workspace.hpp"
#include "node/staging.hpp"
#include "node_check/checked_ranks.hpp"

namespace allfold::testing {

/// The staging areas of a rank. An offset is the number of the area, and the first one has 0.
class CheckedRanks::Areas final : public node::AreaSource {
 public:
  Areas(const CheckedRanks& all, std::size_t rank) : all_(all), rank_(rank) {}
  Made make() noexcept override {
    if (made_.size() == most_areas) return {};
    made_.push_back(reinterpret_cast<node::Area*>(all_.checker_.arena().take(sizeof(node::Area))));
    const auto offset = static_cast<std::int64_t>(made_.size()) - 1;
    return {.area = area(offset), .offset = offset};
  }
  bool fill(const Made& /*made*/, std::size_t room) noexcept override {
    return room <= all_.case_.most_room || !is_in(all_.case_.without_memory, rank_);
  }
  std::shared_ptr<node::Area> find_first(const node::MemoryName& of,
                                         const node::Slot& slot) noexcept override;
  std::shared_ptr<node::Area> find(const node::MemoryName& of,
                                   std::int64_t offset) noexcept override;
  /// The arena owns the memory.
  [[nodiscard]] std::shared_ptr<node::Area> area(std::int64_t offset) const {
    return {std::shared_ptr<void>(), made_[static_cast<std::size_t>(offset)]};
  }
  [[nodiscard]] bool contains(const void* at) const {
    return std::ranges::any_of(made_, [&](const node::Area* each) {
      const auto* const first = reinterpret_cast<const std::byte*>(each);
      return at >= first && at < first + sizeof(node::Area);
    });
  }

 private:
  static constexpr std::size_t most_areas = 3;
  const CheckedRanks& all_;
  std::size_t rank_;
  std::vector<node::Area*> made_;
};

struct CheckedRanks::Rank {
  Rank(const CheckedRanks& all, std::size_t rank)
      : number(rank), areas(all, rank), stagings(areas) {
    node_check::Arena& arena = all.checker_.arena();
    for (node::Slot*& slot : slots) {
      slot = new (arena.take(sizeof(node::Slot))) node::Slot;
      slot->begin_anew();
    }
    std::int64_t most = 1;
    for (const auto* const calls : {&all.case_.calls, &all.case_.successors})
      for (const CheckedCall& call : *calls) most = std::max(most, call.count * call.extent());
    input = arena.take(static_cast<std::size_t>(most));
    result = arena.take(static_cast<std::size_t>(most));
    bytes = static_cast<std::size_t>(most);
    static_cast<void>(stagings.fill_first(0));
  }
  [[nodiscard]] bool owns(const void* vector, const void* at) const {
    return at >= vector && at < static_cast<const std::byte*>(vector) + bytes;
  }
  std::size_t number;
  Areas areas;
  node::StagingPool stagings;
  std::array<node::Slot*, groups> slots = {};
  std::byte* input = nullptr;
  std::byte* result = nullptr;
  std::size_t bytes = 0;
  std::array<std::shared_ptr<node::Group>, groups> in;
  exec::Workspace workspace;
};

}  // namespace allfold::testing
