/// @file Checked ranks: the ranks of one execution, with their memory in the checker's arena.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "exec/workspace.hpp"
#include "node/group.hpp"
#include "node_check/calls.hpp"
#include "node_check/checker.hpp"

namespace allfold::testing {

/// What ranks do, and with what.
struct Case {
  std::string name;
  std::string summary;
  node::Hierarchy hierarchy;
  std::vector<CheckedCall> calls;
  node::Lengths lengths = {.most_short_bytes = 512, .piece_bytes = 1024};
  node::Callers callers = node::Callers::one_thread;
  /// Ranks whose first area is in use elsewhere, so that they take further ones.
  std::vector<std::size_t> without_first = {};
  /// Ranks that cannot map others' further areas.
  std::vector<std::size_t> cannot_map = {};
  /// Ranks that have memory only for pieces of up to `most_room` bytes.
  std::vector<std::size_t> without_memory = {};
  std::size_t most_room = 0;
  /// Refuses every read of others' vectors on this rank.
  int refuses_reads = nobody;
  /// Nanoseconds that a rank waits for readers of another group. By default without end.
  std::int64_t patience = std::int64_t{1} << 60U;
  /// What else ranks do. `joins`: before the calls they say that they have joined, as the set-up of
  /// a communicator does. `trials`: they exchange times of trials.
  enum class Also : std::uint8_t { nothing, joins, trials } also = Also::nothing;
  /// Calls of a group of the first two ranks, without clusters, that uses the slots anew after all
  /// ranks have left them.
  std::vector<CheckedCall> successors = {};
  /// Bounds of the search; 0 deviations: usual executions only.
  int deviations = 2;
  int seeds = 200;

  [[nodiscard]] std::size_t ranks() const { return hierarchy.ranks.size(); }
  static constexpr std::size_t ranks_of_successor = 2;
  /// Of the calls, and then those of the successor.
  [[nodiscard]] const CheckedCall& call(std::size_t number) const {
    return number < calls.size() ? calls[number] : successors[number - calls.size()];
  }
};

[[nodiscard]] inline bool is_in(const std::vector<std::size_t>& ranks, std::size_t rank) {
  return std::ranges::find(ranks, rank) != ranks.end();
}

class CheckedRanks {
 public:
  /// `expected`: the results, by call.
  CheckedRanks(node_check::Checker& checker, const Case& given,
               const std::vector<std::vector<std::uint64_t>>& expected);
  ~CheckedRanks();
  CheckedRanks(const CheckedRanks&) = delete;
  CheckedRanks& operator=(const CheckedRanks&) = delete;

  /// What a rank does.
  void run(std::size_t rank);
  /// Of messages, and of mutations.
  [[nodiscard]] std::string name(const void* at) const;
  /// The slot that an address belongs to; null if to none.
  [[nodiscard]] const node::Slot* slot_with(const void* at) const;

 private:
  class Areas;
  struct Rank;
  static constexpr std::size_t groups = 2;

  /// Of the first `ranks` ranks.
  [[nodiscard]] std::vector<node::Group::Member> members(std::size_t group, std::size_t ranks,
                                                         std::uint64_t counted) const;
  [[nodiscard]] std::shared_ptr<node::Group> group_of(
      std::size_t rank, const node::Hierarchy& hierarchy,
      const std::vector<node::Group::Member>& members);
  void make_call(std::size_t rank, std::size_t number);
  static void write_input(const Rank& own, const CheckedCall& call, std::size_t number);
  [[nodiscard]] static std::vector<std::uint64_t> values_at(const std::byte* vector,
                                                            const CheckedCall& call,
                                                            std::int64_t count);
  void succeed(std::size_t rank);
  void make_trials(std::size_t rank);
  exec::Status in_halves(Rank& own, const CheckedCall& call, const node::Vectors& vectors,
                         const node::Elements& elements, std::size_t number);
  void check(const Rank& own, const CheckedCall& call, exec::Status status, std::size_t number);
  void fault(const std::string& what) { checker_.fault(what); }

  node_check::Checker& checker_;
  const Case& case_;
  const std::vector<std::vector<std::uint64_t>>& expected_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  std::vector<std::shared_ptr<node::Staging>> held_;
  std::uint64_t left_at_ = 0;  ///< the highest number of the groups that were left
};

}  // namespace allfold::testing
