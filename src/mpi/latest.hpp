/// @file Latest: the entries that were used last.
#pragma once

#include <cstddef>
#include <list>
#include <utility>

namespace allfold::mpi {

/// At most so many; the one that was used longest ago goes first.
template <class Entry, std::size_t most_kept>
class Latest {
 public:
  /// The latest entry that `is_wanted` says yes to, valid until the next keep(); null if there is
  /// none.
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
    if (kept_.size() > most_kept) kept_.pop_back();
  }

 private:
  std::list<Entry> kept_;  ///< the latest one first
};

}  // namespace allfold::mpi
