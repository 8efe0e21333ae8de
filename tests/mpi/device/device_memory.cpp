#include "device/device_memory.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace allfold_test {

const stand_in_functions& gpu() {
  static const stand_in_functions* const loaded = [] {
    const char* path = std::getenv("STAND_IN");
    void* library = path != nullptr ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (library == nullptr) {
      static_cast<void>(
          std::fprintf(stderr, "STAND_IN: no library: expected a driver's stand-in\n"));
      std::abort();
    }
    using Get = const stand_in_functions* (*)();
    return reinterpret_cast<Get>(dlsym(library, "stand_in"))();
  }();
  return *loaded;
}

bool has_gpu() {
  const char* path = std::getenv("STAND_IN");
  void* library = path != nullptr ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD) : nullptr;
  if (library != nullptr) dlclose(library);
  return library != nullptr;
}

Vector::Vector(Where where, std::size_t bytes) : bytes_(bytes) {
  switch (where) {
    case Where::host:
      own_.resize(bytes);
      address_ = own_.data();
      break;
    case Where::device: address_ = gpu().allocate(bytes, STAND_IN_DEVICE); break;
    case Where::managed: address_ = gpu().allocate(bytes, STAND_IN_MANAGED); break;
    case Where::visible: address_ = gpu().allocate(bytes, STAND_IN_VISIBLE); break;
  }
  data_ = static_cast<std::byte*>(where == Where::host ? address_ : gpu().view(address_));
  std::fill_n(data_, bytes, filler);
}

bool Vector::is_untouched() const {
  return std::all_of(data_, data_ + bytes_, [](std::byte byte) { return byte == filler; });
}

}  // namespace allfold_test
