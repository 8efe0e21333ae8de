/// @file The cache of linked programs, shared by all communicators.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>

#include "algorithms/kernel.hpp"
#include "mpi/memory/lru_cache.hpp"
#include "program/compile.hpp"

namespace allfold::mpi::messages {

/// Identifies a program: a kernel's, for one rank's task and one binding of the buffers.
struct ProgramKey {
  const algorithms::Kernel* kernel = nullptr;
  algorithms::Task task;
  program::Binding binding = program::Binding::separate;
  program::Segmentation segmentation;

  friend bool operator==(const ProgramKey& a, const ProgramKey& b);
};

/// Keeps the most recently used programs, up to a limit in bytes. Thread-safe.
class ProgramCache {
 public:
  /// Returns the program; makes it if it is not cached.
  [[nodiscard]] std::shared_ptr<const program::Program> get(const ProgramKey& key);

 private:
  static constexpr std::size_t most_bytes = std::size_t{4} << 20;
  struct Hash {
    std::size_t operator()(const ProgramKey& key) const;
  };

  std::mutex mutex_;
  memory::LruCache<ProgramKey, std::shared_ptr<const program::Program>, Hash> kept_{most_bytes};
};

}  // namespace allfold::mpi::messages
