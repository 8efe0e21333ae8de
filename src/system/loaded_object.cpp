#include "system/loaded_object.hpp"

#include <link.h>

#include <algorithm>
#include <cstdint>
#include <span>

namespace allfold::system {

namespace {

struct Search {
  std::uintptr_t address;
  LoadedObject found;
};

bool contains(const dl_phdr_info& object, std::uintptr_t address) {
  return std::ranges::any_of(
      std::span(object.dlpi_phdr, object.dlpi_phnum), [&](const ElfW(Phdr) & segment) {
        return segment.p_type == PT_LOAD &&
               address - (object.dlpi_addr + segment.p_vaddr) < segment.p_memsz;
      });
}

int look_at(dl_phdr_info* object, std::size_t /*bytes*/, void* given) {
  auto& search = *static_cast<Search*>(given);
  if (!contains(*object, search.address)) return 0;
  search.found.base = object->dlpi_phdr;
  // The loader reports the program itself with an empty name.
  search.found.file = *object->dlpi_name != '\0' ? object->dlpi_name : "/proc/self/exe";
  return 1;
}

}  // namespace

LoadedObject object_of(const void* address) {
  Search search{.address = reinterpret_cast<std::uintptr_t>(address), .found = {}};
  dl_iterate_phdr(look_at, &search);
  return search.found;
}

}  // namespace allfold::system
