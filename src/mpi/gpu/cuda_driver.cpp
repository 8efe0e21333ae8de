/// CUDA's driver interface (libcuda.so.1). No header is needed: its constants never change.
#include "mpi/gpu/device.hpp"
#include "system/symbol.hpp"
#include "text/format.hpp"

namespace allfold::mpi::gpu {

namespace {

using Address = unsigned long long;  // CUdeviceptr
using Context = void*;               // CUcontext

enum Attribute : int { context = 1, memory_type = 2, is_managed = 8 };  // CUpointer_attribute
enum MemoryType : unsigned { host_memory = 1, device_memory = 2 };      // CUmemorytype
constexpr unsigned for_all_contexts = 1;                                // CU_MEMHOSTALLOC_PORTABLE

Address number(const void* address) { return reinterpret_cast<Address>(address); }

struct Functions {
  int (*get_attribute)(void* value, Attribute attribute, Address address);
  int (*copy_from_device)(void* host, Address device, std::size_t bytes);
  int (*copy_to_device)(Address device, const void* host, std::size_t bytes);
  int (*allocate_host)(void** memory, std::size_t bytes, unsigned flags);
  int (*free_host)(void* memory);
  int (*push_context)(Context context);
  int (*pop_context)(Context* context);
  int (*get_error_string)(int error, const char** text);
};

/// Makes the context of some memory current in this thread while an object exists. Memory from a
/// pool has no context; then the thread's own is used.
class InContextOf {
 public:
  InContextOf(const Functions& driver, const void* device) : driver_(driver) {
    Context found = nullptr;
    if (driver.get_attribute(&found, context, number(device)) == 0 && found != nullptr)
      is_pushed_ = driver.push_context(found) == 0;
  }
  ~InContextOf() {
    Context popped = nullptr;
    if (is_pushed_) driver_.pop_context(&popped);
  }
  InContextOf(const InContextOf&) = delete;
  InContextOf& operator=(const InContextOf&) = delete;

 private:
  const Functions& driver_;
  bool is_pushed_ = false;
};

class Cuda final : public Driver {
 public:
  explicit Cuda(const Functions& functions) : driver_(functions) {}

  [[nodiscard]] bool is_on_device(const void* address) const override {
    if (type_of(address) != device_memory) return false;
    unsigned managed = 0;
    return driver_.get_attribute(&managed, is_managed, number(address)) != 0 || managed == 0;
  }
  [[nodiscard]] int copy_from_device(void* host, const void* device,
                                     std::size_t bytes) const override {
    const InContextOf context(driver_, device);
    return driver_.copy_from_device(host, number(device), bytes);
  }
  [[nodiscard]] int copy_to_device(void* device, const void* host,
                                   std::size_t bytes) const override {
    const InContextOf context(driver_, device);
    return driver_.copy_to_device(number(device), host, bytes);
  }
  [[nodiscard]] void* pinned(std::size_t bytes, const void* device) const override {
    const InContextOf context(driver_, device);
    void* memory = nullptr;
    return driver_.allocate_host(&memory, bytes, for_all_contexts) == 0 ? memory : nullptr;
  }
  void free_pinned(void* memory) const override { driver_.free_host(memory); }
  [[nodiscard]] bool is_pinned(const void* memory) const override {
    return type_of(memory) == host_memory;
  }
  [[nodiscard]] std::string text_of(int error) const override {
    const char* text = nullptr;
    driver_.get_error_string(error, &text);
    return text::format("CUDA error {} ({})", error, text != nullptr ? text : "unknown");
  }

 private:
  /// 0: the driver does not know the memory.
  [[nodiscard]] unsigned type_of(const void* address) const {
    unsigned type = 0;
    return driver_.get_attribute(&type, memory_type, number(address)) == 0 ? type : 0;
  }

  Functions driver_;
};

}  // namespace

std::unique_ptr<const Driver> cuda_driver(void* library) {
  Functions f = {};
  const bool has_all = system::find_symbol(library, "cuPointerGetAttribute", f.get_attribute) &&
                       system::find_symbol(library, "cuMemcpyDtoH_v2", f.copy_from_device) &&
                       system::find_symbol(library, "cuMemcpyHtoD_v2", f.copy_to_device) &&
                       system::find_symbol(library, "cuMemHostAlloc", f.allocate_host) &&
                       system::find_symbol(library, "cuMemFreeHost", f.free_host) &&
                       system::find_symbol(library, "cuCtxPushCurrent_v2", f.push_context) &&
                       system::find_symbol(library, "cuCtxPopCurrent_v2", f.pop_context) &&
                       system::find_symbol(library, "cuGetErrorString", f.get_error_string);
  return has_all ? std::make_unique<const Cuda>(f) : nullptr;
}

}  // namespace allfold::mpi::gpu
