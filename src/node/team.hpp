/// @file Team: the ranks of a communicator that share memory, as one of them sees the others.
///
/// Its ranks call the same collectives in the same order; how far each has come is in its Slot. A
/// rank may run ahead of others: what it wrote for a call is overwritten some calls later, and not
/// before those have read it that were to.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "node/brackets.hpp"
#include "node/order.hpp"
#include "node/slot.hpp"
#include "node/waiting.hpp"

namespace allfold::node {

/// Who reads what a rank writes for a call: a rank, or
inline constexpr int everyone = -1;

/// Successive ranks under one leader, the lowest of them: one subtree of the team's brackets.
struct Cluster {
  int first_leaf;
  int leaves;
  int first;  ///< rank, the leader
  int last;   ///< rank behind the last

  [[nodiscard]] bool contains(int rank) const { return first <= rank && rank < last; }
};

/// The clusters of one level, which hold all ranks, and which of them a rank is in.
struct Level {
  std::vector<Cluster> clusters;
  std::size_t own;
};

/// Which ranks look at which others'. Up to so many ranks all look at all.
struct Topology {
  int most_in_one_cluster = 8;
  /// Beyond that, the leaves of a cluster at each level, from the lowest up: powers of two, each
  /// larger than the one before. The leaders of a level are the ranks of the next, and those of the
  /// highest look at each other.
  std::array<int, most_levels> leaves_of_cluster = {4, 64};
};

class Team {
 public:
  /// `slots` are the ranks' own, with no mark above `counted`, after which all ranks count calls and
  /// cycles; `brackets` are of as many ranks.
  Team(std::vector<Slot*> slots, int rank, const Brackets& brackets, const Topology& topology,
       const Waiting& waiting, std::uint64_t counted = 0);

  [[nodiscard]] int ranks() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] Slot& slot(int rank) const { return *slots_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] Slot& own() const { return slot(rank_); }
  /// In which order all ranks' vectors are reduced.
  [[nodiscard]] const Order& order() const { return order_; }
  /// Those of this rank's cluster of a level that it leads: of ranks on the lowest level, else of
  /// the clusters in it.
  [[nodiscard]] const Order& order_of_cluster(int level) const {
    return orders_of_clusters_[static_cast<std::size_t>(level)];
  }
  /// The clusters of the highest level.
  [[nodiscard]] const Order& order_of_highest() const { return order_of_highest_; }
  /// That the reductions of this rank need.
  [[nodiscard]] std::size_t blocks_of_reductions() const;
  /// How many levels of clusters there are; none in a flat team, whose ranks all look at all.
  [[nodiscard]] int levels() const { return static_cast<int>(levels_.size()); }
  [[nodiscard]] bool is_flat() const { return levels_.empty(); }
  /// On how many levels, from the lowest, this rank leads its cluster.
  [[nodiscard]] int levels_led() const { return levels_led_; }
  [[nodiscard]] bool leads_highest() const { return levels_led_ == levels(); }
  /// This rank's cluster of a level.
  [[nodiscard]] const Cluster& cluster(int level) const {
    const Level& of = levels_[static_cast<std::size_t>(level)];
    return of.clusters[of.own];
  }
  /// The leader of the lowest cluster of this rank's that another leads; none for those that lead
  /// the highest.
  [[nodiscard]] int leader() const { return cluster(levels_led_).first; }
  /// The clusters of the level below that make up this rank's cluster of `level`, at least 1; of
  /// levels(), which would be one cluster: all of the highest level. Their leaders look at each
  /// other's marks.
  [[nodiscard]] std::span<const Cluster> clusters_in(int level) const;
  /// The ranks whose marks this one looks at, which are few.
  [[nodiscard]] std::span<const int> watched() const { return watched_; }

