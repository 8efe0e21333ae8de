/// @file Other memory: mappings of other processes' memory, each range once.
///
/// A range stays mapped while it is used. An unused range is kept for a few more communicators,
/// which often have the same processes, and is then unmapped, since its process may have ended.
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
  /// For how many further communicators an unused range is kept.
  static constexpr std::uint64_t kept_for = 4;

  /// A range of another process's memory, which the offset identifies. Null if it cannot be mapped.
  [[nodiscard]] std::shared_ptr<std::byte> range(const MemoryName& memory, std::int64_t offset,
                                                 std::size_t size);
  /// Called when another communicator has its ranges: unmaps ranges that were unused for long.
  void age();
  /// Bytes that are mapped.
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
    std::uint64_t held_at = 0;  ///< the age when it was last seen in use
  };

  std::mutex mutex_;
  std::uint64_t age_ = 0;
  std::map<Key, Held> ranges_;
};

}  // namespace allfold::node
