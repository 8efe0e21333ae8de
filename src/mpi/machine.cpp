#include "mpi/machine.hpp"

#include <mpi.h>
#include <sys/stat.h>

#include <array>
#include <fstream>
#include <functional>
#include <string>

namespace allfold {

std::uint64_t machine_identity() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string boot;
  struct stat memory = {};
  if (!std::getline(file, boot) || stat("/dev/shm", &memory) != 0) return 0;
  boot += ' ' + std::to_string(memory.st_dev) + ' ' + std::to_string(memory.st_ino);
  return std::hash<std::string>{}(boot) | 1U;
}

std::int64_t network_eager_limit() {
  int provided = 0;
  if (PMPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) return 0;
  std::size_t limit = 0;
  int index = 0;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  int count = 0;
  // Open MPI's variable of its only network transport with such a limit; others know no index.
  if (PMPI_T_cvar_get_index("btl_tcp_eager_limit", &index) == MPI_SUCCESS &&
      PMPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) == MPI_SUCCESS) {
    if (PMPI_T_cvar_read(handle, &limit) != MPI_SUCCESS) limit = 0;
    PMPI_T_cvar_handle_free(&handle);
  }
  PMPI_T_finalize();
  return static_cast<std::int64_t>(limit);
}

}  // namespace allfold
