#include "mpi/state/process.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>
#include <utility>

#include "mpi/machine/memory_share.hpp"
#include "mpi/messages/backend.hpp"
#include "mpi/native/quiet_floating_point.hpp"

namespace allfold::mpi::state {

namespace {

/// The default of a variable; "" if there is no such variable.
std::string_view default_of(std::string_view variable) {
  for (const select::Variable& known : select::variables())
    if (known.name == variable) return known.by_default;
  return "";
}

class BeingMade {
 public:
  explicit BeingMade(std::atomic<bool>& flag) : flag_(flag) {}
  ~BeingMade() { flag_.store(false, std::memory_order_release); }
  BeingMade(const BeingMade&) = delete;
  BeingMade& operator=(const BeingMade&) = delete;

 private:
  std::atomic<bool>& flag_;
};

}  // namespace

Process::Process()
    : process_id_(getpid()), native_(native::find_native()), tool_(native::find_tool(native_)) {
  const native::QuietFloatingPoint quiet;
  select::Environment environment =
      reserve.within([] { return select::read_environment(environ); });
  first_settings_.configuration = std::move(environment.configuration);
  first_settings_.errors = std::move(environment.errors);
  recorder.follow(first_settings_.configuration);
  comparisons.follow(first_settings_.configuration);
  warnings.note(std::move(environment.warnings));
}

std::shared_ptr<const user::Settings> Process::settings() const {
  const std::lock_guard lock(mutex_);
  return settings_;
}

std::string Process::configure(std::string_view variable, const char* value) {
  const native::QuietFloatingPoint quiet;
  const std::lock_guard lock(mutex_);
  select::Configuration changed = settings_->configuration;
  std::string problem =
      select::set_variable(changed, variable, value != nullptr ? value : default_of(variable));
  const bool has_other_rules = changed.rules != settings_->configuration.rules;
  settings_ = std::make_shared<const user::Settings>(std::move(changed), settings_->errors);
  if (has_other_rules) {
    rules_ = nullptr;
    rules_ahead_ = nullptr;
  }
  recorder.follow(settings_->configuration);
  comparisons.follow(settings_->configuration);
  return problem;
}

std::shared_ptr<const KnownRules> Process::rules() const {
  const std::lock_guard lock(mutex_);
  return rules_;
}

void Process::know(std::shared_ptr<const KnownRules> rules) {
  const std::lock_guard lock(mutex_);
  rules_ = std::move(rules);
}

void Process::keep_rules_ahead(std::unique_ptr<RulesAhead> found) {
  const std::lock_guard lock(mutex_);
  rules_ahead_ = std::move(found);
}

std::unique_ptr<RulesAhead> Process::take_rules_ahead() {
  const std::lock_guard lock(mutex_);
  return std::move(rules_ahead_);
}

bool Process::is_mpi_running() const {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0 && !finalizing_.load(std::memory_order_relaxed);
}

int Process::keyval(MPI_Comm_delete_attr_function* free, int& error) {
  error = MPI_SUCCESS;
  // Several threads may come here at once. One creates the key, without waiting for any other. The
  // others wait for it, and create the key if that thread could not.
  while (keyval() == MPI_KEYVAL_INVALID) {
    if (keyval_is_being_made_.exchange(true, std::memory_order_acq_rel)) {
      sched_yield();
      continue;
    }
    // Reset by a destructor, since the error handler may throw.
    const BeingMade being_made(keyval_is_being_made_);
    if (keyval() != MPI_KEYVAL_INVALID) break;
    int made = MPI_KEYVAL_INVALID;
    error = PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free, &made, nullptr);
    if (error != MPI_SUCCESS) return MPI_KEYVAL_INVALID;
    keyval_.store(made, std::memory_order_release);
  }
  return keyval();
}

bool Process::is_forked() const { return getpid() != process_id_; }

Process::NodeAndLocation Process::look_up() {
  const NodeAndLocation found{.node = messages::own_node(),
                              .location = machine::own_location_in_one_cluster()};
  const std::lock_guard lock(mutex_);
  looked_up_ahead_ = found;
  return found;
}

std::optional<Process::NodeAndLocation> Process::looked_up_ahead() const {
  const std::lock_guard lock(mutex_);
  return looked_up_ahead_;
}

void Process::find_environment() {
  std::call_once(environment_is_found_, [this] {
    std::optional<NodeAndLocation> found = looked_up_ahead();
    if (!found || found->location.processors != machine::usable_processors()) found = look_up();
    environment_ = {.node = found->node,
                    .eager_limit = machine::network_eager_limit(),
                    .location = found->location,
                    .ranks_of_job = machine::ranks_of_job()};
    environment_is_known_.store(true, std::memory_order_release);
  });
}

machine::Location Process::location(int ranks) {
  if (ranks <= node::most_in_flat_group) return environment().location;
  // All of it anew: the program may have bound this process to other processors meanwhile.
  std::call_once(numa_node_is_found_, [&] { whole_location_ = machine::own_location(); });
  return whole_location_;
}

std::size_t Process::usual_shared_memory() {
  std::call_once(shared_memory_is_found_, [this] {
    constexpr std::int64_t most = 128 << 20;
    constexpr std::int64_t part = 16;
    const std::int64_t share = machine::memory_of_processor() / part;
    shared_memory_ = static_cast<std::size_t>(share > 0 ? std::min(share, most) : most);
  });
  return shared_memory_;
}

select::Network Process::network(const machine::Members& members) {
  if (machine::are_job_on_one_node(members)) return select::Network::tcp;
  std::call_once(network_is_found_, [this] { network_ = messages::own_network(); });
  return network_;
}

bool Process::strike_off(Attached* state) {
  if (finalizing_.load(std::memory_order_relaxed)) return false;
  states_.remove(*state);
  return true;
}

void Process::close() {
  finalizing_.store(true, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_acq_rel);
  late_ranks.close();
  state_of_self_.store(nullptr, std::memory_order_release);
  tells_of_differing_calls.close();
  tells_of_full_memory.close();
  while (states_.take() != nullptr) {
  }
  mapped.close();
  memory.close();
  keep_rules_ahead(nullptr);
  progress.close();
  channels.close();
  staging.close();
}

Process& Process::make() {
  // In static memory: at this point a lack of memory could not be reported.
  alignas(Process) static std::array<std::byte, sizeof(Process)> memory;
  static Process& the_process = *new (memory.data()) Process;
  made_.store(&the_process, std::memory_order_release);
  const native::Tool& tool = the_process.tool();
  has_no_tool_.store(tool.allreduce == nullptr && tool.reduce == nullptr,
                     std::memory_order_release);
  return the_process;
}

}  // namespace allfold::mpi::state
