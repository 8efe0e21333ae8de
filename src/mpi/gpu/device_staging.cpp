#include "mpi/gpu/device_staging.hpp"

#include <cstdlib>
#include <new>
#include <utility>

#include "mpi/user/print.hpp"
#include "text/format.hpp"

namespace allfold::mpi::gpu {

namespace {
constexpr std::size_t alignment = 64;
}

// The memory --------------------------------------------------------------------------------------

std::byte* HostMemory::bytes(std::size_t size, const Driver& driver, const void* device) {
  if (size_ >= size && is_there()) return memory_;
  drop();
  memory_ = static_cast<std::byte*>(driver.pinned(size, device));
  pinned_by_ = memory_ != nullptr ? &driver : nullptr;
  // The driver can also copy to memory that is not pinned.
  if (memory_ == nullptr) memory_ = static_cast<std::byte*>(std::malloc(size));
  size_ = memory_ != nullptr ? size : 0;
  return memory_;
}

bool HostMemory::is_there() const {
  return pinned_by_ == nullptr || pinned_by_->is_pinned(memory_);
}

void HostMemory::drop() {
  if (pinned_by_ == nullptr)
    std::free(memory_);
  else if (is_there())
    pinned_by_->free_pinned(memory_);
  memory_ = nullptr;
  pinned_by_ = nullptr;
  size_ = 0;
}

std::unique_ptr<HostMemory> DeviceStagingPool::borrow() {
  HostMemory* memory = spare_.exchange(nullptr, std::memory_order_acquire);
  return std::unique_ptr<HostMemory>(memory != nullptr ? memory : new (std::nothrow) HostMemory);
}

void DeviceStagingPool::give_back(std::unique_ptr<HostMemory> memory) {
  delete spare_.exchange(memory.release(), std::memory_order_acq_rel);
}

// The copies --------------------------------------------------------------------------------------

DeviceStaging::~DeviceStaging() {
  if (memory_ != nullptr && is_kept_) pool_.give_back(std::move(memory_));
}

node::Vectors DeviceStaging::bring(const node::Vectors& part) {
  result_ = {};
  node::Vectors brought = part;
  if (!reserve(part)) fail(errors_.no_memory);
  if (status_ == exec::success) {
    std::byte* free = bytes_;
    result_ =
        copy_of(buffers_.of_result, part.result, is_in_place(part) ? of_input_ : of_result_, free);
    if (result_.driver != nullptr) {
      brought.result = exec::moved(result_.host, result_.span.to_first);
      if (is_in_place(part)) brought.input = brought.result;
      if (is_in_place(part) || !layout_.is_contiguous) fill(result_);
    }
    if (buffers_.of_input != nullptr && !is_in_place(part)) {
      const Copy input = copy_of(buffers_.of_input, part.input, of_input_, free);
      brought.input = exec::moved(input.host, of_input_.to_first);
      fill(input);
    }
  }
  if (status_ == exec::success) return brought;
  return {.input = nullptr, .result = nullptr, .count = part.count, .so_far = status_};
}

exec::Status DeviceStaging::take_back(exec::Status reduced) {
  fail(reduced);
  const Copy wanted = wanted_of(result_);
  if (status_ == exec::success && wanted.driver != nullptr)
    note(wanted.driver->copy_to_device(wanted.device, wanted.host, wanted.span.bytes), wanted,
         "to the device");
  return status_;
}

DeviceStaging::Copy DeviceStaging::wanted_of(const Copy& result) const {
  if (of_result_.bytes == 0) return {};
  Copy wanted = result;
  const std::int64_t before = result.span.to_first - of_result_.to_first;
  wanted.device = static_cast<std::byte*>(exec::moved(result.device, before));
  wanted.host = static_cast<std::byte*>(exec::moved(result.host, before));
  wanted.span = of_result_;
  return wanted;
}

bool DeviceStaging::reserve(const node::Vectors& part) {
  const auto span = layout_.span(part.count);
  const bool has_both =
      buffers_.of_result != nullptr && buffers_.of_input != nullptr && !is_in_place(part);
  std::size_t bytes = 0;
  if (!span || __builtin_add_overflow(*span, 2 * alignment, &bytes) ||
      __builtin_mul_overflow(bytes, has_both ? std::size_t{2} : std::size_t{1}, &bytes))
    return false;
  of_input_ = {.bytes = *span, .to_first = layout_.address_in_span(part.count)};
  const std::int64_t wanted = buffers_.share.value_or(part.count);
  of_result_ = {.bytes = layout_.span(wanted).value_or(0),
                .to_first = layout_.address_in_span(wanted)};
  if (bytes_ != nullptr) return true;
  is_kept_ = bytes <= most_bytes_kept_;
  if (memory_ == nullptr)
    memory_ =
        is_kept_ ? pool_.borrow() : std::unique_ptr<HostMemory>(new (std::nothrow) HostMemory);
  if (memory_ == nullptr) return false;
  bytes_ = buffers_.of_result != nullptr ? memory_->bytes(bytes, *buffers_.of_result, part.result)
                                         : memory_->bytes(bytes, *buffers_.of_input, part.input);
  return bytes_ != nullptr;
}

DeviceStaging::Copy DeviceStaging::copy_of(const Driver* driver, const void* vector,
                                           const Span& span, std::byte*& at) {
  if (driver == nullptr || span.bytes == 0) return {};
  auto* device = static_cast<std::byte*>(exec::moved(vector, -span.to_first));
  const auto here = reinterpret_cast<std::uintptr_t>(at);
  const auto there = reinterpret_cast<std::uintptr_t>(device);
  std::byte* host = at + (there - here) % alignment;
  at = host + span.bytes;
  return {.driver = driver, .device = device, .host = host, .span = span};
}

void DeviceStaging::fill(const Copy& copy) {
  if (status_ == exec::success)
    note(copy.driver->copy_from_device(copy.host, copy.device, copy.span.bytes), copy,
         "from the device");
}

void DeviceStaging::note(int error, const Copy& copy, const char* where) {
  if (error == 0) return;
  user::say(text::format("error: a reduction: buffer on a GPU: {} bytes could not be copied {}: {}",
                         copy.span.bytes, where, copy.driver->text_of(error)));
  fail(errors_.copy);
}

}  // namespace allfold::mpi::gpu
