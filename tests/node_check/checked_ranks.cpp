#include "node_check/checked_ranks.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "node_check/fields.hpp"
#include "node_check/processor.hpp"
#include "node_check/rank_memory.hpp"
#include "system/processor.hpp"
#include "text/format.hpp"

namespace allfold::testing {

namespace {

/// Reads others' vectors as through XPMEM.
class OthersVectors final : public node::PeerMemory {
 public:
  explicit OthersVectors(bool is_refused) : is_refused_(is_refused) {}
  bool read(int /*rank*/, const Copy& copy) noexcept override {
    if (is_refused_) return false;
    node_check::copy_bytes(copy.into, reinterpret_cast<const void*>(copy.address), copy.bytes);
    return true;
  }

 private:
  bool is_refused_;
};

}  // namespace

std::shared_ptr<node::Area> CheckedRanks::Areas::find_first(const node::MemoryName& of,
                                                            const node::Slot& /*slot*/) noexcept {
  return find(of, node::first_area);
}

std::shared_ptr<node::Area> CheckedRanks::Areas::find(const node::MemoryName& of,
                                                      std::int64_t offset) noexcept {
  if (offset > 0 && is_in(all_.case_.cannot_map, rank_)) return nullptr;
  return all_.ranks_[static_cast<std::size_t>(of.process)]->areas.area(offset);
}

CheckedRanks::CheckedRanks(node_check::Checker& checker, const Case& given,
                           const std::vector<std::vector<std::uint64_t>>& expected)
    : checker_(checker), case_(given), expected_(expected) {
  checker.begin_anew();
  for (std::size_t rank = 0; rank < given.ranks(); ++rank)
    ranks_.push_back(std::make_unique<Rank>(*this, rank));
  for (const std::size_t rank : given.without_first)
    held_.push_back(ranks_[rank]->stagings.take(nullptr, node::Area::piece_bytes).staging);
  for (std::size_t group = 0; group < groups; ++group) {
    const auto all = members(group, given.ranks(), 0);
    for (const auto& rank : ranks_) rank->in[group] = group_of(rank->number, given.hierarchy, all);
  }
}

CheckedRanks::~CheckedRanks() {
  for (const auto& staging : held_) staging->give_back();
  for (const auto& rank : ranks_) rank->stagings.close();
}

std::vector<node::Group::Member> CheckedRanks::members(std::size_t group, std::size_t ranks,
                                                       std::uint64_t counted) const {
  std::vector<node::Group::Member> all;
  for (const auto& rank : std::span(ranks_).first(ranks))
    all.push_back({.slot = {std::shared_ptr<void>(), rank->slots[group]},
                   .areas = {.memory = {.process = static_cast<std::int32_t>(rank->number)},
                             .first = rank->areas.area(node::first_area)},
                   .counted = counted});
  return all;
}

std::shared_ptr<node::Group> CheckedRanks::group_of(
    std::size_t rank, const node::Hierarchy& hierarchy,
    const std::vector<node::Group::Member>& members) {
  return std::make_shared<node::Group>(node::Group::Setup{
      .members = members,
      .rank = static_cast<int>(rank),
      .hierarchy = hierarchy,
      .lengths = case_.lengths,
      .waiting = node::Waiting([] {}, /*is_crowded=*/true),
      .stagings = &ranks_[rank]->stagings,
      .callers = case_.callers,
      .peers = std::make_unique<OthersVectors>(case_.refuses_reads == static_cast<int>(rank)),
      .patience = case_.patience});
}

const node::Slot* CheckedRanks::slot_with(const void* at) const {
  for (const auto& rank : ranks_)
    for (const node::Slot* const slot : rank->slots)
      if (at >= slot && at < slot + 1) return slot;
  return nullptr;
}

std::string CheckedRanks::name(const void* at) const {
  for (const auto& rank : ranks_) {
    for (const node::Slot* const slot : rank->slots)
      if (at >= slot && at < slot + 1)
        return text::format("{} in the slot of rank {}", name_of(field_of(*slot, at)),
                            rank->number);
    if (rank->areas.contains(at)) return text::format("an area of rank {}", rank->number);
    if (rank->owns(rank->input, at)) return text::format("the input of rank {}", rank->number);
    if (rank->owns(rank->result, at)) return text::format("the result of rank {}", rank->number);
  }
  return "memory of nobody";
}

void CheckedRanks::run(std::size_t rank) {
  Rank& own = *ranks_[rank];
  if (case_.also == Case::Also::joins) {
    // As the set-up of a communicator does.
    own.slots[0]->joined.mark.store(node::Slot::is_member, std::memory_order_release);
    if (!own.in[0]->have_all_joined()) fault("not all ranks have joined");
  }
  if (case_.also == Case::Also::trials) return make_trials(rank);
  for (std::size_t number = 0; number < case_.calls.size(); ++number) make_call(rank, number);
  if (!case_.successors.empty()) succeed(rank);
}

// As SharedMemory::leave() and SlotPool do with slots, and the set-up of a communicator.
void CheckedRanks::succeed(std::size_t rank) {
  Rank& own = *ranks_[rank];
  left_at_ = std::max(left_at_, own.in[0]->counted());
  own.in[0].reset();
  for (const auto& other : ranks_)
    other->slots[0]->departed.fetch_add(1, std::memory_order_release);
  if (rank >= Case::ranks_of_successor) return;
  auto have_left = [&] {
    return own.slots[0]->departed.load(std::memory_order_acquire) == ranks_.size();
  };
  while (!system::poll(have_left)) system::pause();
  own.slots[0]->begin_anew();
  checker_.meet(Case::ranks_of_successor);
  own.in[0] = group_of(rank, node::Hierarchy::flat(static_cast<int>(Case::ranks_of_successor)),
                       members(0, Case::ranks_of_successor, left_at_));
  const std::size_t made = case_.calls.size();
  for (std::size_t next = 0; next < case_.successors.size(); ++next) make_call(rank, made + next);
}

}  // namespace allfold::testing
