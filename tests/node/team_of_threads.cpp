#include "node/team_of_threads.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "algorithms/registry.hpp"
#include "proof/check_parts.hpp"
#include "proof/expressions.hpp"
#include "proof/lockstep.hpp"
#include "proof/prove.hpp"
#include "proof/values.hpp"

namespace allfold::testing {

namespace {

std::uint64_t loaded(const void* from) {
  std::uint64_t value = 0;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::atomic<std::int64_t> yields = 0;

void yield() {
  ++yields;
  sched_yield();
}

/// Evaluates one expression, and moves `at` behind it.
std::uint64_t read(const char*& at, const std::function<std::uint64_t(int)>& input) {
  if (*at != '(') {
    char* end = nullptr;
    const auto rank = static_cast<int>(std::strtol(at, &end, 10));
    at = end;
    return input(rank);
  }
  const std::uint64_t left = read(++at, input);
  const std::uint64_t right = read(++at, input);
  ++at;
  return combined(left, right);
}

}  // namespace

std::string proved_expression(int ranks) {
  const std::vector<program::Program> programs = algorithms::programs_of(
      *algorithms::find_kernel("node"), {.ranks = ranks}, program::Binding::separate);
  const proof::Matching matching(programs);
  proof::Proof proof;
  proof::Report report(proof);
  proof::Expressions expressions(ranks);
  proof::Values values(programs, expressions, report);
  proof::Lockstep lockstep(programs, matching);
  lockstep.run(
      [&](proof::Position send, proof::Position receive) { values.deliver(send, receive); },
      [&](proof::Position place) { values.compute(place); });
  return expressions.text(values.value(0, schedule::Memory::result, 0));
}

std::uint64_t combined(std::uint64_t left, std::uint64_t right) {
  std::uint64_t both = left * 0x9e3779b97f4a7c15U + (right ^ 0x5851f42d4c957f2dU);
  both ^= both >> 29U;
  return both * 0xbf58476d1ce4e5b9U;
}

std::uint64_t value_of(const std::string& expression,
                       const std::function<std::uint64_t(int)>& input) {
  const char* at = expression.c_str();
  return read(at, input);
}

exec::Status Combining::reduce(void* into, const void* left, const void* right,
                               std::int64_t elements) {
  // Loops over several elements at once need that.
  for (const void* const operand : {left, right}) {
    const std::ptrdiff_t apart =
        static_cast<std::byte*>(into) - static_cast<const std::byte*>(operand);
    EXPECT_TRUE(apart == 0 || std::abs(apart) >= elements * extent_)
        << "a result overlaps an operand that is elsewhere";
  }
  for (std::int64_t i = 0; i < elements; ++i) {
    const std::int64_t at = i * extent_;
    const std::uint64_t both = combined(loaded(static_cast<const std::byte*>(left) + at),
                                        loaded(static_cast<const std::byte*>(right) + at));
    std::memcpy(static_cast<std::byte*>(into) + at, &both, sizeof both);
  }
  return failure;
}

exec::Status Combining::copy(void* into, const void* from, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i)
    std::memcpy(static_cast<std::byte*>(into) + i * extent_,
                static_cast<const std::byte*>(from) + i * extent_, 8);
  return exec::success;
}

exec::Status WithoutGaps::pack(void* shared, const void* own, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i)
    std::memcpy(static_cast<std::byte*>(shared) + i * 8,
                static_cast<const std::byte*>(own) + i * extent_, 8);
  return exec::success;
}

exec::Status WithoutGaps::unpack(void* own, const void* shared, std::int64_t elements) {
  for (std::int64_t i = 0; i < elements; ++i)
    std::memcpy(static_cast<std::byte*>(own) + i * extent_,
                static_cast<const std::byte*>(shared) + i * 8, 8);
  return exec::success;
}

SharedMemory::SharedMemory(int ranks) {
  for (int rank = 0; rank < ranks; ++rank) ranks_.push_back(std::make_unique<Rank>(*this, rank));
}

SharedMemory::~SharedMemory() {
  for (const auto& rank : ranks_) rank->stagings.close();
}

