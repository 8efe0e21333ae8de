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
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "node/asked.hpp"
#include "node/brackets.hpp"
#include "node/clusters.hpp"
#include "node/order.hpp"
#include "node/slot.hpp"
#include "node/waiting.hpp"

namespace allfold::node {

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
  /// The same of a mark that its owner, another rank, gives in a call not after the current one, in
  /// which this rank asks for `own`. Returns false where it will not come: the owner has gone on
  /// without it, or asks for something else in this call.
  [[nodiscard]] bool await_of(int owner, const Mark& mark, std::uint64_t value, std::uint64_t call,
                              Signature own) {
    return await_unless([&] { return mark.load(std::memory_order_acquire) >= value; },
                        [&] { return asks_otherwise(owner, own) || has_left(owner, call); });
  }
  /// The same of an entry of the current call. Returns whether its owner has asked for the same.
  [[nodiscard]] bool await_entry(int owner, const CallMark& entry, Signature own) {
    // Nobody overwrites it before all have read it that are to.
    const auto is_there = [&] { return entry.call.load(std::memory_order_acquire) == call_; };
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
  /// The same of Slot::able, before the next call; false where the owner has begun that instead.
  [[nodiscard]] bool await_able(int owner, std::uint64_t value);
  /// Waits for a mark between calls; false where a rank has seen that ranks asked for different things
  /// in a call.
  [[nodiscard]] bool await_untorn(const Mark& mark, std::uint64_t value);
  /// Says how far this rank has come.
  void show(Progress progress, std::uint64_t cycle) const {
    own().own[static_cast<std::size_t>(progress)].mark.store(cycle, std::memory_order_release);
  }
  [[nodiscard]] const Mark& shown(Progress progress, int rank) const {
    return slot(rank).own[static_cast<std::size_t>(progress)].mark;
  }
  /// In which cycle of a call, of which this rank asks for `asked`.
  struct Step {
    std::uint64_t cycle;
    Signature asked;
    /// How the call goes, of long ones; others must go the same way.
    std::uint64_t kind;
    /// `first`: of the call; what others ask for is looked at.
    enum class Which : std::uint8_t { first, later } which = Which::later;
  };
  /// Shows what this rank asks for in a long call, of which that is the first step; before it shows
  /// that it has come there.
  void show_asked(const Step& step) const;
  /// Waits until all ranks have come to a cycle. Where there are clusters all ranks call this for
  /// every cycle: leaders look at their ranks and at each other, the others at their leaders. False
  /// where some will not come, or ask for something else.
  [[nodiscard]] bool await_all(Progress progress, const Step& step);
  /// Waits until all ranks have ended the call of that number, which nothing of this rank's waits
  /// for.
  void await_all_done(std::uint64_t call);
  [[nodiscard]] std::uint64_t latest_call() const { return call_; }

  /// From now on this is told when a rank waits long in a call; null: nothing.
  void tell_of_long_waits(TellOfLongWait tell) { tell_of_long_wait_ = tell; }

  /// Tells that ranks asked for different things in the current call.
  void note_torn() const { own().torn_in.mark.store(call_, std::memory_order_release); }
  /// Whether a rank has told so, of any call; whether that rank has, of that call at last.
  [[nodiscard]] bool has_torn() const;
  [[nodiscard]] bool has_torn(int rank, std::uint64_t call) const {
    return slot(rank).torn_in.mark.load(std::memory_order_relaxed) == call;
  }
  /// A rank that has asked for something else, and for what, as far as it is known.
  struct Other {
    int rank;
    Signature asked;
    std::uint64_t call;
  };
  /// Of the current call, once.
  [[nodiscard]] std::optional<Other> take_other() {
    const std::optional<Other> other = std::exchange(other_, std::nullopt);
    return other && other->call == call_ ? other : std::nullopt;
  }

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
  /// Waits until ready(), or until will_not_be() says now and then that it never will be; returns
  /// whether it is.
  template <class Ready, class WillNotBe>
  [[gnu::noinline]] bool await_unless(Ready ready, WillNotBe will_not_be) {
    unsigned looks = 0;
    bool is_hopeless = false;
    wait([&] {
      if (ready()) return true;
      if (++looks % looks_between_doubts != 0) return false;
      // What has come before the reason to doubt is seen after it.
      is_hopeless = will_not_be() && !ready();
      return is_hopeless;
    });
    return !is_hopeless;
  }
  static constexpr unsigned looks_between_doubts = 64;
  /// Whether a rank has ended the call of that number.
  [[nodiscard]] bool has_left(int rank, std::uint64_t call) const {
    return slot(rank).done.mark.load(std::memory_order_acquire) >= call;
  }
  /// Tells others that this rank waits in the current call, and returns whether another one waits in
  /// it that has asked for something else.
  [[nodiscard]] bool asks_otherwise(int rank, Signature own);
  /// What a rank asks for in the call of that number, in which it waits.
  [[nodiscard]] std::optional<Signature> waits_in(int rank, std::uint64_t call) const;
  /// Says so once in a call, where this rank has waited in it for long.
  void note_wait(int rank, Signature own);
  void note_other(int rank, Signature asked, std::uint64_t call);
  void note_other(int rank, Signature asked) { note_other(rank, asked, call_); }
  /// Where a rank shows what it asks for in a long call that begins so; and how the call is told there
  /// from others.
  [[nodiscard]] CallMark& asked_in(int rank, const Step& step) const;
  [[nodiscard]] std::uint64_t number_of(const Step& step) const;
  /// Whether a rank asks for the same in a long call that begins so.
  [[nodiscard]] bool asks_alike(int rank, const Step& step);
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
  std::optional<Other> other_;
  TellOfLongWait tell_of_long_wait_ = nullptr;
  /// In nanoseconds, in the call of Slot::waiting_in; or it has been told.
  std::int64_t waits_since_ = 0;
  unsigned doubts_ = 0;
};

}  // namespace allfold::node
