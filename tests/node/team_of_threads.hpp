/// @file Ranks as threads of one process, which share memory as processes do.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "node/group.hpp"

namespace allfold::testing {

/// The expression that the checker proves for the kernel `node` on this many ranks: "((0 1) 2)".
[[nodiscard]] std::string proved_expression(int ranks);

/// The operation is neither commutative nor associative, so the result reveals its bracketing.
[[nodiscard]] std::uint64_t combined(std::uint64_t left, std::uint64_t right);
/// The value of an expression; `input` returns the value of each rank.
[[nodiscard]] std::uint64_t value_of(const std::string& expression,
                                     const std::function<std::uint64_t(int)>& input);

/// Reduces by `combined`. Elements have 8 bytes and may have gaps between them.
class Combining final : public exec::Arithmetic {
 public:
  explicit Combining(std::int64_t extent) : extent_(extent) {}
  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override;
  exec::Status copy(void* into, const void* from, std::int64_t elements) override;
  exec::Status failure = exec::success;  ///< the status of every reduction

 private:
  std::int64_t extent_;
};

/// Packs such elements without their gaps.
class WithoutGaps final : public node::Packing {
 public:
  explicit WithoutGaps(std::int64_t extent) : extent_(extent) {}
  exec::Status pack(void* shared, const void* own, std::int64_t elements) override;
  exec::Status unpack(void* own, const void* shared, std::int64_t elements) override;

 private:
  std::int64_t extent_;
};

/// The numbers of a rank's reads of other ranks' vectors that are refused; the first read is 1.
struct Refusals {
  static constexpr int never = std::numeric_limits<int>::max();
  int first = never;
  int last = never;
  /// Whether a refused read copies half of the bytes nevertheless.
  enum class Kind : std::uint8_t { nothing_comes, some_comes } kind = Kind::nothing_comes;
};

/// The shared memory of the ranks, and their staging areas, which several groups may share.
class SharedMemory {
 public:
  explicit SharedMemory(int ranks);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// The areas of a rank: numbered, at most `most_areas`, and visible to all ranks. An area can be
  /// accessed only after `fill` has given it memory.
  class Rank final : public node::AreaSource {
   public:
    Rank(SharedMemory& memory, int rank) : memory_(memory), rank_(rank) {}
    Made make() noexcept override;
    bool fill(const Made& made, std::size_t room) noexcept override;
    std::shared_ptr<node::Area> find_first(const node::MemoryName& of,
                                           const node::Slot& slot) noexcept override;
    std::shared_ptr<node::Area> find(const node::MemoryName& of,
                                     std::int64_t offset) noexcept override;
    /// What other ranks know of its areas.
    [[nodiscard]] node::Areas::Seen seen();
    [[nodiscard]] std::size_t areas();  ///< number of existing areas

    node::StagingPool stagings{*this};
    std::size_t most_areas = 100;
    bool finds_others = true;
    bool finds_only_first = false;             ///< of the areas of other ranks
    std::atomic<std::int64_t> bytes_read = 0;  ///< of other ranks' vectors, read in place
    std::atomic<int> reads = 0;                ///< number of those reads
    Refusals refusals;                         ///< applied to later reads

   private:
    SharedMemory& memory_;
    int rank_;
    std::mutex mutex_;
    std::vector<std::weak_ptr<node::Area>> areas_;
  };
  [[nodiscard]] Rank& rank(int r) { return *ranks_[static_cast<std::size_t>(r)]; }

  /// The patience of groups that are made later. It is unlimited by default, as a thread may stall
  /// for any time on a busy machine.
  std::int64_t patience = std::int64_t{1} << 60;

 private:
  std::vector<std::unique_ptr<Rank>> ranks_;
};

/// Access to the vectors of other threads. Some reads may be refused.
class VectorsOfThreads final : public node::PeerMemory {
 public:
  explicit VectorsOfThreads(SharedMemory::Rank& rank) : rank_(rank) {}
  [[nodiscard]] bool read(int rank, const Copy& copy) noexcept override;

 private:
  SharedMemory::Rank& rank_;
};

/// How often all groups together have driven MPI progress: in waits, and in calls that need not
/// wait.
[[nodiscard]] std::int64_t times_kept_going();

/// A slot, and the highest number that a group has left in it.
struct UsedSlot {
  std::shared_ptr<node::Slot> slot;
  std::uint64_t counted = 0;
};

/// A communicator of some of the ranks, in the given order.
class TeamOfThreads {
 public:
  /// `hierarchy`: of no ranks: without clusters. `slots`: by rank; empty: new slots.
  TeamOfThreads(SharedMemory& memory, const std::vector<int>& ranks, const node::Lengths& lengths,
                const node::Hierarchy& hierarchy = {}, const node::FirstWays& first_ways = {},
                const std::vector<UsedSlot>& slots = {},
                node::Callers callers = node::Callers::several_threads);
  [[nodiscard]] node::Group& group(int rank) { return *groups_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int ranks() const { return static_cast<int>(groups_.size()); }
  /// The slot for another team, when this team makes no more calls.
  [[nodiscard]] UsedSlot left_slot(int rank) const;

 private:
  std::vector<std::shared_ptr<node::Slot>> slots_;
  std::vector<std::shared_ptr<node::Group>> groups_;
};

/// Runs body(rank) for all ranks at the same time.
void on_all_ranks(int ranks, const std::function<void(int)>& body);

}  // namespace allfold::testing
