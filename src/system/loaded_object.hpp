/// @file Loaded objects: the program and its shared libraries.
#pragma once

namespace allfold::system {

struct LoadedObject {
  const void* base = nullptr;  ///< identifies the object; null if there is none
  const char* file = "";       ///< the loader's name of it; valid as long as it is loaded
};

/// The object that contains an address. Unlike dladdr it does not look for a symbol, which takes 50
/// µs in a library with thousands of symbols. Allocates no memory.
[[nodiscard]] LoadedObject object_of(const void* address);

}  // namespace allfold::system
