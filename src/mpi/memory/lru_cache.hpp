/// @file LRU cache: values that are looked up by a key, with a limit on their memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace allfold::mpi::memory {

/// The least recently used values are dropped first. find() writes only to the entry that it finds,
/// not to a list: if thousands of entries are used in turn, no other entry is brought into the
/// caches.
template <class Key, class Value, class Hash = std::hash<Key>>
class LruCache {
 public:
  /// Limit on the bytes of all values, as given to keep(), plus the overhead of keeping them.
  explicit LruCache(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  /// The value, valid until the next keep(); null if there is none.
  [[nodiscard]] Value* find(const Key& key) {
    if (buckets_.empty()) return nullptr;
    for (Entry* each = buckets_[bucket_of(key)].get(); each != nullptr; each = each->next.get())
      if (each->key == key) {
        each->used = ++clock_;
        return &each->value;
      }
    return nullptr;
  }

  /// Adds a value of `bytes` bytes, replaces one with the same key, and drops others to stay within
  /// the limit. The new value is kept even if it alone exceeds the limit. If this throws
  /// std::bad_alloc, the former value of the key may be lost.
  Value& keep(const Key& key, Value value, std::size_t bytes) {
    auto entry = std::make_unique<Entry>(
        Entry{.key = key, .value = std::move(value), .bytes = bytes + overhead, .used = ++clock_});
    make_buckets();
    drop_if([&](const Entry& other) { return other.key == key; }, buckets_[bucket_of(key)]);
    if (bytes_ + entry->bytes > most_bytes_) make_room(entry->bytes);
    bytes_ += entry->bytes;
    ++entries_;
    std::unique_ptr<Entry>& bucket = buckets_[bucket_of(key)];
    entry->next = std::move(bucket);
    bucket = std::move(entry);
    return bucket->value;
  }

  void clear() {
    buckets_.clear();
    bytes_ = entries_ = 0;
  }
  /// Bytes in use: beyond the limit only if one value alone is larger.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return entries_; }

 private:
  struct Entry {
    Key key;
    Value value;
    std::size_t bytes;
    std::uint64_t used;  ///< value of clock_ at the last use
    std::unique_ptr<Entry> next = nullptr;
  };
  static constexpr std::size_t overhead = sizeof(Entry) + 2 * sizeof(void*);
  static constexpr std::size_t fewest_buckets = 8;  // a power of two

  [[nodiscard]] std::size_t bucket_of(const Key& key) const {
    return Hash()(key) & (buckets_.size() - 1);
  }

  /// Makes sure that there are more chains than entries.
  void make_buckets() {
    if (entries_ < buckets_.size()) return;
    std::vector<std::unique_ptr<Entry>> former(std::max(2 * buckets_.size(), fewest_buckets));
    former.swap(buckets_);
    for (std::unique_ptr<Entry>& chain : former)
      while (chain != nullptr) {
        std::unique_ptr<Entry> entry = std::exchange(chain, std::move(chain->next));
        std::unique_ptr<Entry>& bucket = buckets_[bucket_of(entry->key)];
        entry->next = std::exchange(bucket, nullptr);
        bucket = std::move(entry);
      }
  }

  template <class IsToGo>
  void drop_if(IsToGo is_to_go, std::unique_ptr<Entry>& chain) {
    for (std::unique_ptr<Entry>* each = &chain; *each != nullptr;) {
      if (!is_to_go(std::as_const(**each))) {
        each = &(*each)->next;
        continue;
      }
      bytes_ -= (*each)->bytes;
      --entries_;
      std::unique_ptr<Entry> next = std::move((*each)->next);
      *each = std::move(next);
    }
  }

  /// Drops down to seven eighths of the limit at once, so that the cost of finding the oldest
  /// entries is spread over many insertions.
  void make_room(std::size_t needed) {
    std::vector<std::pair<std::uint64_t, std::size_t>> by_age;
    by_age.reserve(entries_);
    for (const std::unique_ptr<Entry>& chain : buckets_)
      for (const Entry* each = chain.get(); each != nullptr; each = each->next.get())
        by_age.emplace_back(each->used, each->bytes);
    std::ranges::sort(by_age);
    const std::size_t room = most_bytes_ - most_bytes_ / 8;
    std::size_t left = bytes_ + needed;
    std::uint64_t last_to_go = 0;
    for (const auto& [used, bytes] : by_age) {
      if (left <= room) break;
      left -= bytes;
      last_to_go = used;
    }
    for (std::unique_ptr<Entry>& chain : buckets_)
      drop_if([&](const Entry& entry) { return entry.used <= last_to_go; }, chain);
  }

  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::size_t entries_ = 0;
  std::uint64_t clock_ = 0;
  std::vector<std::unique_ptr<Entry>> buckets_;  ///< a power of two of chains, or none
};

}  // namespace allfold::mpi::memory
