/// @file Process: all process-wide state.
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exec/workspace.hpp"
#include "mpi/gpu/device_staging.hpp"
#include "mpi/machine/locations.hpp"
#include "mpi/machine/machine.hpp"
#include "mpi/machine/mapped_neighbours.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/machine/roster.hpp"
#include "mpi/memory/reserve.hpp"
#include "mpi/messages/channel.hpp"
#include "mpi/messages/program_cache.hpp"
#include "mpi/messages/progress.hpp"
#include "mpi/native/native.hpp"
#include "mpi/record/call_counts.hpp"
#include "mpi/record/comparisons.hpp"
#include "mpi/record/gathering.hpp"
#include "mpi/record/late_ranks.hpp"
#include "mpi/record/learnt_rules.hpp"
#include "mpi/record/recorder.hpp"
#include "mpi/state/attached.hpp"
#include "mpi/state/first_calls.hpp"
#include "mpi/user/first_of_job.hpp"
#include "mpi/user/settings.hpp"
#include "mpi/user/warnings.hpp"
#include "node/shared_memory.hpp"
#include "rules/source.hpp"
#include "select/candidates.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::state {

/// Rules, in the form in which ranks exchange them.
struct KnownRules {
  /// Fingerprint of a rank that has looked for rules and found none. It uses those of other ranks.
  static constexpr std::uint64_t none_found = 2;

  std::uint64_t fingerprint;  ///< none_found, or odd, and equal for equal files; never 0
  std::string text;           ///< content of the file
  rules::Rules rules;
};

/// The rules that a rank has found before other ranks ask for them.
struct RulesAhead {
  std::string setting;  ///< value of ALLFOLD_RULES at that time
  rules::FoundRules found;
};

