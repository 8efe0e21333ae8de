#include "node_model/memory.hpp"

#include <sys/mman.h>

#include <stdexcept>

#include "text/format.hpp"

namespace allfold::node_model {

void Memory::Unmap::operator()(std::byte* addresses) const { munmap(addresses, bytes); }

Memory::Mapped Memory::mapped(std::size_t bytes) {
  // Only what is accessed takes memory.
  void* const addresses = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (addresses == MAP_FAILED)
    throw std::runtime_error(text::format(
        "no address space for {} MiB: expected fewer ranks, or shorter vectors", bytes >> 20U));
  return {static_cast<std::byte*>(addresses), Unmap{bytes}};
}

Memory::Memory(std::size_t bytes_of_lines, std::size_t bytes_of_region, std::size_t most_regions)
    : lines_(mapped(bytes_of_lines)),
      bytes_of_region_(bytes_of_region),
      regions_(mapped(bytes_of_region * most_regions)) {}

void* Memory::lines(std::size_t bytes) {
  constexpr std::size_t page = 4096;
  const std::size_t first = line_end_;
  line_end_ += (bytes + page - 1) / page * page;
  if (line_end_ > lines_.get_deleter().bytes)
    throw std::runtime_error("the modelled lines are used up: expected fewer ranks");
  return lines_.get() + first;
}

void* Memory::region(int socket) {
  const std::size_t first = sockets_.size() * bytes_of_region_;
  if (first == regions_.get_deleter().bytes)
    throw std::runtime_error("the modelled regions are used up: expected fewer ranks");
  sockets_.push_back(socket);
  return regions_.get() + first;
}

}  // namespace allfold::node_model
