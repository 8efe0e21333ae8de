/// @file Peer memory: vectors of other ranks, read where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace allfold::node {

/// The memory of a group's other ranks, as far as this process may read it.
class PeerMemory {
 public:
  virtual ~PeerMemory() = default;
  /// into = `bytes` at an address of another rank's process. Returns whether they could be read.
  [[nodiscard]] virtual bool read(int rank, void* into, std::uintptr_t address,
                                  std::size_t bytes) noexcept = 0;
};

/// By a system call, one copy (process_vm_readv). Whether a process may read another's is for the
/// system to say: containers and Yama forbid it.
class ProcessMemory final : public PeerMemory {
 public:
  /// The process of each rank, as this one sees it.
  explicit ProcessMemory(std::vector<std::int32_t> processes) : processes_(std::move(processes)) {}
  [[nodiscard]] bool read(int rank, void* into, std::uintptr_t address,
                          std::size_t bytes) noexcept override;

 private:
  std::vector<std::int32_t> processes_;
};

}  // namespace allfold::node
