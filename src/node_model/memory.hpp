/// @file Memory: addresses whose accesses take modelled time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "node_model/node.hpp"

namespace allfold::node_model {

/// Memory of two kinds: marks and short vectors, of which each cache line is modelled, and regions
/// for long vectors, of which ranges are modelled. All of it is zero at first.
class Memory {
 public:
  /// Throws std::runtime_error if there is no address space.
  Memory(std::size_t bytes_of_lines, std::size_t bytes_of_region, std::size_t most_regions);

  /// Memory of the first kind, aligned to pages. Throws std::runtime_error if there is no more.
  [[nodiscard]] void* lines(std::size_t bytes);
  /// A region, in the memory of a socket. Throws as lines() does.
  [[nodiscard]] void* region(int socket);
  [[nodiscard]] std::size_t bytes_of_region() const { return bytes_of_region_; }

  [[nodiscard]] bool is_in_lines(const void* at) const { return offset_in(lines_, at) < line_end_; }
  [[nodiscard]] std::size_t line_of(const void* at) const {
    return offset_in(lines_, at) / line_bytes;
  }
  [[nodiscard]] bool is_in_region(const void* at) const {
    return offset_in(regions_, at) < sockets_.size() * bytes_of_region_;
  }
  struct Position {
    std::size_t region;
    std::size_t offset;
  };
  [[nodiscard]] Position position_of(const void* at) const {
    const std::size_t offset = offset_in(regions_, at);
    return {.region = offset / bytes_of_region_, .offset = offset % bytes_of_region_};
  }
  [[nodiscard]] int socket_of(std::size_t region) const { return sockets_[region]; }

 private:
  struct Unmap {
    std::size_t bytes = 0;
    void operator()(std::byte* addresses) const;
  };
  using Mapped = std::unique_ptr<std::byte, Unmap>;
  static Mapped mapped(std::size_t bytes);
  /// Larger than all memory if the address is below it.
  static std::size_t offset_in(const Mapped& memory, const void* at) {
    return reinterpret_cast<std::uintptr_t>(at) - reinterpret_cast<std::uintptr_t>(memory.get());
  }

  Mapped lines_;
  std::size_t line_end_ = 0;
  std::size_t bytes_of_region_;
  Mapped regions_;
  std::vector<int> sockets_;  ///< by region
};

}  // namespace allfold::node_model
