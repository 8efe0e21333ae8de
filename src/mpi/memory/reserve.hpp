/// @file Reserve: reserved memory, so that an operation for which other ranks wait can be
/// completed.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace allfold::mpi::memory {

/// A block of memory that is freed when an allocation fails. It is never accessed, so until then it
/// takes only address space. Thread-safe.
class Reserve {
 public:
  Reserve() = default;
  ~Reserve() { std::free(block_.load()); }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  /// Allocates the block if it is not there and memory is available.
  void fill() {
    if (block_.load(std::memory_order_relaxed) != nullptr) return;
    void* made = std::malloc(bytes);
    void* none = nullptr;
    if (!block_.compare_exchange_strong(none, made)) std::free(made);
  }

  /// Whether the block is there.
  [[nodiscard]] bool is_filled() const { return block_.load(std::memory_order_relaxed) != nullptr; }

  /// Runs `work`, and frees the block if memory is short. `work` must not communicate, and must be
  /// repeatable. Throws std::bad_alloc if the block is not enough.
  ///
  /// `operator new` itself asks for the block, since `work` may allocate where nothing can be
  /// thrown, such as in destructors of JSON values. If an allocation of another kind fails, `work`
  /// is run again.
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
  /// The same, but returns `otherwise` if the block is not enough.
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

  /// Installs a new handler, so that operator new asks this reserve before it throws.
  void be_asked_by_new();
  static void give_to_new();

  /// Frees the block. Returns whether there was one.
  bool give_up() {
    void* const block = block_.exchange(nullptr);
    std::free(block);
    return block != nullptr;
  }

  /// Static, since the process's state may be what there is no memory for.
  inline static constinit std::atomic<Reserve*> of_process_ = nullptr;
  static constexpr std::size_t bytes = std::size_t{1} << 20;
  std::atomic<void*> block_ = nullptr;
  std::atomic<int> users_ = 0;  ///< number of running calls of within()
};

}  // namespace allfold::mpi::memory
