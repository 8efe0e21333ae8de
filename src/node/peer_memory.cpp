#include "node/peer_memory.hpp"

#include <sys/uio.h>

#include <array>

namespace allfold::node {

bool ProcessMemory::read(int rank, std::span<const Copy> copies) noexcept {
  std::array<iovec, most_copies> here = {};
  std::array<iovec, most_copies> there = {};
  for (std::size_t i = 0; i < copies.size(); ++i) {
    here[i] = {.iov_base = copies[i].into, .iov_len = copies[i].bytes};
    there[i] = {.iov_base = reinterpret_cast<void*>(copies[i].address), .iov_len = copies[i].bytes};
  }
  // One call reads 2 GiB at most.
  for (std::size_t done = 0; done < copies.size();) {
    const std::size_t left = copies.size() - done;
    const ssize_t read = process_vm_readv(processes_[static_cast<std::size_t>(rank)], &here[done],
                                          left, &there[done], left, 0);
    if (read < 0) return false;
    auto bytes = static_cast<std::size_t>(read);
    for (; done < copies.size() && bytes >= here[done].iov_len; ++done) bytes -= here[done].iov_len;
    if (done == copies.size()) return true;
    if (read == 0) return false;
    for (iovec* const part : {&here[done], &there[done]}) {
      part->iov_base = static_cast<std::byte*>(part->iov_base) + bytes;
      part->iov_len -= bytes;
    }
  }
  return true;
}

}  // namespace allfold::node
