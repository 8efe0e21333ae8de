/// @file Functions of loaded libraries.
#pragma once

#include <dlfcn.h>

namespace allfold::system {

/// Looks up a function by name. Returns whether the library has it.
template <class Function>
[[nodiscard]] bool find_symbol(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace allfold::system
