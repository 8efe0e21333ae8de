#include "mpi/process.hpp"

#include <sched.h>
#include <unistd.h>

#include <utility>

#include "mpi/communicator.hpp"

namespace allfold {

Process::Process() : native_(find_native()) {
  settings_.configuration = read_environment(environ, settings_.errors);
}

Process::Settings Process::settings() const {
  const std::lock_guard lock(mutex_);
  return settings_;
}

std::string Process::configure(std::string_view variable, const char* value) {
  const std::lock_guard lock(mutex_);
  const std::string rules = settings_.configuration.rules;
  const std::string problem = set(variable, value);
  if (settings_.configuration.rules != rules) rules_ = nullptr;
  return problem;
}

std::string Process::set(std::string_view variable, const char* value) {
  if (value != nullptr) return set_variable(settings_.configuration, variable, value);
  for (const Variable& known : variables())
    if (known.name == variable)
      return set_variable(settings_.configuration, variable, known.by_default);
  return set_variable(settings_.configuration, variable, "");
}

std::shared_ptr<const KnownRules> Process::rules() const {
  const std::lock_guard lock(mutex_);
  return rules_;
}

void Process::know(std::shared_ptr<const KnownRules> rules) {
  const std::lock_guard lock(mutex_);
  rules_ = std::move(rules);
}

bool Process::is_mpi_running() const {
  int initialized = 0;
  int finalized = 0;
  PMPI_Initialized(&initialized);
  PMPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0 && !finalizing_.load(std::memory_order_relaxed);
}

int Process::keyval(MPI_Comm_delete_attr_function* free) {
  const int known = keyval_.load(std::memory_order_acquire);
  if (known != MPI_KEYVAL_INVALID) return known;
  // Threads may come here at once: one makes the key, which waits for nobody, and the others wait
  // for it.
  if (keyval_is_made_.exchange(true, std::memory_order_acq_rel)) {
    while (keyval_.load(std::memory_order_acquire) == MPI_KEYVAL_INVALID) sched_yield();
    return keyval_.load(std::memory_order_acquire);
  }
  int made = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free, &made, nullptr);
  keyval_.store(made, std::memory_order_release);
  return made;
}

const Process::Place& Process::place() {
  std::call_once(place_is_known_, [this] {
    place_ = {.machine = machine_identity(),
              .eager_limit = network_eager_limit(),
              .cache = last_level_cache(),
              .numa_processors = processors_of_numa_node(),
              .network = network_of_machine()};
  });
  return place_;
}

MPI_Comm Process::own_self() {
  MPI_Comm known = own_self_.load(std::memory_order_acquire);
  if (known != MPI_COMM_NULL) return known;
  MPI_Group self = MPI_GROUP_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  PMPI_Comm_group(MPI_COMM_SELF, &self);
  PMPI_Comm_create(MPI_COMM_SELF, self, &made);
  PMPI_Group_free(&self);
  PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  if (own_self_.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return made;
  native_.comm_free(&made);
  return known;
}

void Process::enlist(Communicator* communicator) {
  const std::lock_guard lock(mutex_);
  communicators_.insert(communicator);
}

bool Process::strike_off(Communicator* communicator) {
  const std::lock_guard lock(mutex_);
  return communicators_.erase(communicator) > 0;
}

void Process::close() {
  finalizing_.store(true, std::memory_order_relaxed);
  generation.fetch_add(1, std::memory_order_acq_rel);
  std::unordered_set<Communicator*> communicators;
  {
    const std::lock_guard lock(mutex_);
    communicators.swap(communicators_);
  }
  for (const Communicator* communicator : communicators) delete communicator;
  memory.close();
  if (MPI_Comm self = own_self_.exchange(MPI_COMM_NULL); self != MPI_COMM_NULL)
    native_.comm_free(&self);
}

Process& process() {
  static Process& the_process = *new Process;
  return the_process;
}

}  // namespace allfold
