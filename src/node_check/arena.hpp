/// @file Arena: the memory of the ranks in an execution, at the same addresses in each.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <new>

namespace allfold::node_check {

class Arena {
 public:
  static constexpr std::size_t bytes = std::size_t{64} << 20;
  static constexpr std::size_t alignment = 64;

  /// Memory that stays until clear(). Throws std::bad_alloc.
  [[nodiscard]] std::byte* take(std::size_t size) {
    const std::size_t place = used_;
    used_ += (size + alignment - 1) / alignment * alignment;
    if (used_ > bytes) throw std::bad_alloc();
    return first() + place;
  }
  void clear() { used_ = 0; }
  /// Bytes from the start of the memory.
  [[nodiscard]] std::size_t offset(const void* at) const {
    return static_cast<std::size_t>(static_cast<const std::byte*>(at) - first());
  }
  [[nodiscard]] bool contains(const void* at) const {
    return !std::less<>()(at, first()) && offset(at) < used_;
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete(memory, std::align_val_t(alignment));
    }
  };
  [[nodiscard]] std::byte* first() const { return memory_.get(); }
  std::unique_ptr<std::byte, Free> memory_{
      static_cast<std::byte*>(::operator new(bytes, std::align_val_t(alignment)))};
  std::size_t used_ = 0;
};

}  // namespace allfold::node_check
