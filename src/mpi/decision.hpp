/// @file Decision: what serves the calls of one description, ready to run them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "mpi/agreement.hpp"
#include "mpi/message_call.hpp"
#include "mpi/native_call.hpp"
#include "mpi/operand.hpp"
#include "mpi/shared_memory_call.hpp"
#include "mpi/staged_call.hpp"
#include "mpi/statistics.hpp"
#include "mpi/threads.hpp"
#include "select/choice.hpp"

namespace allfold::mpi {

/// What a call reduces, as far as the choice of a kernel goes: equal on all ranks. Not for what is
/// reduced natively in any case.
[[nodiscard]] select::Problem problem_of(const Description& call, const Operand& operand,
                                         const Agreement& agreement);

/// What serves such calls, as long as nothing has been learnt.
[[nodiscard]] select::Choice choice_for(const select::Problem& problem, const Agreement& agreement);

/// A problem, and what was chosen for it.
struct Chosen {
  select::Problem problem = {};
  select::Choice choice = {};
  /// `on_trial`: for one call, which is to tell how long it takes.
  enum class Role : std::uint8_t { to_stay, on_trial } role = Role::to_stay;
};

/// Where the profile of a communicator counts the calls of a decision.
struct ProfileSlot {
  int kind = -1;           ///< profile::ObservedCall::kind; -1: not looked for yet
  std::int64_t bytes = 0;  ///< of a call
};

/// Made at the first of such calls on a communicator. A pure function of what MPI guarantees to be
/// equal on all ranks, and of what these have agreed on, as far as the choice and all messages go.
class Decision {
 public:
  /// `context` must outlive this. Of what is reduced natively in any case `chosen` does not count.
  Decision(const Description& call, const Operand& operand, Chosen chosen,
           const Agreement& agreement, Context& context);
  Decision(const Decision&) = delete;
  Decision& operator=(const Decision&) = delete;

  /// Whether it is for this call. Handles of the user's may mean something else from call to call,
  /// so these are looked at again.
  [[nodiscard]] bool is_for(const Description& call) const {
    return description_ == call && is_still(operand_, call.datatype, call.op);
  }
  /// Whether these calls only need run_direct(), if their buffers are two, in the host's memory: the
  /// usual short ones, and those of a rank alone.
  [[nodiscard]] bool is_direct_for(const Arguments& call) const {
    return is_direct_ && description_.count == call.count &&
           description_.datatype == call.datatype && description_.op == call.op &&
           description_.collective == call.collective && description_.root == call.root;
  }
  /// Returns an error that is to be raised.
  [[nodiscard]] int run_direct(const Arguments& call, Context& context) const {
    if (const auto* shared = std::get_if<SharedMemoryCall>(&served_); shared != nullptr) [[likely]]
      return shared->run_direct(call, context);
    std::get_if<MessageCall>(&served_)->run_direct(call);
    return MPI_SUCCESS;
  }
  /// Whether this rank gets a result.
  [[nodiscard]] bool has_result() const { return has_result_; }

  /// Runs one call. The context's channel is open if it `sends_messages`, and staging areas have
  /// the `room` that it needs.
  Outcome run(const Arguments& call, Context& context) const {
    return std::visit([&](const auto& served) { return served.run(call, context); }, served_);
  }

  /// Counts a call, in all of the process.
  void count() const {
    // Relaxed: it is a number for itself. To add at once, whatever other threads do, takes longer
    // than all other questions of a short call.
    if (threads_ == Threads::take_turns)
      counter_.store(counter_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    else
      counter_.fetch_add(1, std::memory_order_relaxed);
  }
  [[nodiscard]] ProfileSlot& profile_slot() const { return profile_slot_; }
  [[nodiscard]] bool sends_messages() const {
    const auto* messages = std::get_if<MessageCall>(&served_);
    return messages != nullptr ? messages->needs_channel()
                               : std::holds_alternative<StagedCall>(served_);
  }
  /// What room vectors need in the staging areas of ranks that share memory, in bytes; 0: they do
  /// not go there. Alike on all ranks.
  [[nodiscard]] std::size_t room() const { return room_; }
  /// The way of long vectors through shared memory as long as no call has shown more; none: they do
  /// not go there, or there is one way for them.
  [[nodiscard]] std::optional<node::FirstWay> first_way(const Agreement& agreement) const;
  /// Nothing is to be done with calls but to run them.
  [[nodiscard]] bool is_plain() const { return is_plain_; }
  [[nodiscard]] bool is_on_trial() const { return chosen_.role == Chosen::Role::on_trial; }
  [[nodiscard]] schedule::Collective collective() const { return description_.collective; }
  [[nodiscard]] std::int64_t bytes() const { return chosen_.problem.bytes; }
  [[nodiscard]] const Operand& operand() const { return operand_; }
  /// What was chosen for; all that is reduced natively in any case has none.
  [[nodiscard]] const select::Problem& problem() const { return chosen_.problem; }
  /// Of what is reduced natively in any case, with that reason.
  [[nodiscard]] const select::Choice& choice() const { return chosen_.choice; }
  /// The memory that it takes in all, with its share of a program that others use, too.
  [[nodiscard]] std::size_t bytes_kept() const {
    return sizeof *this + chosen_.choice.bytes_kept() +
           std::visit([](const auto& served) { return served.bytes_kept(); }, served_);
  }

 private:
  using Call = std::variant<NativeCall, SharedMemoryCall, StagedCall, MessageCall>;

  [[nodiscard]] std::size_t room_for_call(const Context& context) const;
  [[nodiscard]] bool asks_for_run_direct(const Agreement& agreement) const;
  [[nodiscard]] Call call_of_choice(const Agreement& agreement, Context& context) const;

  Description description_;
  Operand operand_;
  Chosen chosen_;
  CallCounts::Counter& counter_;
  Threads threads_;
  mutable ProfileSlot profile_slot_;
  Call served_;
  std::size_t room_;
  bool is_plain_;
  bool is_direct_;
  bool has_result_;
};

}  // namespace allfold::mpi
