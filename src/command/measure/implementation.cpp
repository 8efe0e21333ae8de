#include "command/measure/implementation.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "allfold/allfold.h"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

/// The file of the MPI library: where a function is that Allfold leaves alone.
std::string mpi_library() {
  Dl_info info{};
  void* function = dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  if (function == nullptr || dladdr(function, &info) == 0)
    throw std::runtime_error(
        "the MPI library was not found: native calls are looked up in it; link or load it as a "
        "shared library");
  return info.dli_fname;
}

template <typename Function>
Function find(void* library, const std::string& file, const char* symbol) {
  void* address = dlsym(library, symbol);
  if (address == nullptr)
    throw std::runtime_error(text::format(
        "there is no {} in {}: native calls are looked up there; see that this is the MPI library",
        symbol, file));
  return reinterpret_cast<Function>(address);
}

}  // namespace

Implementation native_implementation() {
  const std::string file = mpi_library();
  void* library = dlopen(file.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr)
    throw std::runtime_error(
        text::format("{} is not loaded: its calls are measured; link or load it", file));
  return {.name = "native",
          .allreduce = find<decltype(Implementation::allreduce)>(library, file, "PMPI_Allreduce"),
          .reduce = find<decltype(Implementation::reduce)>(library, file, "PMPI_Reduce")};
}

Implementation allfold_implementation() {
  return {.name = "Allfold", .allreduce = MPI_Allreduce, .reduce = MPI_Reduce};
}

KernelCounter::KernelCounter(schedule::Collective collective) : collective_(collective) {
  for (int i = 0; allfold_kernel(i) != nullptr; ++i) kernels_.emplace_back(allfold_kernel(i));
  kernels_.emplace_back("native");
  for (const std::string& kernel : kernels_) calls_.push_back(calls(kernel));
}

std::uint64_t KernelCounter::calls(const std::string& kernel) const {
  return allfold_calls(schedule::name_of(collective_).data(), kernel.c_str());
}

std::string KernelCounter::ran() {
  std::string names;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const std::uint64_t now = calls(kernels_[i]);
    if (now != calls_[i]) names += (names.empty() ? "" : "+") + kernels_[i];
    calls_[i] = now;
  }
  if (names.empty())
    throw std::runtime_error(
        "Allfold saw no call: MPI's own functions come before it; load no other MPI tool");
  return names;
}

}  // namespace allfold::command::measure
