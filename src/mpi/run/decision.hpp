/// @file Decision: what serves the calls of one description, ready to run them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "mpi/call/operand.hpp"
#include "mpi/gpu/device.hpp"
#include "mpi/native/threads.hpp"
#include "mpi/record/call_counts.hpp"
#include "mpi/run/message_call.hpp"
#include "mpi/run/native_call.hpp"
#include "mpi/run/shared_memory_call.hpp"
#include "mpi/run/staged_call.hpp"
#include "mpi/setup/agreement.hpp"
#include "select/choice.hpp"

namespace allfold::mpi::run {

/// What the choice of an algorithm depends on; equal on all ranks. Not for operands that the MPI
/// library must reduce.
[[nodiscard]] select::Problem problem_of(const call::Description& call,
                                         const call::Operand& operand,
                                         const setup::Agreement& agreement);

/// What serves such calls if online tuning has no result for them.
[[nodiscard]] select::Choice choice_for(const select::Problem& problem,
                                        const setup::Agreement& agreement);

/// Where the records of a communicator count the calls of a decision.
struct RecordSlot {
  int kind = -1;           ///< profile::ObservedCall::kind; -1: not looked up yet
  std::int64_t bytes = 0;  ///< of a call
};

/// Made at the first call of a description on a communicator. Choice and messages are a pure
/// function of values that MPI guarantees to be equal on all ranks, or on which they have agreed.
class Decision {
 public:
  /// A problem, and the choice for it.
  struct Basis {
    select::Problem problem = {};
    select::Choice choice = {};
    /// `on_trial`: for one call, whose duration is measured.
    enum class Role : std::uint8_t { to_stay, on_trial } role = Role::to_stay;
  };

  /// `context` must outlive this. `basis` is ignored for operands that the MPI library must
  /// reduce.
  Decision(const call::Description& call, const call::Operand& operand, Basis basis,
           const setup::Agreement& agreement, Context& context);
  Decision(const Decision&) = delete;
  Decision& operator=(const Decision&) = delete;

  /// Whether the decision serves this call. Handles of derived datatypes and user-defined
  /// operations may have been reused, so they are inspected again.
  [[nodiscard]] bool is_for(const call::Description& call) const {
    return description_ == call && call::is_still(operand_, call.datatype, call.op);
  }
  /// Whether run_ready() serves calls: usual short ones, and those of a single rank.
  [[nodiscard]] bool is_ready() const { return ready_.is_possible; }
  /// Whether run_ready() serves a call of this description: its buffers are in host memory, and
  /// nothing else is left to be asked.
  [[nodiscard]] bool is_ready_for(const call::Arguments& call) const {
    return (call.send == ready_.send && call.receive == ready_.receive &&
            !gpu::Devices::is_any_known()) ||
           takes_buffers_of(call);
  }
  /// Whether the call has that description, with or without MPI_IN_PLACE. Calls with a list of
  /// counts are only compared if nothing is to be reduced; then they are not ready.
  [[nodiscard]] bool is_described_by(const call::Arguments& call) const {
    return given_count_ == call.count && description_.datatype == call.datatype &&
           description_.op == call.op && description_.collective == call.collective &&
           description_.root == call.root;
  }
  /// Returns an error that has yet to be raised. Only after is_ready_for().
  [[nodiscard]] int run_ready() const {
    if (ready_.call) [[likely]]
      return ready_.call->run();
    if (description_.binding == program::Binding::separate)
      std::get_if<MessageCall>(&served_)->copy(ready_.receive, ready_.send, description_.count);
    return MPI_SUCCESS;
  }

  /// Runs one call. The context's channel must be open if the decision `sends_messages`, and
  /// staging areas must have its `room`.
  Outcome run(const call::Arguments& call, Context& context) const {
    return std::visit([&](const auto& served) { return served.run(call, context); }, served_);
  }

  /// Counts a call, in the counters of the process.
  void count() const {
    // Relaxed: nothing else depends on the number. An atomic addition would take longer than all
    // other checks of a short call.
    if (threads_ == native::Threads::take_turns)
      counter_.store(counter_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      counter_.fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] RecordSlot& record_slot() const { return record_slot_; }
  [[nodiscard]] bool sends_messages() const {
    const auto* messages = std::get_if<MessageCall>(&served_);
    return messages != nullptr ? messages->needs_channel()
                               : std::holds_alternative<StagedCall>(served_);
  }
  /// The room that vectors need in the staging areas, in bytes per piece; 0 if they do not use
  /// these. Equal on all ranks.
  [[nodiscard]] std::size_t room() const { return room_; }
  /// The way of long vectors through shared memory before any trial; empty if vectors do not use
  /// the staging areas, or the way is fixed.
  [[nodiscard]] std::optional<node::FirstWay> first_way(const setup::Agreement& agreement) const;
  /// Whether calls only have to be run: not timed, and not compared.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  [[nodiscard]] bool is_on_trial() const { return basis_.role == Basis::Role::on_trial; }
  [[nodiscard]] schedule::Collective collective() const { return description_.collective; }
  [[nodiscard]] std::int64_t bytes() const { return basis_.problem.bytes; }
  [[nodiscard]] const call::Operand& operand() const { return operand_; }
  /// The problem; default-constructed if the MPI library must reduce.
  [[nodiscard]] const select::Problem& problem() const { return basis_.problem; }
  /// The choice. If the MPI library must reduce, it contains only the reason.
  [[nodiscard]] const select::Choice& choice() const { return basis_.choice; }
  /// Bytes of memory, including a share of a program that is used by others, too.
  [[nodiscard]] std::size_t bytes_kept() const {
    return sizeof *this + basis_.choice.bytes_kept() +
           std::visit([](const auto& served) { return served.bytes_kept(); }, served_);
  }

 private:
  using Call = std::variant<NativeCall, SharedMemoryCall, StagedCall, MessageCall>;

  [[nodiscard]] std::size_t room_for_call(const Context& context) const;
  [[nodiscard]] bool may_be_ready() const;
  void make_ready(Context& context);
  /// For a call with other buffers than the latest one.
  [[nodiscard]] bool takes_buffers_of(const call::Arguments& call) const;
  [[nodiscard]] Call call_of_choice(const setup::Agreement& agreement, Context& context) const;

  call::Description description_;
  /// As in the arguments of a call that has no list of counts.
  std::int64_t given_count_;
  call::Operand operand_;
  Basis basis_;
  record::CallCounts::Counter& counter_;
  native::Threads threads_;
  mutable RecordSlot record_slot_;
  Call served_;
  std::size_t room_;
  bool is_plain_;
  bool has_result_;
  /// Calls that need no questions, and the buffers of the latest one: many calls have the same.
  struct Ready {
    bool is_possible = false;
    std::optional<node::ShortCall> call = {};  ///< on several ranks
    const void* send;                          ///< as given; no program's buffer if there was none
    void* receive;
  };
  mutable Ready ready_{.send = this, .receive = this};
};

}  // namespace allfold::mpi::run