  /// Begins the next call and returns its number. What this rank wrote `calls` calls ago, at most
  /// `most_kept`, and before, may be overwritten now; `readers` will read what it writes.
  std::uint64_t begin(int readers, std::uint64_t calls);
  /// Keeps MPI's messages going in each so many calls, whether they wait or not. A program may have
  /// nothing but such calls in which a message of its own can go on.
  void keep_going(std::uint64_t calls) const {
    if (call_ % calls == 0) waiting_.keep_messages_going();
  }
  /// Tells that all ranks were seen to have begun the current call, so that all are done with those
  /// before it.
  void note_all_have_begun() { read_ = std::max(read_, call_ - 1); }
  /// Whether one of the ranks that this one watches was last seen where this one runs now. It tells
  /// them where that is.
  [[nodiscard]] bool shares_processor() const;
  /// Ends the call: nothing of others is read for it any more.
  void finish() const { own().done.mark.store(call_, std::memory_order_release); }

  /// Says that others will not get from this rank what they expect in this call. Comes before the
  /// mark that they wait for.
  void note_failure() const;
  /// Whether a rank has said so; of ranks whose marks were waited for.
  [[nodiscard]] bool has_failed(int rank) const;

  /// Waits until a mark has come to `value`. What its owner wrote before can be read then, and what
  /// it read before can be overwritten.
  void await(const Mark& mark, std::uint64_t value) {
    // Acquire: pairs with the release of the owner's store.
    wait([&] { return mark.load(std::memory_order_acquire) >= value; });
  }
  /// Says how far this rank has come.
  void show(Progress progress, std::uint64_t cycle) const {
    own().own[static_cast<std::size_t>(progress)].mark.store(cycle, std::memory_order_release);
  }
  [[nodiscard]] const Mark& shown(Progress progress, int rank) const {
    return slot(rank).own[static_cast<std::size_t>(progress)].mark;
  }
  /// Waits until all ranks have come to a cycle. Where there are clusters all ranks call this for
  /// every cycle: leaders look at their ranks and at each other, the others at their leaders.
  void await_all(Progress progress, std::uint64_t cycle);
  /// Waits until all ranks have ended the call of that number, which nothing of this rank's waits
  /// for.
  void await_all_done(std::uint64_t call);
  [[nodiscard]] std::uint64_t latest_call() const { return call_; }

  /// Whether all other ranks have ended the call of that number; for any thread.
  [[nodiscard]] bool have_all_others_done(std::uint64_t call) const;
  /// Waits, as this team waits for marks, until ready() says so, or for so many nanoseconds. Returns
  /// what it said last.
  template <class Ready>
  [[nodiscard]] bool await_that(Ready ready, std::int64_t patience) {
    if (ready()) return true;
    const std::int64_t end = Waiting::nanoseconds() + patience;
    bool is_ready = false;
    wait([&] { return (is_ready = ready()) || Waiting::nanoseconds() >= end; });
    return is_ready;
  }

 private:
  std::vector<Slot*> slots_;
  int rank_;
  Order order_;
  std::vector<Level> levels_;  ///< from the lowest up
  std::vector<Order> orders_of_clusters_;
  Order order_of_highest_;
  int levels_led_ = 0;
  std::vector<int> watched_;
  Waiting waiting_;

  void watch();
  template <class Ready>
  void wait(Ready ready, Waiting::Looks looks = Waiting::Looks::often) {
    waiting_.until(
        ready, [this] { return shares_processor(); }, looks);
  }
  void await_readers(std::uint64_t call, std::uint64_t more);
  void await_done(int rank, std::uint64_t call, std::uint64_t more = 0);

  /// A look at the processor takes some nanoseconds, and the system moves ranks some hundred times
  /// a second at most.
  static constexpr std::uint64_t calls_between_looks_at_processor = 8;
  /// Tells others where this rank runs: 1 and more, as the system counts.
  int tell_processor() const;

  std::uint64_t call_;
  std::uint64_t read_;  ///< what was written up to that call has been read by all that were to
  std::array<int, most_kept> readers_ = {};  ///< of the latest calls
  std::vector<std::uint64_t> done_;          ///< by rank: as last seen, which saves many a look
};

}  // namespace allfold::node
