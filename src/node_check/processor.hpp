/// @file Processor: what src/system/processor.hpp provides, with checks of each access. Outside an
/// execution nothing is checked.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allfold::node_check {

namespace processor {
/// Whether a rank of an execution runs.
[[nodiscard]] bool is_checked();
/// Accesses to the variable that is in memory at an address.
[[nodiscard]] std::uint64_t load(const void* at, unsigned bytes, std::memory_order order);
void store(void* at, unsigned bytes, std::uint64_t value, std::memory_order order);
[[nodiscard]] std::uint64_t fetch_add(void* at, unsigned bytes, std::uint64_t by,
                                      std::memory_order order);
void begin_poll();
/// Returns whether the poll is over.
[[nodiscard]] bool end_poll(bool is_true);
}  // namespace processor

/// As std::atomic, of the same size. One rank runs at a time.
template <class T>
class Shared {
 public:
  static constexpr bool is_always_lock_free = true;

  constexpr Shared() : value_() {}
  // NOLINTNEXTLINE(google-explicit-constructor): as that of std::atomic
  constexpr Shared(T value) : value_(value) {}
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;

  [[nodiscard]] T load(std::memory_order order = std::memory_order_seq_cst) const {
    return processor::is_checked() ? of_bits(processor::load(&value_, sizeof(T), order)) : value_;
  }
  void store(T value, std::memory_order order = std::memory_order_seq_cst) {
    if (processor::is_checked())
      processor::store(&value_, sizeof(T), bits_of(value), order);
    else
      value_ = value;
  }
  T fetch_add(T by, std::memory_order order = std::memory_order_seq_cst) {
    if (processor::is_checked())
      return of_bits(processor::fetch_add(&value_, sizeof(T), bits_of(by), order));
    const T before = value_;
    value_ += by;
    return before;
  }

 private:
  static std::uint64_t bits_of(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
  }
  static T of_bits(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }
  T value_;
};

/// Before a rank reads data: checks that it may.
void read(const void* from, std::size_t bytes);
/// A rank writes data, which it has computed elsewhere.
void write(void* into, const void* value, std::size_t bytes);

inline void prefetch(const void* /*at*/) {}
void copy_bytes(void* into, const void* from, std::size_t bytes);
inline void copy_few(void* into, const void* from, std::size_t bytes) {
  copy_bytes(into, from, bytes);
}
inline void pause() {}
inline void yield() {}
/// A clock that goes on whenever it is read.
[[nodiscard]] std::int64_t nanoseconds();
/// The number of the rank.
[[nodiscard]] int current_processor();

template <class Condition>
[[nodiscard]] bool poll(Condition& condition) {
  if (!processor::is_checked()) return condition();
  processor::begin_poll();
  return processor::end_poll(condition());
}

}  // namespace allfold::node_check
