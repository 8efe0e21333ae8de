/// @file The cache of linked programs, shared by all communicators.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "algorithms/kernel.hpp"
#include "program/compile.hpp"

namespace allfold::mpi {

/// Which program: a kernel's, for one rank's task and one binding of the buffers.
struct ProgramKey {
  const algorithms::Kernel* kernel = nullptr;
  algorithms::Task task;
  program::Binding binding = program::Binding::separate;
  program::Segmentation segmentation;

  friend bool operator==(const ProgramKey& a, const ProgramKey& b);
};

/// Keeps the programs used last, up to a bound in bytes. May be used by several threads.
class ProgramCache {
 public:
  explicit ProgramCache(std::size_t most_bytes = std::size_t{4} << 20) : most_bytes_(most_bytes) {}

  /// The program, made if it is not there.
  [[nodiscard]] std::shared_ptr<const program::Program> get(const ProgramKey& key);
  /// The bytes in use, never more than the bound.
  [[nodiscard]] std::size_t bytes() const;

 private:
  struct Hash {
    std::size_t operator()(const ProgramKey& key) const;
  };
  struct Entry {
    ProgramKey key;
    std::shared_ptr<const program::Program> program;
    std::size_t bytes;
  };

  mutable std::mutex mutex_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // used last first
  std::unordered_map<ProgramKey, std::list<Entry>::iterator, Hash> by_key_;
};

}  // namespace allfold::mpi
