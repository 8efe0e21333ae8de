/// @file Ranks as threads of one process, that share memory as processes would.
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

/// The brackets of the kernel `node`.
[[nodiscard]] node::Brackets tree_f(int ranks);

/// What the checker proves of the kernel `node` on so many ranks: "((0 1) 2)".
[[nodiscard]] std::string proved_expression(int ranks);

/// Elements whose operation has no law at all, neither commutative nor associative: a result tells
/// how it was bracketed.
[[nodiscard]] std::uint64_t combined(std::uint64_t left, std::uint64_t right);
/// The value of an expression, `input` giving that of each rank.
[[nodiscard]] std::uint64_t value_of(const std::string& expression,
                                     const std::function<std::uint64_t(int)>& input);

/// Reduces by `combined` elements of 8 bytes that may have gaps between them.
class Combining final : public exec::Arithmetic {
 public:
  explicit Combining(std::int64_t extent) : extent_(extent) {}
  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override;
  exec::Status copy(void* into, const void* from, std::int64_t elements) override;
  exec::Status failure = exec::success;  ///< what every reduction returns

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

/// Which of a rank's reads of others' vectors are refused: by their numbers, from 1 on.
struct Refusals {
  static constexpr int never = std::numeric_limits<int>::max();
  int first = never;
  int last = never;
  /// Whether half of what is refused comes all the same.
  enum class Kind : std::uint8_t { nothing_comes, some_comes } kind = Kind::nothing_comes;
};

/// The memory that ranks share, and their staging areas, which several groups may have in common.
class SharedMemory {
 public:
  explicit SharedMemory(int ranks);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  /// A rank's areas: at most so many, which are numbered, and found by all. Only what has been given
  /// memory can be touched.
  class Rank final : public node::AreaSource {
   public:
    Rank(SharedMemory& memory, int rank) : memory_(memory), rank_(rank) {}
    Made make() noexcept override;
    bool fill(const Made& made, std::size_t room) noexcept override;
    void bring(const Made& made, std::size_t room) noexcept override;
    std::shared_ptr<node::Area> find(const node::MemoryName& of,
                                     std::int64_t offset) noexcept override;
    /// Where its first area is to be found.
    [[nodiscard]] node::Areas::Seen first_area();
    [[nodiscard]] std::size_t areas();  ///< that there are

    node::StagingPool stagings{*this};
    std::size_t most_areas = 100;
    bool finds_others = true;
    bool finds_only_first = false;             ///< areas of others
    std::atomic<std::int64_t> bytes_read = 0;  ///< of others' vectors, where they lie
    std::atomic<int> reads = 0;                ///< there
    Refusals refusals;                         ///< of reads that are yet to come

   private:
    SharedMemory& memory_;
    int rank_;
    std::mutex mutex_;
    std::vector<std::weak_ptr<node::Area>> areas_;
  };
  [[nodiscard]] Rank& rank(int r) { return *ranks_[static_cast<std::size_t>(r)]; }

  /// That of the groups that are made from now on: without end for machines on which a thread may
  /// stand still for any time.
  std::int64_t patience = std::int64_t{1} << 60;

 private:
  std::vector<std::unique_ptr<Rank>> ranks_;
};

/// The vectors of other threads, some reads of which may be refused.
class VectorsOfThreads final : public node::PeerMemory {
 public:
  explicit VectorsOfThreads(SharedMemory::Rank& rank) : rank_(rank) {}
  [[nodiscard]] bool read(int rank, const Copy& copy) noexcept override;

 private:
  SharedMemory::Rank& rank_;
};

/// How often waits, and calls that need not wait, of all groups have kept messages going.
[[nodiscard]] std::int64_t times_kept_going();

/// A slot, and the highest number that a group has left there.
struct UsedSlot {
  std::shared_ptr<node::Slot> slot;
  std::uint64_t counted = 0;
};

/// A communicator of some of the ranks, in the given order.
class TeamOfThreads {
 public:
  /// `slots`: by rank; none: new ones.
  TeamOfThreads(SharedMemory& memory, const std::vector<int>& ranks, const node::Lengths& lengths,
                const node::Topology& topology = {}, const node::FirstWays& first_ways = {},
                const std::vector<UsedSlot>& slots = {});
  [[nodiscard]] node::Group& group(int rank) { return *groups_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int ranks() const { return static_cast<int>(groups_.size()); }
  /// For another team, once this one makes no calls any more.
  [[nodiscard]] UsedSlot left_slot(int rank) const;

 private:
  std::vector<std::shared_ptr<node::Slot>> slots_;
  std::vector<std::shared_ptr<node::Group>> groups_;
};

/// Runs body(rank) for all ranks at the same time.
void on_all_ranks(int ranks, const std::function<void(int)>& body);

}  // namespace allfold::testing
