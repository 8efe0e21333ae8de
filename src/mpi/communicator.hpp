/// @file Communicator: what Allfold keeps for a communicator of the user's.
#pragma once

#include <mpi.h>

#include <string_view>

#include "mpi/agreement.hpp"
#include "mpi/attached.hpp"
#include "mpi/comparer.hpp"
#include "mpi/context.hpp"
#include "mpi/decisions.hpp"

namespace allfold::mpi {

/// The state of one communicator: it hangs on an attribute, and goes with the communicator.
class Communicator final : public Attached {
 public:
  explicit Communicator(MPI_Comm comm) : agreement_{.members = Members(comm)} {}
  ~Communicator() override;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// While it lives, a call uses the state, which stays: an error handler of the user's may free the
  /// communicator in the middle of a call.
  class InUse {
   public:
    explicit InUse(Communicator& state) : state_(state) { ++state_.uses_; }
    ~InUse() {
      if (--state_.uses_ == 0 && state_.has_ended_) delete &state_;
    }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

   private:
    Communicator& state_;
  };
  /// Deletes the state of a communicator that is gone: now, or when the call that uses it is over.
  static void end(Communicator* state) {
    if (state->uses_ == 0)
      delete state;
    else
      state->has_ended_ = true;
  }

  /// Collective over an intra-communicator, before the first call: others have no state. Throws
  /// FailedCall.
  void agree();

  [[nodiscard]] int rank() const { return agreement_.members.rank; }
  [[nodiscard]] int ranks() const { return agreement_.members.ranks; }
  [[nodiscard]] const select::Configuration& configuration() const {
    return agreement_.configuration;
  }
  /// Why the MPI library has to serve all calls; "" if Allfold does.
  [[nodiscard]] std::string_view native_reason() const { return agreement_.native_reason; }
  [[nodiscard]] const Agreement& agreement() const { return agreement_; }
  /// What the profile learns of it; null: nothing.
  [[nodiscard]] Observed* observed() const { return agreement_.observed.get(); }
  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] Decisions& decisions() { return decisions_; }
  /// Serves the calls that are to be made both ways.
  [[nodiscard]] Comparer& comparer() { return comparer_; }

  /// Opens the context's channel, at its first use, collectively. Returns whether it is open, alike
  /// on all ranks.
  [[nodiscard]] bool open_channel();
  /// Gives the staging areas of all ranks so much room, and maps them, if they have less,
  /// collectively. `none`, alike on all ranks: one has no memory, and messages serve all calls from
  /// now on. `torn`: other ranks do not need that room in this call, which is over.
  enum class Areas : unsigned char { open, none, torn };
  [[nodiscard]] Areas open_areas(std::size_t room) {
    return room <= agreement_.room ? Areas::open : enlarge_areas(room);
  }

 private:
  Areas enlarge_areas(std::size_t room);

  int uses_ = 0;
  bool has_ended_ = false;
  Agreement agreement_;
  Context context_;
  Decisions decisions_{agreement_, context_};
  Comparer comparer_{agreement_, context_};
};

}  // namespace allfold::mpi
