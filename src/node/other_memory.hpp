/// @file Other memory: what is mapped of the memory of other processes, each range once.
///
/// A range is mapped while anybody holds it. What nobody holds stays for a few more communicators,
/// which are often of the same processes, and is unmapped then: those processes may be gone.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "node/own_memory.hpp"

namespace allfold::node {

class OtherMemory {
 public:
  /// For so many communicators a range is kept that nobody holds.
  static constexpr std::uint64_t kept_for = 4;

  /// A range, of which the offset tells the size; null if it cannot be mapped.
  [[nodiscard]] std::shared_ptr<std::byte> range(const MemoryName& memory, std::int64_t offset,
                                                 std::size_t size);
  /// Another communicator has got its ranges: unmaps what has not been held for long.
  void age();
  /// What is mapped, in bytes.
  [[nodiscard]] std::size_t bytes();

 private:
  struct Key {
    std::int32_t process;
    std::int32_t file;
    std::uint64_t token;
    std::int64_t offset;
    friend auto operator<=>(const Key&, const Key&) = default;  // NOLINT(modernize-use-nullptr)
  };
  struct Held {
    std::shared_ptr<Mapping> mapping;
    std::uint64_t held_at = 0;  ///< the age when it was last seen to be held
  };

  std::mutex mutex_;
  std::uint64_t age_ = 0;
  std::map<Key, Held> ranges_;
};

}  // namespace allfold::node
