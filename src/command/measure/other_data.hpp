/// @file Other data: the memory that a program uses between its reductions.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>

#include "mpi/machine/topology.hpp"

namespace allfold::command::measure {

/// The bytes that each of `ranks` ranks on a node must go through so that together they fill the
/// cache twice. Earlier contents are then evicted, whichever lines the processor replaces first.
[[nodiscard]] std::size_t bytes_that_fill(const mpi::machine::Cache& cache, int ranks);

class OtherData {
 public:
  /// No data.
  OtherData() = default;
  explicit OtherData(std::size_t bytes);

  /// Whether the memory could be allocated.
  [[nodiscard]] bool is_there() const { return memory_ != nullptr || bytes_ == 0; }
  /// Reads and changes each cache line of the data.
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
