#include "mpi/record/comparisons.hpp"

#include <new>

#include "mpi/native/quiet_floating_point.hpp"

namespace allfold::mpi::record {

void Comparisons::note(const comparison::CallKind& kind, const comparison::CallSums& sums,
                       Counting counting) {
  const native::QuietFloatingPoint quiet;
  const std::lock_guard lock(mutex_);
  try {
    of(counting).compared[kind].add(sums);
  } catch (const std::bad_alloc&) {
    // The report lacks this call.
  }
}

void Comparisons::note_not_compared(std::string_view reason, Counting counting) {
  const std::lock_guard lock(mutex_);
  try {
    ++of(counting).not_compared[std::string(reason)];
  } catch (const std::bad_alloc&) {
    // The report lacks this call.
  }
}

void Comparisons::note_mismatch(const std::string& text) {
  const std::lock_guard lock(mutex_);
  try {
    counted_.add_mismatch(text);
  } catch (const std::bad_alloc&) {
    // The final report lacks it, but it was printed before.
  }
}

void Comparisons::note_unexplained(const std::string& text) {
  const std::lock_guard lock(mutex_);
  try {
    counted_.add_unexplained(text);
  } catch (const std::bad_alloc&) {
    // The final report counts it without its text.
  }
}

comparison::Tally Comparisons::of_rank() const {
  const std::lock_guard lock(mutex_);
  comparison::Tally all = counted_;
  all.add(others_);
  return all;
}

comparison::Tally Comparisons::part_of_all() const {
  const std::lock_guard lock(mutex_);
  comparison::Tally all = counted_;
  all.add(others_.without_calls());
  return all;
}

}  // namespace allfold::mpi::record
