/// @file Team: the ranks of a communicator that share memory, as one of them sees the others.
///
/// All ranks call the same collectives in the same order. A rank's Slot shows how far it has come.
/// A rank may run ahead of others: what it wrote for a call is overwritten some calls later, after
/// all of its readers have read it.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "node/asked.hpp"
#include "node/cluster_tree.hpp"
#include "node/hierarchy.hpp"
#include "node/order.hpp"
#include "node/slot.hpp"
#include "node/waiting.hpp"
#include "schedule/operand_order.hpp"

namespace allfold::node {

class Team {
 public:
  /// `slots` are the ranks' slots, by rank, with no number above `counted`, from which all ranks
  /// continue to count calls and cycles. `hierarchy` is for as many ranks, with at most
  /// `most_levels` levels.
  Team(std::vector<Slot*> slots, int rank, const Hierarchy& hierarchy, const Waiting& waiting,
       std::uint64_t counted = 0);
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  [[nodiscard]] int ranks() const { return static_cast<int>(slots_.size()); }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] Slot& slot(int rank) const { return *slots_[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] Slot& own() const { return slot(rank_); }
  /// The clusters in which ranks watch each other.
  [[nodiscard]] const ClusterTree& tree() const { return tree_; }
  /// Whether each rank watches all others.
  [[nodiscard]] bool is_flat() const { return tree_.levels() == 0; }
  /// All ranks, in the order of the hierarchy.
  [[nodiscard]] std::span<const int> all() const { return tree_.ranks(); }
  /// The order in which all ranks' vectors are reduced. For operations that need the order of the
  /// ranks it is another one where clusters do not consist of successive ranks.
  [[nodiscard]] const Order& order(schedule::OperandOrder needed) const {
    return needed == schedule::OperandOrder::any || has_one_order_ ? order_ : order_by_rank_;
  }
  /// Whether the vectors may be reduced cluster by cluster.
  [[nodiscard]] bool may_use_clusters(schedule::OperandOrder needed) const {
    return !is_flat() && (needed == schedule::OperandOrder::any || has_one_order_);
  }
  /// The number of blocks that the reductions of this rank need, other than those of LevelPlan.
  [[nodiscard]] std::size_t blocks_of_reductions() const;
  /// The few ranks whose marks this rank watches.
  [[nodiscard]] std::span<const int> watched() const { return watched_; }

  /// Begins the next call and returns its number. Waits until what this rank wrote `calls` calls
  /// ago and earlier has been read, so that it may be overwritten; `calls` is at most `calls_remembered`.
  /// `readers` will read what this rank writes in this call.
  std::uint64_t begin(int readers, std::uint64_t calls) {
    ++call_;
    if (read_ + calls < call_) [[unlikely]]
      await_room(calls);
    readers_[call_ % readers_.size()] = readers;
    if (call_ % calls_between_looks_at_processor == 0) [[unlikely]]
      tell_processor();
    return call_;
  }
  /// Progresses MPI's messages in every `calls`-th call, whether calls wait or not. A program's own
  /// messages may have no other opportunity to progress.
  void keep_going(std::uint64_t calls) const {
    if (call_ % calls == 0) [[unlikely]]
      waiting_.keep_messages_going();
  }
  /// Notes that all ranks were seen to have begun the current call, so that all have finished
  /// earlier calls.
  void note_all_have_begun() { read_ = std::max(read_, call_ - 1); }
  /// Whether a rank that this rank watches was last seen on the processor of this rank. Also
  /// publishes the processor of this rank.
  [[nodiscard]] bool shares_processor() const;
  /// Ends the call: this rank reads no other rank's data for it any more.
  void finish() const { own().done.mark.store(call_, std::memory_order_release); }

  /// Why others do not get from a rank what they expect.
  enum class Failure : std::uint8_t { mismatch, other };
  /// Announces that in this call. Must precede the mark for which they wait.
  void note_failure(Failure failure) const;
  /// Whether a rank has announced a failure in this call, and which. Only for ranks whose marks
  /// this rank has waited for. The rank may have failed after the mark.
  [[nodiscard]] std::optional<Failure> failure_of(int rank) const;

  /// Waits until a mark has reached `value`. After that, what its owner wrote before can be read,
  /// and what its owner read before can be overwritten.
  void await(const Mark& mark, std::uint64_t value) {
    // Acquire: pairs with the release of the owner's store.
    wait([&] { return mark.load(std::memory_order_acquire) >= value; });
  }
  /// As await(), for a mark of another rank in call `call`, which is not after the current one, and
  /// in which this rank asks for `own`. Returns false if the mark will not come: the owner has
  /// ended the call without it, or asks for something else in the current call.
  [[nodiscard]] bool await_of(int owner, const Mark& mark, std::uint64_t value, std::uint64_t call,
                              Signature own) {
    return await_unless([&] { return mark.load(std::memory_order_acquire) >= value; },
                        [&] { return asks_otherwise(owner, own) || has_left(owner, call); });
  }
  /// As await_of(), for an entry of the current call. Returns whether its owner has asked for the
  /// same.
  [[nodiscard]] bool await_entry(int owner, const CallMark& entry, Signature own) {
    // No rank overwrites the entry before all of its readers have read it.
    const auto is_there = [&] { return entry.number.load(std::memory_order_acquire) == call_; };
    if (!is_there()) [[unlikely]]
      if (!await_unless(is_there,
                        [&] { return asks_otherwise(owner, own) || has_left(owner, call_); }))
        return false;
    const Signature signature = entry.signature.load(std::memory_order_relaxed);
    if (signature == own) [[likely]]
      return true;
    note_other(owner, signature);
    return false;
  }
  /// As await_of(), for Slot::able before the next call. Returns false if the owner has begun that
  /// call instead.
  [[nodiscard]] bool await_able(int owner, std::uint64_t value);
  /// Waits for a mark between calls. Returns false if a rank has seen that ranks asked for
  /// different things in a call.
  [[nodiscard]] bool await_untorn(const Mark& mark, std::uint64_t value);
  /// A cycle of a call in which this rank asks for `asked`.
  struct Step {
    std::uint64_t cycle;
    Signature asked;
    /// The kind of a long call, which must be equal on all ranks.
    std::uint64_t kind;
    /// `first`: of the call, where ranks compare what they ask for.
    enum class Which : std::uint8_t { first, later } which = Which::later;
  };
  /// Waits until `owner` has reached a cycle, by a mark of its own. Returns false if it will not
  /// reach the cycle, or asks for something else.
  [[nodiscard]] bool await_step(int owner, const Mark& mark, const Step& step) {
    return await_of(owner, mark, step.cycle, call_, step.asked) &&
           (step.which == Step::Which::later || asks_alike(owner, step));
  }
  /// Waits until `rank` has ended a call.
  void await_end(int rank, std::uint64_t call) {
    if (rank != rank_) await_done(rank, call);
  }
  /// Shows how far this rank has come.
  void show(Progress progress, std::uint64_t cycle) const {
    own().own[static_cast<std::size_t>(progress)].mark.store(cycle, std::memory_order_release);
  }
  [[nodiscard]] const Mark& shown(Progress progress, int rank) const {
    return slot(rank).own[static_cast<std::size_t>(progress)].mark;
  }
  /// Shows what this rank asks for in a long call, whose first step is `step`. Must precede the
  /// mark of that step.
  void show_asked(const Step& step) const;
  /// Waits until all ranks have reached a cycle. With clusters, all ranks must call this for every
  /// cycle: leaders watch their ranks and each other, and other ranks watch their leaders. Returns
  /// false if a rank will not reach the cycle, or asks for something else.
  [[nodiscard]] bool await_all(Progress progress, const Step& step);
  /// Waits until all ranks have ended a call. No rank may need anything from this rank to end it.
  void await_all_done(std::uint64_t call);
  [[nodiscard]] std::uint64_t latest_call() const { return call_; }

  /// `tell` is called when this rank has waited long in a call: see NoticeSchedule. If it is null,
  /// nothing is reported. `group` identifies the team in LongWait.
  void tell_of_long_waits(TellOfLongWait tell, std::uint64_t group) {
    tell_of_long_wait_ = tell;
    group_ = group;
  }

  /// Announces that ranks asked for different things in the current call.
  void note_torn() const { own().torn_in.mark.store(call_, std::memory_order_release); }
  /// Whether a rank has announced that of any call; whether `rank` has announced it of `call`, and
  /// of no later one.
  [[nodiscard]] bool has_torn() const;
  [[nodiscard]] bool has_torn(int rank, std::uint64_t call) const {
    return slot(rank).torn_in.mark.load(std::memory_order_relaxed) == call;
  }
  /// A rank that asked for something else in a call, and for what, as far as known.
  struct Other {
    int rank;
    Signature asked;
    std::uint64_t call;
  };
  /// That of the current call, once.
  [[nodiscard]] std::optional<Other> take_other() {
    const std::optional<Other> other = std::exchange(other_, std::nullopt);
    return other && other->call == call_ ? other : std::nullopt;
  }

  /// Whether all other ranks have ended a call. Thread-safe.
  [[nodiscard]] bool have_all_others_done(std::uint64_t call) const;
  /// Waits until ready() returns true, or for at most `patience` nanoseconds, in the same way as
  /// for marks. Returns the last value of ready().
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
  ClusterTree tree_;
  Order order_;
  bool has_one_order_;
  Order order_by_rank_;  ///< unless there is one order
  std::vector<int> watched_;
  Waiting waiting_;

  void watch();
  template <class Ready>
  void wait(Ready ready, Waiting::Looks looks = Waiting::Looks::often) {
    waiting_.until(
        ready, [this] { return shares_processor(); }, looks);
  }
  /// Waits until ready() returns true, or until will_not_be(), which is called now and then, says
  /// that it never will. Returns whether it is ready.
  template <class Ready, class WillNotBe>
  [[gnu::noinline]] bool await_unless(Ready ready, WillNotBe will_not_be) {
    unsigned looks = 0;
    bool is_hopeless = false;
    wait([&] {
      if (ready()) return true;
      if (++looks % looks_between_doubts != 0) return false;
      // What was written before the evidence for giving up is visible after it, hence the second
      // ready().
      is_hopeless = will_not_be() && !ready();
      return is_hopeless;
    });
    return !is_hopeless;
  }
  static constexpr unsigned looks_between_doubts = 64;
  /// Whether a rank has ended a call.
  [[nodiscard]] bool has_left(int rank, std::uint64_t call) const {
    return slot(rank).done.mark.load(std::memory_order_acquire) >= call;
  }
  /// Shows that this rank waits in the current call. Returns whether `rank` waits in the same call
  /// but asked for something else.
  [[nodiscard]] bool asks_otherwise(int rank, Signature own);
  /// What `rank` asks for in a call, if it waits in it.
  [[nodiscard]] std::optional<Signature> waits_in(int rank, std::uint64_t call) const;
  /// Reports the wait in the current call if a notice is due.
  void note_wait(int rank, Signature own);
  void note_other(int rank, Signature asked, std::uint64_t call);
  void note_other(int rank, Signature asked) { note_other(rank, asked, call_); }
  /// Where a rank shows what it asks for in a long call with this first step, and the number that
  /// identifies such a call there.
  [[nodiscard]] CallMark& asked_in(int rank, const Step& step) const;
  [[nodiscard]] std::uint64_t number_of(const Step& step) const;
  /// Whether a rank asks for the same in a long call with this first step.
  [[nodiscard]] bool asks_alike(int rank, const Step& step);
  /// Waits until what this rank wrote `calls` calls ago has been read.
  void await_room(std::uint64_t calls);
  void await_readers(std::uint64_t call, std::uint64_t more);
  void await_done(int rank, std::uint64_t call, std::uint64_t more = 0);

  /// Reading the processor number takes some nanoseconds, and the system moves a rank a few hundred
  /// times per second at most.
  static constexpr std::uint64_t calls_between_looks_at_processor = 8;
  /// Publishes on which processor this rank runs, and returns it, counted from 1.
  int tell_processor() const;

  std::uint64_t call_;
  std::uint64_t read_;  ///< all readers have read what this rank wrote up to this call
  std::array<int, calls_remembered> readers_ = {};  ///< of the latest calls
  std::vector<std::uint64_t> done_;  ///< by rank: latest `done` mark seen, which saves loads
  std::optional<Other> other_;
  TellOfLongWait tell_of_long_wait_ = nullptr;
  std::uint64_t group_ = 0;
  NoticeSchedule notices_{rank_};  ///< of the wait in the call of Slot::waiting_in
  unsigned doubts_ = 0;
};

}  // namespace allfold::node