node::AreaSource::Made SharedMemory::Rank::make() noexcept {
  const std::size_t alive = areas();
  const std::lock_guard lock(mutex_);
  if (alive == most_areas) return {};
  void* const addresses =
      mmap(nullptr, sizeof(node::Area), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (addresses == MAP_FAILED) return {};
  const std::shared_ptr<node::Area> area(
      new (addresses) node::Area, [](node::Area* gone) { munmap(gone, sizeof(node::Area)); });
  areas_.push_back(area);
  return {.area = area, .offset = static_cast<std::int64_t>(areas_.size()) - 1};
}

bool SharedMemory::Rank::fill(const Made& made, std::size_t room) noexcept {
  auto* const bytes = reinterpret_cast<std::byte*>(made.area.get());
  return std::ranges::all_of(node::parts_of(room), [&](const node::PartOfArea& part) {
    return mprotect(bytes + part.first, part.size, PROT_READ | PROT_WRITE) == 0;
  });
}

std::shared_ptr<node::Area> SharedMemory::Rank::find_first(const node::MemoryName& of,
                                                           const node::Slot& /*slot*/) noexcept {
  return find(of, node::first_area);
}

std::shared_ptr<node::Area> SharedMemory::Rank::find(const node::MemoryName& of,
                                                     std::int64_t offset) noexcept {
  if (!finds_others || (finds_only_first && offset > 0)) return nullptr;
  Rank& other = memory_.rank(of.process);
  const std::lock_guard lock(other.mutex_);
  return other.areas_[static_cast<std::size_t>(offset)].lock();
}

node::Areas::Seen SharedMemory::Rank::seen() {
  const node::MemoryName memory{.process = rank_};
  return {.memory = memory,
          .first = stagings.fill_first(0) ? find(memory, node::first_area) : nullptr};
}

std::size_t SharedMemory::Rank::areas() {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::ranges::count_if(
      areas_, [](const std::weak_ptr<node::Area>& area) { return !area.expired(); }));
}

bool VectorsOfThreads::read(int /*rank*/, const Copy& copy) noexcept {
  const int number = ++rank_.reads;
  const Refusals& refusals = rank_.refusals;
  const bool is_refused = refusals.first <= number && number <= refusals.last;
  std::size_t bytes = copy.bytes;
  if (is_refused) bytes = refusals.kind == Refusals::Kind::some_comes ? bytes / 2 : 0;
  std::memcpy(copy.into, reinterpret_cast<const void*>(copy.address), bytes);
  rank_.bytes_read += static_cast<std::int64_t>(bytes);
  return !is_refused;
}

std::int64_t times_kept_going() { return yields; }

TeamOfThreads::TeamOfThreads(SharedMemory& memory, const std::vector<int>& ranks,
                             const node::Lengths& lengths, const node::Hierarchy& hierarchy,
                             const node::FirstWays& first_ways, const std::vector<UsedSlot>& slots,
                             node::Callers callers) {
  std::vector<node::Group::Member> members;
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const UsedSlot slot =
        slots.empty() ? UsedSlot{.slot = std::make_shared<node::Slot>()} : slots[rank];
    slot.slot->begin_anew();
    slots_.push_back(slot.slot);
    members.push_back(
        {.slot = slot.slot, .areas = memory.rank(ranks[rank]).seen(), .counted = slot.counted});
  }
  for (std::size_t rank = 0; rank < ranks.size(); ++rank)
    groups_.push_back(std::make_shared<node::Group>(node::Group::Setup{
        .members = members,
        .rank = static_cast<int>(rank),
        .hierarchy = hierarchy.ranks.empty() ? node::Hierarchy::flat(static_cast<int>(ranks.size()))
                                             : hierarchy,
        .lengths = lengths,
        .waiting = node::Waiting(yield, /*is_crowded=*/true),
        .stagings = &memory.rank(ranks[rank]).stagings,
        .callers = callers,
        .peers = std::make_unique<VectorsOfThreads>(memory.rank(ranks[rank])),
        .first_ways = first_ways,
        .patience = memory.patience}));
}

UsedSlot TeamOfThreads::left_slot(int rank) const {
  const auto at = static_cast<std::size_t>(rank);
  return {.slot = slots_[at], .counted = groups_[at]->counted()};
}

void on_all_ranks(int ranks, const std::function<void(int)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) threads.emplace_back(body, rank);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace allfold::testing
