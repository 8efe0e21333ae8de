/// @file Communicator: what Allfold keeps for a communicator of the program.
#pragma once

#include <mpi.h>

#include <string_view>

#include "mpi/communicator/decisions.hpp"
#include "mpi/compare/comparer.hpp"
#include "mpi/run/context.hpp"
#include "mpi/setup/agreement.hpp"
#include "mpi/state/attached.hpp"

namespace allfold::mpi::communicator {

/// The state of one communicator. It is attached as an attribute, and freed with the communicator.
class Communicator final : public state::Attached {
 public:
  explicit Communicator(MPI_Comm comm) : agreement_{.members = machine::Members(comm)} {}
  ~Communicator() override;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  /// Keeps the state while a call uses it: an error handler of the program may free the
  /// communicator during the call.
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
  /// Deletes the state of a freed communicator: immediately, or when the call that uses it ends.
  static void end(Communicator* state) {
    if (state->uses_ == 0)
      delete state;
    else
      state->has_ended_ = true;
  }

  /// Collective over an intra-communicator, before the first call. Inter-communicators have no
  /// state. Throws FailedCall.
  void agree();

  [[nodiscard]] int rank() const { return agreement_.members.rank; }
  [[nodiscard]] int ranks() const { return agreement_.members.ranks; }
  [[nodiscard]] const select::Configuration& configuration() const {
    return agreement_.configuration;
  }
  /// Why the MPI library must serve all calls; "" if Allfold serves them.
  [[nodiscard]] std::string_view native_reason() const { return agreement_.native_reason; }
  [[nodiscard]] const setup::Agreement& agreement() const { return agreement_; }
  /// What this rank records of it; null: nothing.
  [[nodiscard]] record::ObservedCommunicator* observed() const { return agreement_.observed.get(); }
  [[nodiscard]] run::Context& context() { return context_; }
  [[nodiscard]] Decisions& decisions() { return decisions_; }
  /// Serves calls by both libraries.
  [[nodiscard]] compare::Comparer& comparer() { return comparer_; }

  /// Collective: opens the context's channel at its first use. Returns whether it is open, equal on
  /// all ranks.
  [[nodiscard]] bool open_channel();
  /// Collective: makes sure that the staging areas of all ranks have `room` bytes per piece and are
  /// mapped. `none`, equal on all ranks: a rank has no memory, and messages serve all calls from
  /// now on. `torn`: other ranks do not need that room in this call, which is over.
  enum class Areas : unsigned char { open, none, torn };
  [[nodiscard]] Areas open_areas(std::size_t room) {
    return room <= agreement_.room ? Areas::open : enlarge_areas(room);
  }

 private:
  Areas enlarge_areas(std::size_t room);

  int uses_ = 0;
  bool has_ended_ = false;
  setup::Agreement agreement_;
  run::Context context_;
  Decisions decisions_{agreement_, context_};
  compare::Comparer comparer_{agreement_, context_};
};

}  // namespace allfold::mpi::communicator
