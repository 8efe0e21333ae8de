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
#include "mpi/attached.hpp"
#include "mpi/channel.hpp"
#include "mpi/comparisons.hpp"
#include "mpi/device_staging.hpp"
#include "mpi/first_calls.hpp"
#include "mpi/first_of_job.hpp"
#include "mpi/gathering.hpp"
#include "mpi/late_ranks.hpp"
#include "mpi/learnt_rules.hpp"
#include "mpi/machine.hpp"
#include "mpi/mapped_neighbours.hpp"
#include "mpi/members.hpp"
#include "mpi/native.hpp"
#include "mpi/profiler.hpp"
#include "mpi/program_cache.hpp"
#include "mpi/progress.hpp"
#include "mpi/reserve.hpp"
#include "mpi/roster.hpp"
#include "mpi/seats.hpp"
#include "mpi/settings.hpp"
#include "mpi/statistics.hpp"
#include "mpi/warnings.hpp"
#include "node/shared_memory.hpp"
#include "rules/source.hpp"
#include "select/candidates.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi {

class Communicator;

/// Rules as ranks tell them to each other.
struct KnownRules {
  /// Of a rank that has looked for its own rules and found none: it takes those of others.
  static constexpr std::uint64_t none_found = 2;

  std::uint64_t fingerprint;  ///< none_found, or odd, and equal for equal files; never 0
  std::string text;           ///< the file's
  rules::Rules rules;
};

/// What a rank has found where it was told to look for rules.
struct RulesAhead {
  std::string setting;  ///< ALLFOLD_RULES then
  rules::FoundRules found;
};

