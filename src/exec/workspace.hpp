/// @file Workspace and Queues: memory that calls use while they run, kept from one call to the
/// next.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace allfold::exec {

/// The memory of one running call.
class Workspace {
 public:
  /// At least `size` bytes, aligned to cache lines, with undefined contents; null if they cannot be
  /// allocated. Valid until the next call.
  [[nodiscard]] std::byte* bytes(std::size_t size);
  /// Frees memory that only an unusually large call needed.
  void trim();

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::size_t size_ = 0;
};

/// Lists of the executor while it runs a program, kept for their capacity.
struct Queues {
  std::vector<std::int32_t> waits;
  std::vector<std::int32_t> ready_messages;
  std::vector<std::int32_t> ready_locals;

  /// Makes programs of up to `operations` operations run without further allocations.
  void reserve(std::size_t operations);
};

/// Provides workspaces for calls, which may run in several threads at the same time. One workspace
/// is kept for the next call.
class WorkspacePool {
 public:
  WorkspacePool() = default;
  WorkspacePool(const WorkspacePool&) = delete;
  WorkspacePool& operator=(const WorkspacePool&) = delete;
  ~WorkspacePool() { delete spare_.load(); }

  struct GiveBack {
    WorkspacePool* pool;
    void operator()(Workspace* workspace) const { pool->give_back(workspace); }
  };
  using Loan = std::unique_ptr<Workspace, GiveBack>;
  /// Null if there is no memory.
  [[nodiscard]] Loan borrow();

 private:
  void give_back(Workspace* workspace);
  std::atomic<Workspace*> spare_ = nullptr;
};

}  // namespace allfold::exec
