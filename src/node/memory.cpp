#include "node/memory.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace allfold::node {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t slots_in_chunk = 16;
constexpr std::size_t chunk_bytes = (slots_in_chunk * sizeof(Slot) + page - 1) / page * page;
static_assert(sizeof(Area) % page == 0);

}  // namespace

/// A group with its slot. It outlives the membership while others may still read from its staging
/// area.
class Membership::Enrolled final : public Group {
 public:
  Enrolled(Description description, Memory& memory, const Memory::FreeSlot& own)
      : Group(description), memory_(memory), members_(std::move(description.members)), own_(own) {}
  Enrolled(const Enrolled&) = delete;
  Enrolled& operator=(const Enrolled&) = delete;
  ~Enrolled() { is_confirmed_ ? memory_.leave(members_, own_) : memory_.give_back_slot(own_); }

  void confirm() { is_confirmed_ = true; }

 private:
  Memory& memory_;
  std::vector<Member> members_;
  Memory::FreeSlot own_;
  bool is_confirmed_ = false;
};

Membership::Membership(Memory& memory, std::shared_ptr<Enrolled> group, Place place)
    : memory_(memory), group_(std::move(group)), place_(std::move(place)) {}

Membership::~Membership() { memory_.give_back_staging(place_); }

void Membership::confirm() { group_->confirm(); }

Group& Membership::group() const { return *group_; }

std::optional<Place> Memory::reserve(Calls calls) {
  const std::lock_guard lock(mutex_);
  Place place;
  if (!take_staging(place, calls)) return std::nullopt;
  if (!take_slot(place)) {
    if (place.staging != common_.staging)
      free_stagings_.push_back({.offset = place.address.area, .staging = place.staging});
    return std::nullopt;
  }
  place.address.segment = segment_.name();
  return place;
}

bool Memory::take_staging(Place& place, Calls calls) {
  FreeStaging taken;
  if (calls == Calls::one_at_a_time && common_.staging != nullptr) {
    taken = common_;
  } else if (calls == Calls::at_once && !free_stagings_.empty()) {
    taken = std::move(free_stagings_.back());
    free_stagings_.pop_back();
  } else {
    auto chunk = segment_.grow(sizeof(Area));
    if (!chunk) return false;
    taken = {.offset = chunk->offset, .staging = std::make_shared<Staging>()};
    taken.staging->area = new (chunk->mapping.bytes()) Area;
    own_parts_.push_back(std::move(chunk->mapping));
    free_stagings_.reserve(own_parts_.size());
    if (calls == Calls::one_at_a_time) common_ = taken;
  }
  place.staging = std::move(taken.staging);
  place.address.area = taken.offset;
  return true;
}

bool Memory::take_slot(Place& place) {
  // Acquire: whoever has left read for the last time before that.
  const auto is_free = [](const LeftSlot& left) {
    return left.slot.slot->departed.load(std::memory_order_acquire) == left.ranks;
  };
  const auto first_free = std::partition(left_slots_.begin(), left_slots_.end(),
                                         [&](const LeftSlot& left) { return !is_free(left); });
  for (auto left = first_free; left != left_slots_.end(); ++left) free_slots_.push_back(left->slot);
  left_slots_.erase(first_free, left_slots_.end());
  if (free_slots_.empty() && !grow_slots()) return false;
  const FreeSlot taken = free_slots_.back();
  free_slots_.pop_back();
  place.slot = new (taken.slot) Slot;  // not {}: its marks are set to 0, and no vector is
  place.address.slots = taken.chunk;
  place.address.slot = taken.number;
  return true;
}

bool Memory::grow_slots() {
  auto chunk = segment_.grow(chunk_bytes);
  if (!chunk) return false;
  // So that giving back needs no memory.
  slots_ += slots_in_chunk;
  free_slots_.reserve(slots_);
  left_slots_.reserve(slots_);
  for (std::size_t number = slots_in_chunk; number-- > 0;)
    free_slots_.push_back(
        {.chunk = chunk->offset,
         .number = static_cast<std::int64_t>(number),
         .slot = reinterpret_cast<Slot*>(chunk->mapping.bytes() + number * sizeof(Slot))});
  own_parts_.push_back(std::move(chunk->mapping));
  return true;
}

void Memory::give_back(const Place& place) {
  give_back_staging(place);
  give_back_slot({.chunk = place.address.slots, .number = place.address.slot, .slot = place.slot});
}

void Memory::give_back_staging(const Place& place) {
  const std::lock_guard lock(mutex_);
  if (place.staging != common_.staging)
    free_stagings_.push_back({.offset = place.address.area, .staging = place.staging});
}

std::vector<Group::Member> Memory::attach(std::span<const Address> addresses, int rank,
                                          const Place& own) {
  const std::lock_guard lock(mutex_);
  std::vector<Group::Member> members;
  members.reserve(addresses.size());
  for (const Address& address : addresses) {
    if (members.size() == static_cast<std::size_t>(rank)) {
      members.push_back({.slot = own.slot, .area = own.staging->area});
      continue;
    }
    std::byte* slots = part_of(address.segment, address.slots, chunk_bytes);
    std::byte* area = part_of(address.segment, address.area, sizeof(Area));
    if (slots == nullptr || area == nullptr) return {};
    const std::size_t offset = static_cast<std::size_t>(address.slot) * sizeof(Slot);
    members.push_back(
        {.slot = reinterpret_cast<Slot*>(slots + offset), .area = reinterpret_cast<Area*>(area)});
  }
  return members;
}

std::byte* Memory::part_of(const SegmentName& segment, std::int64_t offset, std::size_t size) {
  auto other = std::ranges::find(others_, segment, &Other::segment);
  if (other == others_.end())
    other = others_.insert(others_.end(), Other{.segment = segment, .parts = {}});
  const auto found = other->parts.find(offset);
  if (found != other->parts.end()) return found->second.bytes();
  auto mapping = map_part(segment, offset, size);
  if (!mapping) return nullptr;
  return other->parts.emplace(offset, std::move(*mapping)).first->second.bytes();
}

std::unique_ptr<Membership> Memory::join(Group::Description description, const Place& place) {
  description.staging = place.staging;
  const FreeSlot own{
      .chunk = place.address.slots, .number = place.address.slot, .slot = place.slot};
  auto group = std::make_shared<Membership::Enrolled>(std::move(description), *this, own);
  return std::unique_ptr<Membership>(new Membership(*this, std::move(group), place));
}

void Memory::leave(const std::vector<Group::Member>& members, const FreeSlot& own) {
  // Release: nothing of these slots is read after this.
  for (const Group::Member& member : members)
    member.slot->departed.fetch_add(1, std::memory_order_release);
  const std::lock_guard lock(mutex_);
  left_slots_.push_back({.slot = own, .ranks = static_cast<std::uint32_t>(members.size())});
}

void Memory::give_back_slot(const FreeSlot& slot) {
  const std::lock_guard lock(mutex_);
  free_slots_.push_back(slot);
}

void Memory::close() {
  std::vector<std::shared_ptr<Group>> gone;
  {
    const std::lock_guard lock(mutex_);
    if (common_.staging != nullptr) gone.push_back(std::move(common_.staging->latest_user));
    for (const FreeStaging& free : free_stagings_)
      gone.push_back(std::move(free.staging->latest_user));
  }
}

}  // namespace allfold::node
