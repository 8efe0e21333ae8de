/// @file Processor: what src/system/processor.hpp provides, with modelled time. Outside a
/// simulation, everything takes no time.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allfold::node_model {

namespace processor {
/// Whether a rank of a simulation runs.
[[nodiscard]] bool is_modelled();
[[nodiscard]] std::uint64_t load(const void* at, unsigned bytes);
void store(void* at, unsigned bytes, std::uint64_t value);
void begin_poll();
void end_poll();
}  // namespace processor

/// As std::atomic without a lock, of the same size. One rank runs at a time.
template <class T>
requires(sizeof(T) <= sizeof(std::uint64_t)) class Shared {
 public:
  constexpr Shared() : value_() {}
  // NOLINTNEXTLINE(google-explicit-constructor): as that of std::atomic
  constexpr Shared(T value) : value_(value) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  [[nodiscard]] T load(std::memory_order /*order*/ = std::memory_order_seq_cst) const {
    if (!processor::is_modelled()) return value_;
    const std::uint64_t bits = processor::load(&value_, sizeof(T));
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }
  void store(T value, std::memory_order /*order*/ = std::memory_order_seq_cst) {
    if (!processor::is_modelled()) {
      value_ = value;
      return;
    }
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    processor::store(&value_, sizeof(T), bits);
  }
  T fetch_add(T by, std::memory_order /*order*/ = std::memory_order_seq_cst) {
    const T before = load();
    store(before + by);
    return before;
  }

 private:
  T value_;
};

void prefetch(const void* at);
void copy_bytes(void* into, const void* from, std::size_t bytes);
inline void copy_few(void* into, const void* from, std::size_t bytes) {
  copy_bytes(into, from, bytes);
}
/// As copy_bytes(), by stores that bypass the caches.
void stream_bytes(void* into, const void* from, std::size_t bytes);
/// Pauses until a variable changes that the latest poll has loaded.
void pause();
void yield();
[[nodiscard]] std::int64_t nanoseconds();
/// The number of the rank's core.
[[nodiscard]] int current_processor();

template <class Condition>
[[nodiscard]] bool poll(Condition& condition) {
  processor::begin_poll();
  const bool is_true = condition();
  if (is_true) processor::end_poll();
  return is_true;
}

}  // namespace allfold::node_model
