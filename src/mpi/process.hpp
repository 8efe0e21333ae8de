/// @file Process: all process-wide state.
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "exec/workspace.hpp"
#include "mpi/learnt_rules.hpp"
#include "mpi/machine.hpp"
#include "mpi/native.hpp"
#include "mpi/program_cache.hpp"
#include "mpi/statistics.hpp"
#include "node/memory.hpp"
#include "select/candidates.hpp"
#include "select/configuration.hpp"
#include "select/rules.hpp"

namespace allfold {

class Communicator;

/// Rules as ranks tell them to each other.
struct KnownRules {
  std::uint64_t fingerprint;  ///< equal for equal files; never 0
  std::string text;           ///< the file's
  Rules rules;
};

class Process {
 public:
  Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] const Native& native() const { return native_; }

  /// The configuration for communicators that are set up from now on, and what was wrong with the
  /// environment.
  struct Settings {
    Configuration configuration;
    std::vector<std::string> errors;
  };
  [[nodiscard]] Settings settings() const;
  /// Sets a variable; returns what is wrong, or "". Without a value it goes back to its default.
  std::string configure(std::string_view variable, const char* value);

  /// The rules that this process has agreed on last with others; null: none yet, or another
  /// ALLFOLD_RULES was set since then.
  [[nodiscard]] std::shared_ptr<const KnownRules> rules() const;
  void know(std::shared_ptr<const KnownRules> rules);

  /// Whether MPI's functions may be called now.
  [[nodiscard]] bool is_mpi_running() const;

  /// The attribute that a communicator's state hangs on; made at its first use. `free` is called
  /// with the state when the communicator is freed.
  [[nodiscard]] int keyval(MPI_Comm_delete_attr_function* free);
  /// Where this process runs; looked up at the first use.
  struct Place {
    std::uint64_t machine;     ///< machine_identity()
    std::int64_t eager_limit;  ///< network_eager_limit()
    Cache cache;               ///< last_level_cache()
    int numa_processors;       ///< processors_of_numa_node()
    Network network;           ///< network_of_machine()
  };
  [[nodiscard]] const Place& place();
  /// A communicator of this process alone, which nobody else knows, whose errors are returned.
  [[nodiscard]] MPI_Comm own_self();

  /// The states of communicators that are alive.
  void enlist(Communicator* communicator);
  /// Returns whether it was enlisted until now.
  bool strike_off(Communicator* communicator);
  /// Deletes the states of all communicators, and whatever else MPI_Finalize must not find. From
  /// now on MPI is not running.
  void close();

  ProgramCache programs;
  CandidateCache candidates;
  WorkspacePool workspaces;
  CallCounts counts;
  Statistics statistics;
  Lessons lessons;
  node::Memory memory;
  /// Changes whenever a communicator's state goes, for caches of such states.
  std::atomic<std::uint64_t> generation = 1;

 private:
  std::string set(std::string_view variable, const char* value);

  Native native_;
  mutable std::mutex mutex_;
  Settings settings_;
  std::shared_ptr<const KnownRules> rules_;
  std::unordered_set<Communicator*> communicators_;
  std::atomic<int> keyval_ = MPI_KEYVAL_INVALID;
  std::atomic<bool> keyval_is_made_ = false;  ///< or being made
  std::once_flag place_is_known_;
  Place place_ = {};
  std::atomic<MPI_Comm> own_self_ = MPI_COMM_NULL;
  std::atomic<bool> finalizing_ = false;
};

/// The process's state. It is made at the first use and never destroyed, since MPI may be used in
/// exit handlers.
[[nodiscard]] Process& process();

}  // namespace allfold
