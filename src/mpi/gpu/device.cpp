#include "mpi/gpu/device.hpp"

#include <dlfcn.h>
#include <link.h>

#include <string_view>

namespace allfold::mpi::gpu {

namespace {

/// What the loader has loaded.
struct Loaded {
  unsigned long long known = 0;  ///< the loader's count at the last check
  unsigned long long now = 0;
  std::array<std::string, 2> drivers;  ///< paths by Devices::Kind; "": not loaded
};

int look_at(dl_phdr_info* object, std::size_t /*bytes*/, void* given) {
  auto& loaded = *static_cast<Loaded*>(given);
  loaded.now = object->dlpi_adds;
  if (loaded.now == loaded.known) return 1;
  const std::string_view path(object->dlpi_name);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  if (file.starts_with("libcuda.so")) loaded.drivers[0] = path;
  if (file.starts_with("libamdhip64.so")) loaded.drivers[1] = path;
  return 0;
}

}  // namespace

Devices::~Devices() {
  for (const std::atomic<const Driver*>& driver : drivers_) delete driver.load();
}

void Devices::look_for_drivers() {
  Loaded loaded{.known = loaded_.load(std::memory_order_acquire), .now = 0, .drivers = {}};
  dl_iterate_phdr(look_at, &loaded);
  if (loaded.now == loaded.known) return;
  for (const Kind kind : {cuda, hip})
    if (!loaded.drivers[kind].empty()) take(kind, loaded.drivers[kind].c_str());
  loaded_.store(loaded.now, std::memory_order_release);
}

void Devices::take(Kind kind, const char* library) {
  std::atomic<const Driver*>& place = drivers_[kind];
  if (place.load(std::memory_order_acquire) != nullptr) {
    // Another thread has just stored it, and may not have set the flag yet.
    has_driver_.store(true, std::memory_order_release);
    return;
  }
  // The handle stays open, so that the library is not unloaded while its functions may be called.
  void* handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return;
  std::unique_ptr<const Driver> driver = kind == cuda ? cuda_driver(handle) : hip_driver(handle);
  const Driver* none = nullptr;
  if (driver == nullptr) {
    dlclose(handle);
    return;
  }
  if (place.compare_exchange_strong(none, driver.get()))
    static_cast<void>(driver.release());
  else
    dlclose(handle);
  has_driver_.store(true, std::memory_order_release);
}

const Driver* Devices::ask(const void* address) const {
  if (address == nullptr) return nullptr;
  for (const std::atomic<const Driver*>& place : drivers_) {
    const Driver* driver = place.load(std::memory_order_acquire);
    if (driver != nullptr && driver->is_on_device(address)) return driver;
  }
  return nullptr;
}

}  // namespace allfold::mpi::gpu
