/// @file Other data: what a program works on between its reductions.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

#include "mpi/machine.hpp"

namespace allfold::command::measure {

/// How many bytes each of so many ranks of a node goes through so that together they fill the cache
/// twice: what was there before is gone then, whichever lines the processor replaces first.
[[nodiscard]] std::size_t bytes_that_fill(const mpi::Cache& cache, int ranks);

class OtherData {
 public:
  /// None.
  OtherData() = default;
  explicit OtherData(std::size_t bytes);

  /// Whether there is so much memory.
  [[nodiscard]] bool is_there() const { return memory_ != nullptr || bytes_ == 0; }
  /// Reads and changes each of its cache lines.
  void go_through();
  [[nodiscard]] std::span<const std::byte> bytes() const { return {memory_.get(), bytes_}; }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  std::size_t bytes_ = 0;
  std::unique_ptr<std::byte, Free> memory_;
};

}  // namespace allfold::command::measure
