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

  /// Whether it is there.
  [[nodiscard]] bool is_filled() const { return block_.load(std::memory_order_relaxed) != nullptr; }

  /// Does `work`, and gives the block up where memory is short. `work` communicates with nobody and
  /// can be begun anew. Throws std::bad_alloc where that does not suffice.
  ///
  /// `operator new` itself asks for the block, since `work` may need memory where nothing can be
  /// thrown: destructors of JSON values do. Where memory that comes otherwise is short, `work` is
  /// done once more.
  template <class Work>
  auto within(Work work) {
    fill();
    const InUse in_use(*this);
    try {
      return work();
    } catch (const std::bad_alloc&) {
      give_up();
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
  class InUse {
   public:
    explicit InUse(Reserve& reserve) : reserve_(reserve) {
      if (of_process_.load(std::memory_order_relaxed) == nullptr) reserve_.be_asked_by_new();
      ++reserve_.users_;
    }
    ~InUse() { --reserve_.users_; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

   private:
    Reserve& reserve_;
  };

  /// From now on, operator new asks this one before it throws.
  void be_asked_by_new();
  static void give_to_new();

  /// Whether there was a block.
  bool give_up() {
    void* const block = block_.exchange(nullptr);
    std::free(block);
    return block != nullptr;
  }

  /// Found without the process's state, which may be what there is no memory for.
  inline static constinit std::atomic<Reserve*> of_process_ = nullptr;
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  std::atomic<void*> block_ = nullptr;
  std::atomic<int> users_ = 0;  ///< calls of within() that have not ended
};

}  // namespace allfold::mpi
