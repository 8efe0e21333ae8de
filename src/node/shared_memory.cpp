#include "node/shared_memory.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace allfold::node {

namespace {

constexpr std::size_t bytes_of_area = sizeof(Area);

}  // namespace

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

AreaSource::Made SharedMemory::AreasOfProcesses::make() noexcept {
  try {
    const std::shared_ptr<OwnMemory::Chunk> chunk(
        new OwnMemory::Chunk, [this](OwnMemory::Chunk* gone) {
          const std::unique_ptr<OwnMemory::Chunk> owned(gone);
          if (owned->mapping.bytes() != nullptr) own_.give_back(std::move(*owned));
        });
    auto memory = own_.grow(bytes_of_area);
    if (!memory) return {};
    *chunk = std::move(*memory);
    return {.area = {chunk, new (chunk->mapping.bytes()) Area}, .offset = chunk->offset};
  } catch (const std::bad_alloc&) {
    return {};
  }
}

bool SharedMemory::AreasOfProcesses::fill(const Made& made, std::size_t room) noexcept {
  return std::ranges::all_of(parts_of(room), [&](const PartOfArea& part) {
    return own_.fill({.mapping = {}, .offset = made.offset}, part.first, part.size);
  });
}

void SharedMemory::AreasOfProcesses::bring(const Made& made, std::size_t room) noexcept {
  auto* const area = reinterpret_cast<std::byte*>(made.area.get());
  for (const PartOfArea& part : parts_of(room)) OwnMemory::bring({area + part.first, part.size});
}

std::shared_ptr<Area> SharedMemory::AreasOfProcesses::find(const MemoryName& of,
                                                           std::int64_t offset) noexcept {
  try {
    const std::shared_ptr<std::byte> range = others_.range(of, offset, bytes_of_area);
    return {range, reinterpret_cast<Area*>(range.get())};
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::size_t SharedMemory::bytes_of_slots() {
  const std::lock_guard lock(mutex_);
  return slots_.bytes();
}

std::optional<Reservation> SharedMemory::reserve(std::size_t most_bytes_of_slots) {
  stagings_.trim();
  const std::int64_t area = stagings_.first_area();
  if (area == no_area) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const std::optional<OwnSlot> slot = slots_.take(most_bytes_of_slots);
  if (!slot) return std::nullopt;
  return Reservation{.address = {.memory = own_.name(),
                                 .slots = slot->chunk,
                                 .area = area,
                                 .slot = slot->number,
                                 .slots_there = slot->slots,
                                 .room = static_cast<std::int64_t>(stagings_.first_room()),
                                 .counted = slot->slot->counted,
                                 .exposed = xpmem_.expose()},
                     .own = *slot};
}

void SharedMemory::give_back(const Reservation& place) {
  const std::lock_guard lock(mutex_);
  slots_.give_back(place.own);
}

std::vector<Group::Member> SharedMemory::attach(std::span<const Address> addresses, int rank,
                                                const Reservation& own) {
  std::vector<Group::Member> members;
  members.reserve(addresses.size());
  for (const Address& address : addresses) {
    if (members.size() == static_cast<std::size_t>(rank)) {
      members.push_back(
          {.slot = {std::shared_ptr<void>(), own.own.slot},
           .area = {.memory = address.memory, .offset = address.area, .area = nullptr},
           .counted = address.counted});
      continue;
    }
    const auto slots =
        others_.range(address.memory, address.slots, SlotPool::chunk_bytes(address.slots_there));
    // An area without memory is not mapped yet.
    const bool has_area = address.room > 0;
    auto area = has_area ? areas_.find(address.memory, address.area) : nullptr;
    if (slots == nullptr || (has_area && area == nullptr)) return {};
    const std::size_t offset = static_cast<std::size_t>(address.slot) * sizeof(Slot);
    members.push_back(
        {.slot = {slots, slot_at(slots.get() + offset)},
         .area = {.memory = address.memory, .offset = address.area, .area = std::move(area)},
         .counted = address.counted});
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
  return {.own = own_.bytes(), .of_others = others_.bytes()};
}

}  // namespace allfold::node
