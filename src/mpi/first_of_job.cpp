#include "mpi/first_of_job.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "system/descriptor.hpp"

namespace allfold::mpi {

namespace {

// Writes a name that is equal for the processes of one job on one node, and returns its length.
// Allocates nothing, for callers that must not allocate.
std::size_t write_name(std::string_view what, std::span<char> name) {
  // Set by Open MPI, by launchers that use PMI, and by Slurm.
  const char* job = nullptr;
  for (const char* variable : {"PMIX_NAMESPACE", "PMI_JOBID", "SLURM_STEPID"})
    if (job == nullptr) job = std::getenv(variable);
  const auto size = static_cast<int>(what.size());
  const int length = job != nullptr ? std::snprintf(name.data(), name.size(), "allfold-%.*s-%u-%s",
                                                    size, what.data(), getuid(), job)
                                    : std::snprintf(name.data(), name.size(), "allfold-%.*s-%u-%d",
                                                    size, what.data(), getuid(), getppid());
  return std::min(static_cast<std::size_t>(length), name.size() - 1);
}

}  // namespace

bool FirstOfJob::is_first() {
  const std::lock_guard lock(mutex_);
  if (named_socket_ >= 0) return false;
  const int named = system::moved_up(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (named < 0) return true;
  // An abstract socket name: it has no file, and is freed with the process.
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::size_t length = write_name(what_, std::span(address.sun_path).subspan(1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  const bool is_taken =
      bind(named, reinterpret_cast<const sockaddr*>(&address), size) != 0 && errno == EADDRINUSE;
  if (is_taken)
    ::close(named);
  else
    named_socket_ = named;
  return !is_taken;
}

void FirstOfJob::close() {
  const std::lock_guard lock(mutex_);
  if (named_socket_ >= 0) ::close(named_socket_);
  named_socket_ = -1;
}

}  // namespace allfold::mpi
