/// @file Communicator: what Allfold knows of a communicator of the user's.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>

#include "mpi/agreement.hpp"
#include "mpi/channel.hpp"
#include "mpi/learner.hpp"
#include "mpi/process.hpp"
#include "mpi/service.hpp"

namespace allfold {

/// The state of one communicator. It hangs on an attribute and goes with the communicator.
class Communicator {
 public:
  /// The state of `comm`, if it has been set up; else null. Returns the error of the MPI library,
  /// which has raised it, if `comm` is no communicator.
  [[nodiscard]] static int find(MPI_Comm comm, Communicator*& state);
  /// The same, if it is the one that this thread used last; else null.
  static Communicator* latest_of(MPI_Comm comm);
  /// Sets up the state of `comm`, which has none. Collective: every rank of `comm` must come here.
  static Communicator& set_up(MPI_Comm comm);

  /// Frees a communicator by the MPI library's own function.
  ///
  /// The state goes with its attribute. But a callback of the user's may reduce on the communicator
  /// after that, while it is still being freed: then it gets another state, which ends here.
  static int free(decltype(&PMPI_Comm_free) native, MPI_Comm* comm);

  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  [[nodiscard]] MPI_Comm user() const { return user_; }
  [[nodiscard]] int ranks() const { return ranks_; }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] const Configuration& configuration() const { return agreement_.configuration; }
  /// What is known of the machines that its ranks are on.
  [[nodiscard]] const Knowledge& knowledge() const { return agreement_.knowledge; }
  /// The longest segment of a message, in bytes; 0: none is cut.
  [[nodiscard]] std::int64_t segment_bytes() const { return agreement_.segment_bytes; }
  /// The rows of the grid in which the ranks lie; 0: they lie in none.
  [[nodiscard]] int grid_rows() const { return agreement_.grid_rows; }
  /// Which ranks share a machine.
  [[nodiscard]] const Nodes& nodes() const { return agreement_.nodes; }
  /// What carries their calls.
  [[nodiscard]] Carrier carrier() const { return agreement_.sharing.carrier; }
  /// The group of this machine's ranks, where these share memory; else null.
  [[nodiscard]] node::Group* group() const {
    const auto& membership = agreement_.sharing.membership;
    return membership != nullptr ? &membership->group() : nullptr;
  }
  /// Whether a rank had a GPU's driver when the communicator was set up.
  [[nodiscard]] bool has_device_driver() const { return agreement_.has_device_driver; }
  /// Why the MPI library has to serve all calls; "" if Allfold does.
  [[nodiscard]] std::string_view native_reason() const { return native_reason_; }

  /// Opens the way for our messages, at its first use, collectively. Returns whether there is one,
  /// alike on all ranks.
  [[nodiscard]] bool open_channel();
  /// Where our messages go, once it is open.
  [[nodiscard]] const MessageSpace& messages() const { return channel_.space(); }
  /// An exception of the user's operation, caught in a call that has to be ended first.
  [[nodiscard]] std::exception_ptr& thrown() { return thrown_; }

  /// How a call is served; valid until the next call. While the ranks learn what is best that is
  /// collective, and the call has to be made.
  [[nodiscard]] const Service& service(const Arguments& call, Binding binding);
  /// What serves such calls, as long as nothing has been learnt.
  [[nodiscard]] Choice choice_for(const Problem& problem) const;
  /// Where the ranks learn what is best.
  [[nodiscard]] Learner& learner() { return *learner_; }
  /// For the work memory of short calls: MPI has one call at a time on a communicator.
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] Queues& queues() { return queues_; }

  /// Adds this to a list of states, or takes it from there.
  void enlist(Communicator*& first);
  void strike_off(Communicator*& first);

 private:
  explicit Communicator(MPI_Comm comm);
  void agree();
  /// Says what was chosen, if the user wants to know.
  const Service& announced(const Service& service);
  void announce(const Service& service);
  static int attribute_goes(MPI_Comm comm, int keyval, void* state, void* unused);

  struct BeingFreed;

  MPI_Comm user_;
  int ranks_ = 1;
  int rank_ = 0;
  Agreement agreement_;
  std::string_view native_reason_;
  Channel channel_;
  std::exception_ptr thrown_;

  std::array<std::unique_ptr<Service>, 8> services_;  // by the calls' arguments
  std::unique_ptr<Learner> learner_;                  // null: nothing is to be learnt
  Workspace workspace_;
  Queues queues_;
  Communicator* previous_ = nullptr;  ///< in the list of the process
  Communicator* next_ = nullptr;
  std::array<std::uint64_t, 2> announced_ = {};  // by collective: a bit for each size class
};

}  // namespace allfold
