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
    const std::int64_t elements_of_result = buffers_.share.value_or(part.count);
    if (is_in_place(part)) {
      const Copy both = copy_of(buffers_.of_result, part.result, span_of(part.count), free);
      brought.input = brought.result = both.on_host();
      fill(both);
      result_ = start_of(both, elements_of_result);
    } else if (buffers_.of_result != nullptr) {
      result_ = copy_of(buffers_.of_result, part.result, span_of(elements_of_result), free);
      brought.result = result_.on_host();
      if (!layout_.is_contiguous) fill(result_);
    }
    if (buffers_.of_input != nullptr && !is_in_place(part)) {
      const Copy input = copy_of(buffers_.of_input, part.input, span_of(part.count), free);
      brought.input = input.on_host();
      fill(input);
    }
  }
  if (status_ == exec::success) return brought;
  return {.input = nullptr, .result = nullptr, .count = part.count, .so_far = status_};
}

exec::Status DeviceStaging::take_back(exec::Status reduced) {
  fail(reduced);
  if (status_ == exec::success && result_.driver != nullptr)
    note(result_.driver->copy_to_device(result_.device, result_.host, result_.span.bytes), result_,
         "to the device");
  return status_;
}

bool DeviceStaging::reserve(const node::Vectors& part) {
  const auto span = layout_.span(part.count);
  const bool has_both =
      buffers_.of_result != nullptr && buffers_.of_input != nullptr && !is_in_place(part);
  std::size_t bytes = 0;
  if (!span || __builtin_add_overflow(*span, 2 * alignment, &bytes) ||
      __builtin_mul_overflow(bytes, has_both ? std::size_t{2} : std::size_t{1}, &bytes))
    return false;
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

DeviceStaging::Span DeviceStaging::span_of(std::int64_t elements) const {
  return {.bytes = layout_.span(elements).value_or(0),
          .to_first = layout_.address_in_span(elements)};
}

DeviceStaging::Copy DeviceStaging::copy_of(const Driver* driver, const void* vector,
                                           const Span& span, std::byte*& at) {
  auto* device = static_cast<std::byte*>(exec::moved(vector, -span.to_first));
  const auto here = reinterpret_cast<std::uintptr_t>(at);
  const auto there = reinterpret_cast<std::uintptr_t>(device);
  std::byte* host = at + (there - here) % alignment;
  at = host + span.bytes;
  return {.driver = driver, .device = device, .host = host, .span = span};
}

DeviceStaging::Copy DeviceStaging::start_of(const Copy& copy, std::int64_t elements) const {
  const Span span = span_of(elements);
  const std::int64_t later = copy.span.to_first - span.to_first;
  return {.driver = copy.driver,
          .device = copy.device + later,
          .host = copy.host + later,
          .span = span};
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
