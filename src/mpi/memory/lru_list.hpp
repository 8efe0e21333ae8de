/// @file LRU list: the most recently used entries.
#pragma once

#include <cstddef>
#include <list>
#include <utility>

namespace allfold::mpi::memory {

/// At most `most_entries` entries. The least recently used one is dropped first.
template <class Entry, std::size_t most_entries>
class LruList {
 public:
  /// The most recently used entry for which is_wanted() returns true, valid until the next keep();
  /// null if there is none.
  template <class Predicate>
  [[nodiscard]] const Entry* find(Predicate is_wanted) {
    for (auto each = kept_.begin(); each != kept_.end(); ++each)
      if (is_wanted(std::as_const(*each))) {
        kept_.splice(kept_.begin(), kept_, each);
        return &*each;
      }
    return nullptr;
  }
  void keep(Entry entry) {
    kept_.push_front(std::move(entry));
    if (kept_.size() > most_entries) kept_.pop_back();
  }

 private:
  std::list<Entry> kept_;  ///< the most recently used one first
};

}  // namespace allfold::mpi::memory
