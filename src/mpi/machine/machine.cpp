#include "mpi/machine/machine.hpp"

#include <mpi.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>

#include "mpi/machine/mpi_name.hpp"
#include "mpi/machine/processor_name.hpp"
#include "mpi/machine/system_files.hpp"
#include "rules/segment_length.hpp"

namespace allfold::mpi::machine {

std::uint64_t node_identity() {
  const std::string text = text_of_file("/proc/sys/kernel/random/boot_id");
  std::string boot = text.substr(0, text.find('\n'));
  struct stat memory = {};
  if (boot.empty() || stat("/dev/shm", &memory) != 0) return 0;
  boot += ' ' + std::to_string(memory.st_dev) + ' ' + std::to_string(memory.st_ino);
  for (const char* space : {"/proc/self/ns/pid", "/proc/self/ns/ipc"}) {
    struct stat identity = {};
    if (stat(space, &identity) != 0) return 0;
    boot += ' ' + std::to_string(identity.st_ino);
  }
  return std::hash<std::string>{}(boot) | 1U;
}

namespace {

/// The number in a variable of the environment; 0 if it is not set.
int number_in(const char* variable) {
  const char* const value = std::getenv(variable);
  return value == nullptr ? 0 : static_cast<int>(std::strtol(value, nullptr, 10));
}

}  // namespace

// Set by Open MPI, by Hydra, and by HPE's PALS and Slurm on its systems.
int ranks_of_job() {
  return std::max({number_in("OMPI_COMM_WORLD_LOCAL_SIZE"), number_in("MPI_LOCALNRANKS"),
                   number_in("PMI_LOCAL_SIZE"), 0});
}

Launch launch() {
  struct Names {
    const char* rank;
    const char* ranks;
  };
  // Set by Open MPI's mpirun, by launchers that use PMI, and by srun. Ranks of an mpirun inherit the
  // variables of the step in which it runs.
  for (const Names& names :
       {Names{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, Names{"PMI_RANK", "PMI_SIZE"},
        Names{"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}})
    if (const int ranks = number_in(names.ranks); ranks > 0)
      return {.rank = number_in(names.rank), .ranks = ranks};
  return {};
}

bool is_first_rank_of_job() {
  // Set by Open MPI's mpirun, by launchers that use PMIx or PMI, and by Slurm.
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"})
    if (const char* rank = std::getenv(name)) return std::string_view(rank) == "0";
  return true;
}

std::int64_t network_eager_limit() {
#if defined(OPEN_MPI)
  // Asking Open MPI through MPI_T takes 0.2 s, since it loads all of its components.
  const char* value = std::getenv("OMPI_MCA_btl_tcp_eager_limit");
  const std::int64_t limit =
      value != nullptr ? std::strtoll(value, nullptr, 10) : rules::usual_eager_limit;
  return limit > 0 ? limit : rules::usual_eager_limit;
#else
  return 0;
#endif
}

select::Network network_of_machine() {
  // InfiniBand and RoCE; Slingshot; Omni-Path.
  for (const char* devices : {"/sys/class/infiniband", "/sys/class/cxi", "/sys/class/hfi1"})
    if (!names_in(devices).empty()) return select::Network::high_speed;
  return select::Network::tcp;
}

namespace {

/// The architecture if the processor has no name.
std::string name_of_processor() {
  if (std::string name = processor_name(); !name.empty()) return name;
  utsname system = {};
  return uname(&system) == 0 ? system.machine : "";
}

std::string name_of_mpi() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text = {};
  int length = 0;
  return PMPI_Get_library_version(text.data(), &length) == MPI_SUCCESS ? mpi_name_of(text.data())
                                                                       : "";
}

}  // namespace

rules::MachineFingerprint fingerprint_of_machine() {
  return {.processor = name_of_processor(),
          .processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)),
          .network = std::string(select::name_of(network_of_machine())),
          .mpi = name_of_mpi()};
}

}  // namespace allfold::mpi::machine
