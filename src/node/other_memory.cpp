#include "node/other_memory.hpp"

#include <iterator>
#include <utility>

namespace allfold::node {

std::shared_ptr<std::byte> OtherMemory::part(const SegmentName& segment, std::int64_t offset,
                                             std::size_t size) {
  const std::lock_guard lock(mutex_);
  const Key key{
      .process = segment.process, .file = segment.file, .token = segment.token, .offset = offset};
  auto found = parts_.find(key);
  if (found == parts_.end()) {
    auto mapping = map_part(segment, offset, size);
    if (!mapping) return nullptr;
    found =
        parts_.emplace(key, Part{.mapping = std::make_shared<Mapping>(std::move(*mapping))}).first;
  }
  found->second.held_at = age_;
  const std::shared_ptr<Mapping>& mapping = found->second.mapping;
  return {mapping, mapping->bytes()};
}

void OtherMemory::age() {
  const std::lock_guard lock(mutex_);
  ++age_;
  for (auto part = parts_.begin(); part != parts_.end();) {
    auto& [mapping, held_at] = part->second;
    // Nobody else can get hold of a mapping that only this holds.
    if (mapping.use_count() > 1) held_at = age_;
    part = age_ - held_at > kept_for ? parts_.erase(part) : std::next(part);
  }
}

std::size_t OtherMemory::bytes() {
  const std::lock_guard lock(mutex_);
  std::size_t all = 0;
  for (const auto& [key, part] : parts_) all += part.mapping->size();
  return all;
}

}  // namespace allfold::node
