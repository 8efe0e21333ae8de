#include "system/small_stack.hpp"

#include <dlfcn.h>

#include <cstddef>

#include "system/symbol.hpp"

namespace allfold::system {

SmallStack::SmallStack() noexcept : is_made_(pthread_attr_init(&attributes_) == 0) {
  if (!is_made_) return;
  // A function of the GNU C library. The thread-local variables of the program and its libraries
  // lie on the thread's stack, too, and can be larger than everything else on it.
  std::size_t (*taken_by_library)(const pthread_attr_t*) = nullptr;
  if (!find_symbol(RTLD_DEFAULT, "__pthread_get_minstack", taken_by_library)) return;
  constexpr std::size_t own = std::size_t{128} << 10;
  is_set_ = pthread_attr_setstacksize(&attributes_, taken_by_library(&attributes_) + own) == 0;
}

SmallStack::~SmallStack() {
  if (is_made_) pthread_attr_destroy(&attributes_);
}

}  // namespace allfold::system