class Process {
 public:
  Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] const Native& native() const { return native_; }
  [[nodiscard]] const Tool& tool() const { return tool_; }

  /// Those for communicators that are set up from now on.
  [[nodiscard]] std::shared_ptr<const Settings> settings() const;
  /// Sets a variable; returns what is wrong, or "". Without a value it goes back to its default.
  std::string configure(std::string_view variable, const char* value);

  /// The rules that this process has agreed on last with others; null: none yet, or another
  /// ALLFOLD_RULES was set since then.
  [[nodiscard]] std::shared_ptr<const KnownRules> rules() const;
  void know(std::shared_ptr<const KnownRules> rules);

  /// What this rank has found before others ask for rules; null where nothing is kept. It is not
  /// kept beyond another ALLFOLD_RULES.
  void keep_rules_ahead(std::unique_ptr<RulesAhead> found);
  [[nodiscard]] std::unique_ptr<RulesAhead> take_rules_ahead();

  /// Whether MPI's functions may be called now.
  [[nodiscard]] bool is_mpi_running() const;
  /// Whether this is a copy of it in a child, made by fork().
  [[nodiscard]] bool is_forked() const;

  /// The attribute that a communicator's state hangs on; made at its first use. `free` is called
  /// with the state when the communicator is freed. MPI_KEYVAL_INVALID: it cannot be made now, which
  /// the MPI library has raised as `error`.
  [[nodiscard]] int keyval(MPI_Comm_delete_attr_function* free, int& error);
  /// The same, if it was made; else MPI_KEYVAL_INVALID.
  [[nodiscard]] int keyval() const { return keyval_.load(std::memory_order_acquire); }
  /// Where this process runs; looked up at the first use.
  struct Whereabouts {
    std::uint64_t node;        ///< own_node()
    std::int64_t eager_limit;  ///< network_eager_limit()
    Seat seat;                 ///< own_seat_in_one_cluster()
    int ranks_of_job;          ///< ranks_of_job()
  };
  [[nodiscard]] const Whereabouts& place() {
    if (!place_is_known_.load(std::memory_order_acquire)) find_place();
    return place_;
  }
  /// Looks up ahead what place() will tell, unless the process is bound to other processors then, as
  /// programs do after MPI_Init.
  void look_ahead() { look_around(); }
  /// Its seat, as far as it counts in a communicator of so many ranks: alike on all of them.
  [[nodiscard]] Seat seat(int ranks);
  /// How messages of such a communicator go between nodes: own_network(), looked up at the
  /// first use. Where the launcher says that all of a job is on one node, that is not looked for: it
  /// does not count.
  [[nodiscard]] select::Network network(const Members& members);

  /// Adds to the states of communicators that are alive.
  void enlist(Attached& state) { states_.add(state); }
  /// The state of MPI_COMM_SELF; null: none yet. It hangs on no attribute: in MPI_Finalize those of
  /// MPI_COMM_SELF go while callbacks of the program's may still reduce on it, and MPICH looks at
  /// attributes that are gone then.
  [[nodiscard]] Communicator* state_of_self() const {
    return state_of_self_.load(std::memory_order_acquire);
  }
  void keep_for_self(Communicator& state) {
    state_of_self_.store(&state, std::memory_order_release);
  }
  /// Takes one from these. Returns whether it was there: close() has taken all.
  bool strike_off(Attached* state);
  /// Deletes the states of all communicators, and whatever else MPI_Finalize must not find. From
  /// now on MPI is not running.
  void close();

  ProgramCache programs;
  select::CandidateCache candidates;
  exec::WorkspacePool workspaces;
  CallCounts counts;
  FirstCalls first_calls;
  Statistics statistics;
  Profiler profiler;
  Comparisons comparisons;
  Lessons lessons;
  Warnings warnings;
  Gathering gathering;
  node::SharedMemory memory;
  MappedNeighbours mapped;
  Reserve reserve;
  Rosters rosters;
  Channels channels{native_, reserve};
  Progress progress;
  LateRanks late_ranks;
  FirstOfJob tells_of_differing_calls{"differing-calls"};
  Devices devices;
  DeviceStagingPool staging;
  std::atomic<bool> has_begun = false;       ///< MPI has been seen to run
  std::atomic<bool> is_end_watched = false;  ///< see watch_for_end()
  /// What the MPI library says to one memory as both buffers: see refuses_one_memory().
  enum class OneMemory : std::uint8_t { not_asked, refused, accepted };
  std::atomic<OneMemory> one_memory = OneMemory::not_asked;
  /// Changes whenever a communicator's state goes, for caches of such states. Looked at in each call,
  /// and so found without one.
  inline static constinit std::atomic<std::uint64_t> generation = 1;

  /// Null before the first use of process(), which each call asks for without a call then.
  [[nodiscard]] static Process* made() { return made_.load(std::memory_order_acquire); }

 private:
  friend Process& process();
  inline static constinit std::atomic<Process*> made_ = nullptr;
  static Process& make();
  struct LookedUp {
    std::uint64_t node;
    Seat seat;
  };
  LookedUp look_around();
  [[nodiscard]] std::optional<LookedUp> looked_up() const;
  void find_place();

  const int process_id_;
  Native native_;
  Tool tool_;
  mutable std::mutex mutex_;
  Settings first_settings_;  ///< of the environment
  /// Those that hold. The first ones are nobody's to count, so that they need no memory of their own.
  std::shared_ptr<const Settings> settings_{std::shared_ptr<const Settings>(), &first_settings_};
  std::shared_ptr<const KnownRules> rules_;
  std::unique_ptr<RulesAhead> rules_ahead_;
  AttachedStates states_;
  std::atomic<Communicator*> state_of_self_ = nullptr;  ///< one of them
  std::atomic<int> keyval_ = MPI_KEYVAL_INVALID;
  std::atomic<bool> keyval_is_being_made_ = false;
  std::once_flag place_is_found_;
  std::atomic<bool> place_is_known_ = false;
  Whereabouts place_ = {};
  std::optional<LookedUp> looked_up_;
  std::once_flag numa_processors_are_found_;
  int numa_processors_ = 1;
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

}  // namespace allfold::mpi
