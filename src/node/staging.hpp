/// @file Staging areas of a process: as many as it has threads in long calls at the same time.
///
/// A group takes an area for each long call, preferably the one that it used last, and publishes in
/// its slot which one it is. Another group may take over an area after all ranks have finished
/// reading what the former user left there. StagingPool::take() tries in this order:
///
/// 1. of the areas that this thread was the last to use, the latest one that no rank reads any
///    more;
/// 2. the latest of these areas: the caller waits a while for its readers, and then goes on with 3,
///    since they may finish only after the current call, if another thread of theirs makes it;
/// 3. any area that no rank reads any more;
/// 4. a new area.
///
/// The first area is made, and all ranks of a group map it, before their first long call. It stays.
/// Memory is added before the first call that needs it. Other areas are freed with the
/// communicator that used them last. If an area cannot be had, or other ranks cannot map it, a call
/// runs without it (introduction.hpp).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "node/area.hpp"
#include "node/own_memory.hpp"
#include "node/slot.hpp"
#include "node/team.hpp"

namespace allfold::node {

/// Provides staging areas.
class AreaSource {
 public:
  /// An area of this process, without memory at first. One other than the first is freed with the
  /// last pointer. Null if there is no address space.
  struct Made {
    std::shared_ptr<Area> area;
    std::int64_t offset = no_area;  ///< by which other processes find it; `first_area` of the first
  };
  virtual ~AreaSource() = default;
  [[nodiscard]] virtual Made make() noexcept = 0;
  /// Gives an area memory for pieces of up to `room` bytes. Returns whether it was available.
  [[nodiscard]] virtual bool fill(const Made& made, std::size_t room) noexcept = 0;
  /// The first area of the process that owns a slot; null if it cannot be mapped.
  [[nodiscard]] virtual std::shared_ptr<Area> find_first(const MemoryName& of,
                                                         const Slot& slot) noexcept = 0;
  /// Another area of a process; null if it cannot be mapped.
  [[nodiscard]] virtual std::shared_ptr<Area> find(const MemoryName& of,
                                                   std::int64_t offset) noexcept = 0;
};

/// A staging area, and the group that used it last, whose ranks may still read from it.
struct Staging {
  AreaSource::Made made;
  std::atomic<std::size_t> room = 0;        ///< bytes per piece; grows under the pool's lock
  std::atomic<bool> is_taken = false;       ///< its holder may access what follows
  std::shared_ptr<const Team> latest_user;  ///< changes only under the pool's lock
  std::uint64_t latest_call = 0;            ///< of that group
  std::thread::id latest_thread;
  std::uint64_t latest_use = 0;  ///< StagingPool::next_use()

  /// Returns whether the area was free. It then belongs to the caller until give_back().
  [[nodiscard]] bool try_take() { return !is_taken.exchange(true, std::memory_order_acquire); }
  void give_back() { is_taken.store(false, std::memory_order_release); }
};

class StagingPool {
 public:
  explicit StagingPool(AreaSource& source) : source_(source) {}
  StagingPool(const StagingPool&) = delete;
  StagingPool& operator=(const StagingPool&) = delete;

  /// Room of the first area, in bytes per piece.
  [[nodiscard]] std::size_t first_room();
  /// Increases the room of the first area to at least `room`, and makes the area if there is none
  /// yet. Returns whether it has that room.
  [[nodiscard]] bool fill_first(std::size_t room) noexcept;
  /// As fill_first(), for an area that the caller has taken.
  [[nodiscard]] bool fill(Staging& taken, std::size_t room) noexcept;
  /// An area for a long call of `user`, whose pointer keeps its group. It belongs to the caller.
  struct Taken {
    std::shared_ptr<Staging> staging;    ///< null if there is no memory
    std::shared_ptr<const Team> former;  ///< the user before; null if there was none
  };
  /// `may_be_there`: includes areas that this thread used last and that others may still read.
  /// `gone`: only areas that no rank reads.
  enum class Readers : std::uint8_t { may_be_there, gone };
  [[nodiscard]] Taken take(std::shared_ptr<const Team> user, std::size_t room,
                           Readers readers = Readers::may_be_there) noexcept;
  /// Gives back an area that was not used.
  void give_back(Taken unused) noexcept;
  /// Takes the first area if no thread uses it and no other group reads from it; otherwise null.
  [[nodiscard]] std::shared_ptr<Staging> take_first(const std::shared_ptr<const Team>& user,
                                                    std::size_t room) noexcept;
  /// Frees areas whose latest user has ended, if no rank reads from them.
  void trim() noexcept;
  /// Forgets the groups that used areas last. Must be the last call.
  void close() noexcept;

  /// A number that orders the uses of areas.
  [[nodiscard]] std::uint64_t next_use() { return uses_.fetch_add(1, std::memory_order_relaxed); }

  [[nodiscard]] AreaSource& source() { return source_; }

 private:
  [[nodiscard]] bool fill_locked(Staging& staging, std::size_t room) noexcept;
  std::shared_ptr<Staging> taken(Readers readers);
  /// Takes the most recently used area for which is_for_us() returns true; null if there is none.
  template <class IsForUs>
  [[nodiscard]] std::shared_ptr<Staging> latest_taken(IsForUs is_for_us);
  std::shared_ptr<Staging> made();
  /// Whether only areas keep the latest user alive.
  [[nodiscard]] bool has_ended(const Staging& staging) const;
  /// Returns a group that has ended after removing it from one of its areas; null if there is none.
  std::shared_ptr<const Team> take_ended();

  AreaSource& source_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Staging>> stagings_;
  std::atomic<std::uint64_t> uses_ = 1;
};

}  // namespace allfold::node
