/// @file Messages between the ranks of a node, as MPI libraries send them through shared memory.
///
/// In each of ⌈lg p⌉ rounds a rank sends to the rank that is 1, 2, 4, … ranks further, and receives as
/// much: its vector, half of it, a quarter, and so on, as in recursive halving, so that most bytes
/// stay near. A short message is copied to memory that both share, and out of it. A long one is copied
/// once, by the receiver, as with XPMEM: no library is faster.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "candidate.hpp"
#include "marks.hpp"

namespace allfold::bench {

class Messages final : public Candidate {
 public:
  explicit Messages(const Task& task);
  /// Sends and receives in all rounds. The result begins with the message that came last.
  void reduce(int rank) override;
  [[nodiscard]] Positions reduced(const Task& task, int rank) const override;

 private:
  /// Open MPI and MPICH copy messages twice up to about this length.
  static constexpr std::int64_t most_bytes_copied_twice = 4096;
  static constexpr int most_rounds = 10;

  struct Own {
    Mark sent, taken;
    /// By round, so that none is used twice in a call.
    alignas(64) std::array<std::array<std::byte, most_bytes_copied_twice>, most_rounds> cells;
  };
  struct Peers {
    int to, from;
  };
  void send_and_receive(int rank, std::size_t round, Peers peers);
  /// The bytes of each message of a round.
  [[nodiscard]] std::int64_t bytes_of(std::size_t round) const;
  [[nodiscard]] Own& own(int rank) const { return *own_[static_cast<std::size_t>(rank)]; }

  const Task& task_;
  std::vector<Own*> own_;              ///< by rank
  std::vector<std::uint64_t> counts_;  ///< by rank: of its messages
};

}  // namespace allfold::bench
