/// @file Staging areas of a process: as many as it has threads in long calls at the same time.
///
/// A group takes an area for each long call, by preference the one that it used last, and tells its
/// other ranks in its slot which one it is. Another group may take an area over when nobody reads
/// any more what the former user left there. Of the areas that a thread was the last to use, it
/// takes the latest that nobody reads any more; where there is none, the latest of all, and waits a
/// while for its readers. They may come to that call only after the one that is made now, if another
/// thread of theirs makes it. Otherwise it takes one that nobody reads, and otherwise another one is
/// made (own_staging.hpp).
///
/// The first area has its addresses with the first communicator and stays, and all ranks of a group
/// have mapped it; the memory for little room is there in advance, and more comes before the first
/// call that needs more. The others go back when the communicator that used them last is freed. They
/// may be ones that cannot be had, or that other ranks cannot map: a call does without
/// (introduction.hpp).
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

/// Where staging areas come from.
class AreaSource {
 public:
  /// An area of this process, yet without memory; it goes back with the last pointer. None if there
  /// are no addresses for it.
  struct Made {
    std::shared_ptr<Area> area;
    std::int64_t offset = no_area;  ///< by which other processes find it
  };
  virtual ~AreaSource() = default;
  [[nodiscard]] virtual Made make() noexcept = 0;
  /// Gives an area memory for pieces of so many bytes; returns whether there is so much.
  [[nodiscard]] virtual bool fill(const Made& made, std::size_t room) noexcept = 0;
  /// Brings the memory for such pieces to where this process finds it, as far as the system can: at
  /// the first touch that would take longer.
  virtual void bring(const Made& made, std::size_t room) noexcept = 0;
  /// An area of another process; null if it cannot be mapped.
  [[nodiscard]] virtual std::shared_ptr<Area> find(const MemoryName& of,
                                                   std::int64_t offset) noexcept = 0;
};

/// A staging area, and the group that used it last, by its team: its ranks may still read from it.
struct Staging {
  AreaSource::Made made;
  std::atomic<std::size_t> room = 0;        ///< grows under the pool's lock, as does the memory
  std::size_t filled = 0;                   ///< room that has memory
  std::atomic<bool> is_taken = false;       ///< whoever has set this may touch what follows
  std::shared_ptr<const Team> latest_user;  ///< changes under the pool's lock only
  std::uint64_t latest_call = 0;            ///< of that group
  std::thread::id latest_thread;
  std::uint64_t latest_use = 0;  ///< StagingPool::next_use()

  /// Whether it was free; then it is the caller's, until given back.
  [[nodiscard]] bool try_take() { return !is_taken.exchange(true, std::memory_order_acquire); }
  void give_back() { is_taken.store(false, std::memory_order_release); }
};

class StagingPool {
 public:
  explicit StagingPool(AreaSource& source) : source_(source) {}
  StagingPool(const StagingPool&) = delete;
  StagingPool& operator=(const StagingPool&) = delete;

  /// The offset of the area that is always there; `no_area` if it cannot be made.
  [[nodiscard]] std::int64_t first_area();
  /// What room it has.
  [[nodiscard]] std::size_t first_room();
  /// Gives it so much room, if it has less; returns whether it has.
  [[nodiscard]] bool fill_first(std::size_t room) noexcept;
  /// Gets the memory for that, if it can be had: to give it room takes less time then.
  void prepare_first(std::size_t room) noexcept;
  /// The same of an area that the caller has taken.
  [[nodiscard]] bool fill(Staging& taken, std::size_t room) noexcept;
  /// An area for a long call of `user`, whose pointer keeps its group. It is taken.
  struct Taken {
    std::shared_ptr<Staging> staging;    ///< null if there is no memory
    std::shared_ptr<const Team> former;  ///< the user before; null: there is none
  };
  /// `may_be_there`: of an area that this thread used last. `gone`: nobody reads there.
  enum class Readers : std::uint8_t { may_be_there, gone };
  [[nodiscard]] Taken take(std::shared_ptr<const Team> user, std::size_t room,
                           Readers readers = Readers::may_be_there) noexcept;
  /// Gives one back that was not used.
  void give_back(Taken unused) noexcept;
  /// The first area, if no thread uses it and no other group reads there; null otherwise.
  [[nodiscard]] std::shared_ptr<Staging> take_first(const std::shared_ptr<const Team>& user,
                                                    std::size_t room) noexcept;
  /// Gives back what the groups that are gone have used, as far as nobody reads there.
  void trim() noexcept;
  /// Forgets the groups that used areas last. No call comes after this.
  void close() noexcept;

  /// Numbers the uses of areas.
  [[nodiscard]] std::uint64_t next_use() { return uses_.fetch_add(1, std::memory_order_relaxed); }

  [[nodiscard]] AreaSource& source() { return source_; }

 private:
  [[nodiscard]] bool fill_locked(Staging& staging, std::size_t room) noexcept;
  /// Gets the memory for so much room, if there is less; returns whether it is there.
  [[nodiscard]] bool has_memory(Staging& staging, std::size_t room) noexcept;
  std::shared_ptr<Staging> taken(Readers readers);
  /// The one that is for us, of several the one that was used last; null: there is none.
  template <class IsForUs>
  [[nodiscard]] std::shared_ptr<Staging> latest_taken(IsForUs is_for_us);
  std::shared_ptr<Staging> made();
  /// Whether only areas hold the latest user.
  [[nodiscard]] bool has_ended(const Staging& staging) const;
  /// A group that has ended, one of whose areas this gives back; null: there is none.
  std::shared_ptr<const Team> take_ended();

  AreaSource& source_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Staging>> stagings_;
  std::atomic<std::uint64_t> uses_ = 1;
};

}  // namespace allfold::node
