#include "mpi/record/call_site.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>
#include <unwind.h>

#include <limits.h>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace allfold::mpi::record {

namespace {

/// The result of an earlier lookup of an address.
struct Known {
  const void* address = nullptr;
  bool is_of_mpi = false;
};
constexpr std::size_t most_known = 16;

bool is_name_of_mpi(std::string_view file) {
  return file.substr(file.find_last_of('/') + 1).starts_with("libmpi");
}

bool is_of_mpi_library(const void* address) {
  thread_local std::array<Known, most_known> known;
  Known& place = known[(std::bit_cast<std::uintptr_t>(address) >> 2U) % most_known];
  if (place.address != address) {
    Dl_info object = {};
    const bool is_known = dladdr(address, &object) != 0 && object.dli_fname != nullptr;
    place = {.address = address, .is_of_mpi = is_known && is_name_of_mpi(object.dli_fname)};
  }
  return place.is_of_mpi;
}

/// State of a stack walk: Allfold's frames are followed by those of the MPI library, and then by
/// the program's.
struct Walk {
  const void* returns_to;
  bool is_below_allfold = false;
  const void* found = nullptr;
};

_Unwind_Reason_Code step(_Unwind_Context* frame, void* data) {
  auto& walk = *static_cast<Walk*>(data);
  const auto* const address = std::bit_cast<const void*>(_Unwind_GetIP(frame));
  if (address == walk.returns_to) walk.is_below_allfold = true;
  if (!walk.is_below_allfold || is_of_mpi_library(address)) return _URC_NO_REASON;
  walk.found = address;
  return _URC_END_OF_STACK;
}

/// The program's own file, for which the loader has no name.
std::string own_file() {
  std::array<char, PATH_MAX> name = {};
  const ssize_t length = readlink("/proc/self/exe", name.data(), name.size());
  return length <= 0 ? "?" : std::string(name.data(), static_cast<std::size_t>(length));
}

}  // namespace

const void* program_address(const void* returns_to) {
  if (!is_of_mpi_library(returns_to)) return returns_to;
  Walk walk{.returns_to = returns_to};
  _Unwind_Backtrace(&step, &walk);
  return walk.found != nullptr ? walk.found : returns_to;
}

profile::Site site_of(const void* address) {
  // The call is before its return address.
  const auto call = std::bit_cast<std::uintptr_t>(address) - 1;
  Dl_info symbol = {};
  link_map* object = nullptr;
  if (dladdr1(std::bit_cast<const void*>(call), &symbol, reinterpret_cast<void**>(&object),
              RTLD_DL_LINKMAP) == 0 ||
      object == nullptr)
    return {.object = "?", .offset = call};
  const std::string_view file(object->l_name);
  profile::Site site{.object = file.empty() ? own_file() : std::string(file),
                     .offset = call - object->l_addr};
  if (symbol.dli_sname != nullptr) {
    site.function = symbol.dli_sname;
    site.function_offset = call - std::bit_cast<std::uintptr_t>(symbol.dli_saddr);
  }
  return site;
}

}  // namespace allfold::mpi::record
