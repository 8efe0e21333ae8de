#include "mpi/user/first_of_job.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "system/descriptor.hpp"

namespace allfold::mpi::user {

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

// In place of a socket that is bound to a name: another process has the name, or there is no socket.
constexpr int taken = -1;
constexpr int not_known = -2;

/// Binds a socket to the name of `what` in this job.
int named_socket(std::string_view what) {
  const int named = system::moved_up(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (named < 0) return not_known;
  // An abstract socket name: it has no file, and is freed with the process.
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::size_t length = write_name(what, std::span(address.sun_path).subspan(1));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  if (bind(named, reinterpret_cast<const sockaddr*>(&address), size) == 0 || errno != EADDRINUSE)
    return named;
  ::close(named);
  return taken;
}

/// The same of one of several things.
int named_socket(std::string_view what, const char* which, std::uint64_t number) {
  std::array<char, 64> name;
  const int length = std::snprintf(name.data(), name.size(), "%.*s-%s-%" PRIx64,
                                   static_cast<int>(what.size()), what.data(), which, number);
  return named_socket({name.data(), static_cast<std::size_t>(length)});
}

void close_socket(int named) {
  if (named >= 0) close(named);
}

}  // namespace

bool FirstOfJob::is_first() {
  const std::lock_guard lock(mutex_);
  if (named_socket_ >= 0) return false;
  named_socket_ = named_socket(what_);
  return named_socket_ != taken;
}

void FirstOfJob::close() {
  const std::lock_guard lock(mutex_);
  close_socket(named_socket_);
  named_socket_ = taken;
}

bool FewOfJob::is_first(std::uint64_t thing, std::size_t others) {
  const std::lock_guard lock(mutex_);
  if (count_ == most) return false;
  const int of_thing = named_socket(what_, "of", thing);
  if (of_thing == taken) return false;
  for (std::size_t place = 0; place <= std::min(others, most - 1); ++place) {
    const int of_place = named_socket(what_, "number", place);
    if (of_place == taken) continue;
    reported_[count_++] = {.thing = thing, .of_thing = of_thing, .of_place = of_place};
    return true;
  }
  close_socket(of_thing);
  return false;
}

void FewOfJob::forget(std::uint64_t thing) {
  const std::lock_guard lock(mutex_);
  for (Reported& each : std::span(reported_).first(count_)) {
    if (each.thing != thing) continue;
    close_socket(each.of_thing);
    each.of_thing = taken;
  }
}

void FewOfJob::close() {
  const std::lock_guard lock(mutex_);
  for (; count_ > 0; --count_) {
    close_socket(reported_[count_ - 1].of_thing);
    close_socket(reported_[count_ - 1].of_place);
  }
}

}  // namespace allfold::mpi::user
