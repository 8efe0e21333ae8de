#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "command/doctor/checks.hpp"
#include "mpi/machine/machine.hpp"
#include "node/area.hpp"
#include "node/extent_layout.hpp"
#include "node/own_memory.hpp"
#include "node/xpmem.hpp"
#include "select/network.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Level = Finding::Level;

/// The memory that each rank shares for long vectors.
constexpr std::size_t shared_bytes = node::OwnMemory::in_units(sizeof(node::Area));

/// How another process of this user can access this one's memory.
struct OtherProcess {
  bool maps = false;   ///< can map shared memory, as Allfold's ranks do
  bool reads = false;  ///< can read any memory, as MPI libraries do for long messages
};

bool can_read(pid_t process, const std::byte* there) {
  std::byte here = {};
  const iovec own{.iov_base = &here, .iov_len = 1};
  const iovec other{.iov_base = const_cast<std::byte*>(there), .iov_len = 1};
  return process_vm_readv(process, &own, 1, &other, 1, 0) == 1;
}

OtherProcess try_other_process(const node::OwnMemory& memory, std::int64_t offset,
                               const std::byte* bytes) {
  const pid_t here = getpid();
  const pid_t child = fork();
  if (child == 0) {
    const bool maps = node::map_range(memory.name(), offset, shared_bytes).has_value();
    _exit((maps ? 1 : 0) + (can_read(here, bytes) ? 2 : 0));
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return {};
  return {.maps = (WEXITSTATUS(status) & 1) != 0, .reads = (WEXITSTATUS(status) & 2) != 0};
}

Finding not_shared(std::string_view why, std::string_view remedy) {
  return {.level = Level::problem,
          .subject = "shared memory",
          .text = text::format("not available, ranks on this node exchange messages: {}", why),
          .remedy = std::string(remedy)};
}

Finding single_copy_finding(const OtherProcess& other) {
  constexpr std::string_view subject = "single copies";
  if (node::Xpmem().expose() != node::Xpmem::nothing)
    return {.subject = subject, .text = "processes can map each other's memory (XPMEM)"};
  if (other.reads)
    return {.subject = subject, .text = "processes can read each other (process_vm_readv)"};
  return {.level = Level::note,
          .subject = subject,
          .text =
              "a process cannot read the memory of another one (process_vm_readv; see "
              "/proc/sys/kernel/yama/ptrace_scope): long vectors are copied through shared memory, "
              "and messages of the MPI library are slower"};
}

void check_sharing(Findings& findings) {
  if (mpi::machine::node_identity() == 0)
    findings.push_back(not_shared("ranks that share memory cannot be identified",
                                  "mount /proc, and a tmpfs at /dev/shm"));
  node::OwnMemory memory;
  const auto chunk = memory.grow(shared_bytes);
  if (!chunk ||
      !node::fill_range(memory.name(), chunk->offset, {chunk->mapping.bytes(), shared_bytes})) {
    findings.push_back(
        not_shared(text::format("memfd_create: cannot allocate {} KiB", shared_bytes >> 10),
                   "see the limits below, and those of the container"));
    return;
  }
  const OtherProcess other = try_other_process(memory, chunk->offset, chunk->mapping.bytes());
  if (!other.maps)
    findings.push_back(not_shared("a process cannot open /proc/PID/fd of another process",
                                  "mount /proc without hidepid, and allow it in the container"));
  else if (findings.empty())
    findings.push_back(
        {.subject = "shared memory", .text = "processes of this node can share memory"});
  findings.push_back(single_copy_finding(other));
}

/// MPI libraries keep files in /dev/shm. Allfold does not.
Finding shm_finding() {
  constexpr std::string_view subject = "/dev/shm";
  constexpr std::uint64_t enough = std::uint64_t{64} << 20;
  struct statvfs status = {};
  if (statvfs(subject.data(), &status) != 0 || access(subject.data(), W_OK | X_OK) != 0)
    return {.level = Level::problem,
            .subject = subject,
            .text = text::format("{}: MPI libraries store files there", std::strerror(errno)),
            .remedy = "mount a tmpfs there, with mode 1777"};
  const std::uint64_t free_bytes = status.f_bavail * status.f_frsize;
  const std::string text = text::format("{} MiB free", free_bytes >> 20);
  if (free_bytes >= enough) return {.subject = subject, .text = text};
  return {.level = Level::note,
          .subject = subject,
          .text = text + ": MPI libraries store files there, and may need more than 64 MiB",
          .remedy = "remove old files, or give the container more (docker run --shm-size)"};
}

std::string text_of(rlim_t limit) {
  return limit == RLIM_INFINITY ? "unlimited" : std::to_string(limit);
}

rlim_t limit_of(decltype(RLIMIT_NOFILE) resource) {
  rlimit limit = {};
  getrlimit(resource, &limit);
  return limit.rlim_cur;
}

void check_limits(Findings& findings) {
  constexpr std::string_view subject = "limits";
  constexpr rlim_t fewest_files = 64;
  const rlim_t files = limit_of(RLIMIT_NOFILE);
  const rlim_t bytes = limit_of(RLIMIT_FSIZE);
  const rlim_t locked = limit_of(RLIMIT_MEMLOCK);
  findings.push_back({.subject = subject,
                      .text = text::format("open files {}, bytes of a file {}, locked bytes {}",
                                           text_of(files), text_of(bytes), text_of(locked))});
  if (files < fewest_files)
    findings.push_back(
        {.level = Level::problem,
         .subject = subject,
         .text = text::format("{} open files per process: the MPI library needs one or more for "
                              "each rank that it communicates with, Allfold one",
                              files),
         .remedy = "raise it (ulimit -n 1024)"});
  // Of a rank for each processor of the node, whose memory is in one file.
  const node::Extent extent{.memory = {},
                            .columns = static_cast<std::int32_t>(sysconf(_SC_NPROCESSORS_ONLN)),
                            .slots = 2,
                            .areas = 1};
  if (bytes < node::ExtentLayout(extent).bytes() + node::OwnMemory::head_bytes)
    findings.push_back(
        {.level = Level::problem,
         .subject = subject,
         .text = "the limit of the file size applies to shared memory, too, and is too low",
         .remedy = "raise it (ulimit -f unlimited)"});
  if (locked != RLIM_INFINITY && mpi::machine::network_of_machine() == select::Network::high_speed)
    findings.push_back({.level = Level::note,
                        .subject = subject,
                        .text = "networks such as InfiniBand lock the memory of messages",
                        .remedy = "ask the administrator for ulimit -l unlimited"});
}

}  // namespace

Findings check_node() {
  Findings findings;
  check_sharing(findings);
  findings.push_back(shm_finding());
  check_limits(findings);
  return findings;
}

}  // namespace allfold::command::doctor
