/// @file Peer memory: vectors of other ranks, read where they lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace allfold::node {

/// The memory of a group's other ranks, as far as this process may read it.
class PeerMemory {
 public:
  virtual ~PeerMemory() = default;

  /// into = `bytes` at an address of another rank's process.
  struct Copy {
    void* into = nullptr;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
  };
  /// Makes a copy from one rank. Returns whether all of that could be read; otherwise some of it may
  /// have been.
  [[nodiscard]] virtual bool read(int rank, const Copy& copy) noexcept = 0;
};

/// By a system call (process_vm_readv), which takes as long as to copy some 10 KiB. Whether a process
/// may read another's is for the system to say: containers and Yama forbid it.
class ProcessMemory final : public PeerMemory {
 public:
  /// The process of each rank, as this one sees it.
  explicit ProcessMemory(std::vector<std::int32_t> processes) : processes_(std::move(processes)) {}
  [[nodiscard]] bool read(int rank, const Copy& copy) noexcept override;

 private:
  std::vector<std::int32_t> processes_;
};

}  // namespace allfold::node
