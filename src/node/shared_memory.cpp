#include "node/shared_memory.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "node/extent_layout.hpp"

namespace allfold::node {

/// A group with its slot. It outlives the membership while other ranks may still read from its
/// staging area.
class Membership::Enrolled final : public Group {
 public:
  Enrolled(Setup setup, SharedMemory& memory, const OwnSlot& own)
      : Group(std::move(setup)), memory_(memory), own_(own) {}
  Enrolled(const Enrolled&) = delete;
  Enrolled& operator=(const Enrolled&) = delete;
  ~Enrolled() {
    if (is_confirmed_) memory_.leave(slots(), own_, counted());
  }

  void confirm() { is_confirmed_ = true; }

 private:
  SharedMemory& memory_;
  OwnSlot own_;
  bool is_confirmed_ = false;
};

Membership::Membership(SharedMemory& memory, std::shared_ptr<Enrolled> group)
    : memory_(memory), group_(std::move(group)) {}

Membership::~Membership() {
  group_.reset();
  memory_.stagings_.trim();
}

void Membership::confirm() { group_->confirm(); }

Group& Membership::group() const { return *group_; }

std::size_t SharedMemory::bytes_of_slots() {
  const std::lock_guard lock(mutex_);
  return slots_.bytes();
}

std::optional<Reservation> SharedMemory::reserve(std::int32_t columns,
                                                 std::size_t most_bytes_of_slots) {
  stagings_.trim();
  const auto room = static_cast<std::int64_t>(stagings_.first_room());
  Reservation place;
  const std::lock_guard lock(mutex_);
  if (const std::optional<OwnSlot> slot = slots_.take(most_bytes_of_slots)) {
    set_slot(place, *slot);
  } else {
    if (!slots_.may_grow(most_bytes_of_slots)) return std::nullopt;
    Extent extent{.memory = {}, .columns = columns, .slots = slots_.slots_of_next(), .areas = 1};
    place.for_extent = ExtentLayout(extent).bytes();
    const std::optional<std::int64_t> offset = own_.reserve(place.for_extent);
    if (!offset) return std::nullopt;
    extent.memory = own_.name();
    extent.offset = *offset;
    extent.columns = 0;
    extent.areas = areas_.place_of_first().extent.columns > 0 ? 0 : 1;
    place.address.extent = extent;
  }
  place.address.memory = own_.name();
  place.address.room = room;
  place.address.exposed = xpmem_.expose();
  return place;
}

void SharedMemory::set_slot(Reservation& place, const OwnSlot& slot) {
  slot.slot->place_of_first_area = areas_.place_of_first();
  place.own = slot;
  place.address.extent = slot.extent;
  place.address.column = slot.column;
  place.address.slot = slot.number;
  place.address.counted = slot.slot->counted;
}

void SharedMemory::give_back(Reservation& place) {
  give_back_place(place);
  const std::lock_guard lock(mutex_);
  if (place.own.slot != nullptr) slots_.give_back(place.own);
}

void SharedMemory::give_back_place(Reservation& place) {
  const std::size_t reserved = std::exchange(place.for_extent, 0);
  if (reserved > 0) own_.settle(place.address.extent.offset, reserved, 0);
}

std::optional<std::size_t> SharedMemory::founder_of(std::span<const Address> addresses) {
  const auto founder = std::ranges::find_if_not(addresses, &Address::has_slot);
  if (founder == addresses.end()) return std::nullopt;
  return founder - addresses.begin();
}

PlaceOfArea SharedMemory::place_in_own_memory() {
  Extent extent{.memory = own_.name(), .columns = 1, .areas = 1};
  const std::size_t bytes = ExtentLayout(extent).bytes();
  const std::optional<std::int64_t> offset = own_.reserve(bytes);
  if (!offset || !own_.settle(*offset, bytes, bytes)) return {};
  extent.offset = *offset;
  return {.extent = extent, .column = 0};
}

bool SharedMemory::found(std::span<Address> addresses, int rank, Reservation& own, FirstArea area) {
  const std::size_t founder = *founder_of(addresses);
  Extent extent = addresses[founder].extent;
  extent.columns = static_cast<std::int32_t>(addresses.size());
  for (const Address& address : addresses)
    if (!address.has_slot()) extent.areas = std::max(extent.areas, address.extent.areas);
  for (std::int32_t column = 0; Address & address : addresses) {
    address.extent = extent;
    address.column = column++;
    address.slot = 0;
    address.counted = 0;
    address.room = 0;
  }
  // From now on others use the place in the founder's memory, whatever happens to this rank.
  const bool is_founder = founder == static_cast<std::size_t>(rank);
  const std::size_t reserved = std::exchange(own.for_extent, 0);
  const ExtentLayout layout(extent);
  const std::size_t used = is_founder ? layout.bytes() : 0;
  if (reserved > 0 && !own_.settle(own.address.extent.offset, reserved, used)) return false;
  const ExtentLayout::Range slots = layout.all_slots();
  auto bytes = others_.range(extent.memory, slots.offset, slots.bytes);
  if (bytes == nullptr) return false;
  const std::lock_guard lock(mutex_);
  const std::optional<OwnSlot> slot = slots_.take_of_new(extent, rank, std::move(bytes));
  if (!slot) return false;
  // Another thread may have set the place meanwhile.
  if (areas_.place_of_first().extent.columns == 0)
    areas_.set_place_of_first(area == FirstArea::in_extent
                                  ? PlaceOfArea{.extent = extent, .column = rank}
                                  : place_in_own_memory());
  if (own.own.slot != nullptr) slots_.give_back(own.own);
  set_slot(own, *slot);
  own.address.room = 0;
  return true;
}

std::vector<Group::Member> SharedMemory::attach(std::span<const Address> addresses, int rank,
                                                const Reservation& own) {
  std::vector<Group::Member> members;
  members.reserve(addresses.size());
  for (const Address& address : addresses) {
    Group::Member member{.slot = nullptr,
                         .areas = {.memory = address.memory, .first = nullptr},
                         .counted = address.counted};
    if (members.size() == static_cast<std::size_t>(rank)) {
      member.slot = {std::shared_ptr<void>(), own.own.slot};
    } else {
      const ExtentLayout layout(address.extent);
      const ExtentLayout::Range slots = layout.all_slots();
      const auto bytes = others_.range(address.extent.memory, slots.offset, slots.bytes);
      if (bytes == nullptr) return {};
      const ExtentLayout::Range slot = layout.slot(address.column, address.slot);
      member.slot = {bytes, slot_at(part_of(bytes.get(), slots, slot))};
      // An area without memory is not mapped yet.
      if (address.room > 0) {
        member.areas.first = areas_.find_first(address.memory, *member.slot);
        if (member.areas.first == nullptr) return {};
      }
    }
    members.push_back(std::move(member));
  }
  others_.age();
  return members;
}

std::unique_ptr<Membership> SharedMemory::join(Group::Setup setup, const Reservation& place) {
  setup.stagings = &stagings_;
  auto group = std::make_shared<Membership::Enrolled>(std::move(setup), *this, place.own);
  return std::unique_ptr<Membership>(new Membership(*this, std::move(group)));
}

void SharedMemory::leave(const std::vector<std::shared_ptr<Slot>>& slots, const OwnSlot& own,
                         std::uint64_t counted) {
  // Release: this rank reads nothing in these slots after this.
  for (const std::shared_ptr<Slot>& slot : slots)
    slot->departed.fetch_add(1, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  slots_.leave(own, static_cast<std::uint32_t>(slots.size()), counted);
}

std::unique_ptr<PeerMemory> SharedMemory::peers(std::span<const Address> addresses) {
  std::vector<std::int32_t> processes(addresses.size());
  std::ranges::transform(addresses, processes.begin(),
                         [](const Address& each) { return each.memory.process; });
  auto by_system_calls = std::make_unique<ProcessMemory>(std::move(processes));
  if (xpmem_.expose() == Xpmem::nothing) return by_system_calls;
  std::vector<Segment> segments(addresses.size());
  std::ranges::transform(addresses, segments.begin(), [](const Address& each) {
    return Segment{.number = each.exposed, .token = each.memory.token};
  });
  return std::make_unique<AttachedMemory>(xpmem_, std::move(segments), std::move(by_system_calls));
}

void SharedMemory::close() {
  stagings_.close();
  xpmem_.close();
}

SharedMemory::Bytes SharedMemory::bytes() {
  return {.own = own_.bytes(), .mapped = others_.bytes()};
}

}  // namespace allfold::node
