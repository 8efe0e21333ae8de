#include "node_check/processor.hpp"

#include "node_check/checker.hpp"

namespace allfold::node_check {

namespace processor {

bool is_checked() { return Checker::running() != nullptr; }

std::uint64_t load(const void* at, unsigned bytes, std::memory_order order) {
  return Checker::running()->load(at, bytes, order);
}

void store(void* at, unsigned bytes, std::uint64_t value, std::memory_order order) {
  Checker::running()->store(at, bytes, value, order);
}

std::uint64_t fetch_add(void* at, unsigned bytes, std::uint64_t by, std::memory_order order) {
  return Checker::running()->fetch_add(at, bytes, by, order);
}

void begin_poll() { Checker::running()->begin_poll(); }

bool end_poll(bool is_true) { return Checker::running()->end_poll(is_true); }

}  // namespace processor

void read(const void* from, std::size_t bytes) {
  if (Checker* const checker = Checker::running()) checker->read(from, bytes);
}

void write(void* into, const void* value, std::size_t bytes) {
  if (Checker* const checker = Checker::running())
    checker->write(into, value, bytes);
  else
    std::memcpy(into, value, bytes);
}

void copy_bytes(void* into, const void* from, std::size_t bytes) {
  read(from, bytes);
  write(into, from, bytes);
}

std::int64_t nanoseconds() {
  Checker* const checker = Checker::running();
  return checker == nullptr ? 0 : checker->nanoseconds();
}

int current_processor() {
  Checker* const checker = Checker::running();
  return checker == nullptr ? -1 : static_cast<int>(checker->rank());
}

}  // namespace allfold::node_check
