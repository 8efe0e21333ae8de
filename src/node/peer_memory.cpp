#include "node/peer_memory.hpp"

#include <sys/uio.h>

namespace allfold::node {

bool ProcessMemory::read(int rank, const Copy& copy) noexcept {
  auto* into = static_cast<std::byte*>(copy.into);
  std::uintptr_t address = copy.address;
  // One system call reads at most 2 GiB, and less if it meets memory that cannot be read.
  for (std::size_t left = copy.bytes; left > 0;) {
    const iovec here{.iov_base = into, .iov_len = left};
    const iovec there{.iov_base = reinterpret_cast<void*>(address), .iov_len = left};
    const ssize_t read =
        process_vm_readv(processes_[static_cast<std::size_t>(rank)], &here, 1, &there, 1, 0);
    if (read <= 0) return false;
    into += read;
    address += static_cast<std::uintptr_t>(read);
    left -= static_cast<std::size_t>(read);
  }
  return true;
}

}  // namespace allfold::node
