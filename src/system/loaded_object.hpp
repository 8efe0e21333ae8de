/// @file Loaded objects: the program and its shared libraries.
#pragma once

namespace allfold::system {

struct LoadedObject {
  const void* base = nullptr;  ///< tells objects apart; null: there is none
  const char* file = "";       ///< as the loader names it, for as long as it is loaded
};

/// The object that an address lies in. Unlike dladdr this does not look for a symbol, which in a
/// library of thousands takes 50 µs. Needs no memory.
[[nodiscard]] LoadedObject object_of(const void* address);

}  // namespace allfold::system
