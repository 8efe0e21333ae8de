/// @file Ranks as threads of one process, that share memory as processes would.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "node/group.hpp"

namespace allfold::testing {

/// What the checker proves of the kernel `node` on so many ranks: "((0 1) 2)".
[[nodiscard]] std::string proved_expression(int ranks);

/// Elements whose operation has no law at all, neither commutative nor associative: a result tells
/// how it was bracketed.
[[nodiscard]] std::uint64_t combined(std::uint64_t left, std::uint64_t right);
/// The value of an expression, `input` giving that of each rank.
[[nodiscard]] std::uint64_t value_of(const std::string& expression,
                                     const std::function<std::uint64_t(int)>& input);

/// Reduces by `combined` elements of 8 bytes that may have gaps between them.
class Combining final : public Arithmetic {
 public:
  explicit Combining(std::int64_t extent) : extent_(extent) {}
  Status reduce(void* into, const void* left, const void* right, std::int64_t elements) override;
  Status copy(void* into, const void* from, std::int64_t elements) override;
  Status failure = success;  ///< what every reduction returns

 private:
  std::int64_t extent_;
};

/// Packs such elements without their gaps.
class WithoutGaps final : public node::Packing {
 public:
  explicit WithoutGaps(std::int64_t extent) : extent_(extent) {}
  Status pack(void* shared, const void* own, std::int64_t elements) override;
  Status unpack(void* own, const void* shared, std::int64_t elements) override;

 private:
  std::int64_t extent_;
};

/// The memory that ranks share, and their staging areas, which several groups may have in common.
class SharedMemory {
 public:
  explicit SharedMemory(int ranks);
  struct Rank {
    std::unique_ptr<node::Area> area = std::make_unique<node::Area>();
    std::shared_ptr<node::Staging> staging = std::make_shared<node::Staging>();
  };
  [[nodiscard]] Rank& rank(int r) { return ranks_[static_cast<std::size_t>(r)]; }
  ~SharedMemory();

 private:
  std::vector<Rank> ranks_;
};

/// A communicator of some of the ranks, in the given order.
class TeamOfThreads {
 public:
  TeamOfThreads(SharedMemory& memory, const std::vector<int>& ranks, const node::Lengths& lengths,
                const node::Topology& topology = {});
  [[nodiscard]] node::Group& group(int rank) { return *groups_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] int ranks() const { return static_cast<int>(groups_.size()); }

 private:
  std::vector<std::unique_ptr<node::Slot>> slots_;
  std::vector<std::shared_ptr<node::Group>> groups_;
};

/// Runs body(rank) for all ranks at the same time.
void on_all_ranks(int ranks, const std::function<void(int)>& body);

}  // namespace allfold::testing
