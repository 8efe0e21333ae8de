#include "node/peer_memory.hpp"

#include <sys/uio.h>

namespace allfold::node {

bool ProcessMemory::read(int rank, void* into, std::uintptr_t address, std::size_t bytes) noexcept {
  const iovec here{.iov_base = into, .iov_len = bytes};
  const iovec there{.iov_base = reinterpret_cast<void*>(address), .iov_len = bytes};
  const ssize_t read =
      process_vm_readv(processes_[static_cast<std::size_t>(rank)], &here, 1, &there, 1, 0);
  return read >= 0 && static_cast<std::size_t>(read) == bytes;
}

}  // namespace allfold::node
