/// HIP's runtime (libamdhip64.so of ROCm 5.0 and later). No header is needed.
#include "mpi/gpu/device.hpp"
#include "system/symbol.hpp"
#include "text/format.hpp"

namespace allfold::mpi::gpu {

namespace {

enum Attribute : int { memory_type = 2, is_managed = 8 };  // hipPointer_attribute
enum Direction : int { to_device = 1, from_device = 2 };   // hipMemcpyKind
constexpr unsigned for_all_devices = 1;                    // hipHostMallocPortable
constexpr int version_6 = 60'000'000;                      // major * 10^7

struct Functions {
  int (*get_attribute)(void* value, Attribute attribute, void* address);
  int (*copy)(void* into, const void* from, std::size_t bytes, Direction direction);
  int (*allocate_host)(void** memory, std::size_t bytes, unsigned flags);
  int (*free_host)(void* memory);
  int (*get_version)(int* version);
  const char* (*get_error_string)(int error);
  int (*peek_at_last_error)();
  int (*get_last_error)();
};

class Hip final : public Driver {
 public:
  explicit Hip(const Functions& functions) : driver_(functions) {
    // ROCm 6 changed the values of hipMemoryType.
    int version = 0;
    const bool is_new = driver_.get_version(&version) == 0 && version >= version_6;
    host_memory_ = is_new ? 1 : 0;
    device_memory_ = is_new ? 2 : 1;
  }

  [[nodiscard]] bool is_on_device(const void* address) const override {
    if (!is_of_type(address, device_memory_)) return false;
    unsigned managed = 0;
    return driver_.get_attribute(&managed, is_managed, const_cast<void*>(address)) != 0 ||
           managed == 0;
  }
  [[nodiscard]] int copy_from_device(void* host, const void* device,
                                     std::size_t bytes) const override {
    return driver_.copy(host, device, bytes, from_device);
  }
  [[nodiscard]] int copy_to_device(void* device, const void* host,
                                   std::size_t bytes) const override {
    return driver_.copy(device, host, bytes, to_device);
  }
  [[nodiscard]] void* pinned(std::size_t bytes, const void* /*device*/) const override {
    void* memory = nullptr;
    return driver_.allocate_host(&memory, bytes, for_all_devices) == 0 ? memory : nullptr;
  }
  void free_pinned(void* memory) const override { driver_.free_host(memory); }
  [[nodiscard]] bool is_pinned(const void* memory) const override {
    return is_of_type(memory, host_memory_);
  }
  [[nodiscard]] std::string text_of(int error) const override {
    return text::format("HIP error {} ({})", error, driver_.get_error_string(error));
  }

 private:
  /// If the driver does not know the memory, it sets the last error. The program may inspect that,
  /// so it is cleared unless there was an error before.
  [[nodiscard]] bool is_of_type(const void* address, unsigned type) const {
    const bool has_error = driver_.peek_at_last_error() != 0;
    unsigned found = 0;
    const bool is_known =
        driver_.get_attribute(&found, memory_type, const_cast<void*>(address)) == 0;
    if (!is_known && !has_error) driver_.get_last_error();
    return is_known && found == type;
  }

  Functions driver_;
  unsigned host_memory_;
  unsigned device_memory_;
};

}  // namespace

std::unique_ptr<const Driver> hip_driver(void* library) {
  Functions f = {};
  const bool has_all = system::find_symbol(library, "hipPointerGetAttribute", f.get_attribute) &&
                       system::find_symbol(library, "hipMemcpy", f.copy) &&
                       system::find_symbol(library, "hipHostMalloc", f.allocate_host) &&
                       system::find_symbol(library, "hipHostFree", f.free_host) &&
                       system::find_symbol(library, "hipRuntimeGetVersion", f.get_version) &&
                       system::find_symbol(library, "hipGetErrorString", f.get_error_string) &&
                       system::find_symbol(library, "hipPeekAtLastError", f.peek_at_last_error) &&
                       system::find_symbol(library, "hipGetLastError", f.get_last_error);
  return has_all ? std::make_unique<const Hip>(f) : nullptr;
}

}  // namespace allfold::mpi::gpu
