/// @file Peer memory: vectors of other ranks, read in place.
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

  /// into = `bytes` bytes at an address in another rank's process.
  struct Copy {
    void* into = nullptr;
    std::uintptr_t address = 0;
    std::size_t bytes = 0;
  };
  /// Makes a copy from the memory of `rank`. Returns whether all of it could be read. If not,
  /// `into` may be partly overwritten.
  [[nodiscard]] virtual bool read(int rank, const Copy& copy) noexcept = 0;
};

/// Reads by a system call (process_vm_readv), whose cost equals copying about 10 KiB. The system
/// may refuse it: container runtimes and Yama restrict it.
class ProcessMemory final : public PeerMemory {
 public:
  /// `processes`: the PID of each rank, as seen by this process.
  explicit ProcessMemory(std::vector<std::int32_t> processes) : processes_(std::move(processes)) {}
  [[nodiscard]] bool read(int rank, const Copy& copy) noexcept override;

 private:
  std::vector<std::int32_t> processes_;
};

}  // namespace allfold::node
