#include "mpi/memory/reserve.hpp"

namespace allfold::mpi::memory {

namespace {

/// The new handler of a program that is statically linked with Allfold, and shares operator new
/// with it.
std::atomic<std::new_handler> handler_before = nullptr;

}  // namespace

void Reserve::give_to_new() {
  Reserve* const own = of_process_;
  if (own->users_ > 0 && own->give_up()) return;
  if (const std::new_handler before = handler_before) return before();
  throw std::bad_alloc();
}

void Reserve::be_asked_by_new() {
  Reserve* none = nullptr;
  if (of_process_.compare_exchange_strong(none, this))
    handler_before = std::set_new_handler(&give_to_new);
}

}  // namespace allfold::mpi::memory