class Process {
 public:
  Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] const native::Native& native() const { return native_; }
  [[nodiscard]] const native::Tool& tool() const { return tool_; }

  /// The settings for communicators that are set up from now on.
  [[nodiscard]] std::shared_ptr<const user::Settings> settings() const;
  /// Sets a variable, or resets it to its default if `value` is null. Returns what is wrong, or "".
  std::string configure(std::string_view variable, const char* value);

  /// The rules on which this process has last agreed with others; null if there are none yet, or
  /// ALLFOLD_RULES was changed since.
  [[nodiscard]] std::shared_ptr<const KnownRules> rules() const;
  void know(std::shared_ptr<const KnownRules> rules);

  /// The rules that this rank has found before other ranks ask for them; null if none are kept.
  /// They are dropped if ALLFOLD_RULES changes.
  void keep_rules_ahead(std::unique_ptr<RulesAhead> found);
  [[nodiscard]] std::unique_ptr<RulesAhead> take_rules_ahead();

  /// Whether MPI functions may be called now.
  [[nodiscard]] bool is_mpi_running() const;
  /// Whether this is a copy in a child process made by fork().
  [[nodiscard]] bool is_forked() const;

  /// The key of the attribute that holds a communicator's state; created at its first use. `free`
  /// is called with the state when the communicator is freed. MPI_KEYVAL_INVALID if it cannot be
  /// created: the MPI library has raised `error`.
  [[nodiscard]] int keyval(MPI_Comm_delete_attr_function* free, int& error);
  /// The key if it was created; otherwise MPI_KEYVAL_INVALID.
  [[nodiscard]] int keyval() const { return keyval_.load(std::memory_order_acquire); }
  /// Where this process runs; looked up at the first use.
  struct Environment {
    std::uint64_t node;          ///< own_node()
    std::int64_t eager_limit;    ///< network_eager_limit()
    machine::Location location;  ///< own_location_in_one_cluster()
    int ranks_of_job;            ///< ranks_of_job()
  };
  [[nodiscard]] const Environment& environment() {
    if (!environment_is_known_.load(std::memory_order_acquire)) find_environment();
    return environment_;
  }
  /// Looks up in advance what environment() returns. environment() repeats that if the process was
  /// bound to other processors meanwhile, as programs do after MPI_Init.
  void look_ahead() { look_up(); }
  /// The location, with the fields that matter in a communicator of `ranks` ranks; equal on all of
  /// them.
  [[nodiscard]] machine::Location location(int ranks);
  /// The most shared memory that this process takes for communicators unless the user has set it, in
  /// bytes; looked up at the first use.
  [[nodiscard]] std::size_t usual_shared_memory();
  /// The network between nodes for a communicator: own_network(), looked up at the first use. Not
  /// looked up, since it does not matter, if the launcher says that the whole job is on one node.
  [[nodiscard]] select::Network network(const machine::Members& members);

  /// Adds a state to the list of existing states.
  void enlist(Attached& state) { states_.add(state); }
  /// The state of MPI_COMM_SELF; null if there is none. It is not an attribute: MPI_Finalize
  /// deletes the attributes of MPI_COMM_SELF while callbacks of the program may still reduce on it,
  /// and MPICH accesses attributes that are already deleted.
  [[nodiscard]] Attached* state_of_self() const {
    return state_of_self_.load(std::memory_order_acquire);
  }
  void keep_for_self(Attached& state) { state_of_self_.store(&state, std::memory_order_release); }
  /// Removes a state from the list. Returns false after close(), which removes all.
  bool strike_off(Attached* state);
  /// Deletes the states of all communicators, and everything else that must not exist in
  /// MPI_Finalize. From now on MPI counts as not running.
  void close();

  messages::ProgramCache programs;
  select::CandidateCache candidates;
  exec::WorkspacePool workspaces;
  record::CallCounts counts;
  FirstCalls first_calls;
  record::Recorder recorder;
  record::Comparisons comparisons;
  record::Lessons lessons;
  user::Warnings warnings;
  record::Gathering gathering;
  node::SharedMemory memory;
  machine::MappedNeighbours mapped;
  memory::Reserve reserve;
  machine::Rosters rosters;
  messages::Channels channels{native_, reserve};
  messages::Progress progress;
  record::LateRanks late_ranks;
  user::FirstOfJob tells_of_differing_calls{"differing-calls"};
  user::FirstOfJob tells_of_full_memory{"full-memory"};
  gpu::Devices devices;
  gpu::DeviceStagingPool staging;
  std::atomic<std::uint32_t> set_ups = 0;    ///< communicators that it has begun to set up
  std::atomic<bool> has_begun = false;       ///< MPI has been seen to run
  std::atomic<bool> is_end_watched = false;  ///< see watch_for_end()
  /// Whether the MPI library accepts equal send and receive buffers, in collectives without shares
  /// and with shares: see refuses_one_memory().
  enum class OneMemory : std::uint8_t { not_asked, refused, accepted };
  std::array<std::atomic<OneMemory>, 2> one_memory = {};
  /// Incremented whenever the state of a communicator is deleted, for caches of such states.
  /// Static, so that each call reads it without a function call.
  inline static constinit std::atomic<std::uint64_t> generation = 1;

  /// Null before the first use of process(). Lets each call find the state without a function call.
  [[nodiscard]] static Process* made() { return made_.load(std::memory_order_acquire); }
  /// Whether no tool is known to define one of the two functions that are served. For each call.
  [[nodiscard]] static bool has_no_tool() { return has_no_tool_.load(std::memory_order_acquire); }

 private:
  friend Process& process();
  inline static constinit std::atomic<Process*> made_ = nullptr;
  inline static constinit std::atomic<bool> has_no_tool_ = false;
  static Process& make();
  struct NodeAndLocation {
    std::uint64_t node;
    machine::Location location;
  };
  NodeAndLocation look_up();
  [[nodiscard]] std::optional<NodeAndLocation> looked_up_ahead() const;
  void find_environment();

  const int process_id_;
  native::Native native_;
  native::Tool tool_;
  mutable std::mutex mutex_;
  user::Settings first_settings_;  ///< from the environment
  /// The current settings. The pointer to the first ones owns nothing, so they need no allocation.
  std::shared_ptr<const user::Settings> settings_{std::shared_ptr<const user::Settings>(),
                                                  &first_settings_};
  std::shared_ptr<const KnownRules> rules_;
  std::unique_ptr<RulesAhead> rules_ahead_;
  AttachedStates states_;
  std::atomic<Attached*> state_of_self_ = nullptr;  ///< also in states_
  std::atomic<int> keyval_ = MPI_KEYVAL_INVALID;
  std::atomic<bool> keyval_is_being_made_ = false;
  std::once_flag environment_is_found_;
  std::atomic<bool> environment_is_known_ = false;
  Environment environment_ = {};
  std::optional<NodeAndLocation> looked_up_ahead_;
  std::once_flag numa_node_is_found_;
  machine::Location whole_location_;  ///< with NUMA node and socket
  std::once_flag shared_memory_is_found_;
  std::size_t shared_memory_ = 0;
  std::once_flag network_is_found_;
  select::Network network_ = {};
  std::atomic<bool> finalizing_ = false;
};

/// The process's state. It is made at the first use and never destroyed, since MPI may be used in
/// exit handlers.
[[nodiscard]] inline Process& process() {
  Process* const made = Process::made();
  return made != nullptr ? *made : Process::make();
}

}  // namespace allfold::mpi::state
