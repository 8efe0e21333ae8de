#include "node/peer_memory.hpp"

#include <sys/uio.h>

#include <array>

namespace allfold::node {

bool ProcessMemory::read(int rank, std::span<const Copy> copies) noexcept {
  std::array<iovec, most_copies> here = {};
  std::array<iovec, most_copies> there = {};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    here[i] = {.iov_base = copies[i].into, .iov_len = copies[i].bytes};
    there[i] = {.iov_base = reinterpret_cast<void*>(copies[i].address), .iov_len = copies[i].bytes};
    bytes += copies[i].bytes;
  }
  const ssize_t read = process_vm_readv(processes_[static_cast<std::size_t>(rank)], here.data(),
                                        copies.size(), there.data(), copies.size(), 0);
  return read >= 0 && static_cast<std::size_t>(read) == bytes;
}

}  // namespace allfold::node
