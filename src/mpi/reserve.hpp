/// @file Reserve: memory set aside, so that what other ranks wait for can be ended without more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace allfold::mpi {

/// A block of memory that is given up when an allocation fails. It is not touched, so as long as
/// nothing fails it takes address space only. May be used by several threads.
class Reserve {
 public:
  Reserve() = default;
  ~Reserve() { std::free(block_.load()); }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  /// Sets the block aside, if it is not there and can be had.
  void fill() {
    if (block_.load(std::memory_order_relaxed) != nullptr) return;
    void* made = std::malloc(bytes);
    void* none = nullptr;
    if (!block_.compare_exchange_strong(none, made)) std::free(made);
  }

  /// Does `work`, once more where memory is short, with the block given up. `work` communicates
  /// with nobody and can be begun anew. Throws std::bad_alloc where that does not suffice.
  template <class Work>
  auto within(Work work) {
    fill();
    try {
      return work();
    } catch (const std::bad_alloc&) {
      std::free(block_.exchange(nullptr));
    }
    return work();
  }
  /// The same; `otherwise` where that does not suffice.
  template <class Work, class Result>
  Result within(Work work, Result otherwise) {
    try {
      return within(work);
    } catch (const std::bad_alloc&) {
      return otherwise;
    }
  }

 private:
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  std::atomic<void*> block_ = nullptr;
};

}  // namespace allfold::mpi
