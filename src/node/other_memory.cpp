#include "node/other_memory.hpp"

#include <iterator>
#include <utility>

namespace allfold::node {

std::shared_ptr<std::byte> OtherMemory::range(const MemoryName& memory, std::int64_t offset,
                                              std::size_t size) {
  const std::lock_guard lock(mutex_);
  const Key key{
      .process = memory.process, .file = memory.file, .token = memory.token, .offset = offset};
  auto found = ranges_.find(key);
  if (found == ranges_.end()) {
    auto mapping = map_range(memory, offset, size);
    if (!mapping) return nullptr;
    found =
        ranges_.emplace(key, Held{.mapping = std::make_shared<Mapping>(std::move(*mapping))}).first;
  }
  found->second.held_at = age_;
  const std::shared_ptr<Mapping>& mapping = found->second.mapping;
  return {mapping, mapping->bytes()};
}

void OtherMemory::age() {
  const std::lock_guard lock(mutex_);
  ++age_;
  for (auto range = ranges_.begin(); range != ranges_.end();) {
    auto& [mapping, held_at] = range->second;
    // Mappings whose only owner is this object cannot be acquired by another thread, since the lock
    // is held.
    if (mapping.use_count() > 1) held_at = age_;
    range = age_ - held_at > kept_for ? ranges_.erase(range) : std::next(range);
  }
}

std::size_t OtherMemory::bytes() {
  const std::lock_guard lock(mutex_);
  std::size_t all = 0;
  for (const auto& [key, range] : ranges_) all += range.mapping->size();
  return all;
}

}  // namespace allfold::node
