#include "command/measure/implementation.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string_view>
#include <utility>

#include "allfold/allfold.h"
#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

/// The file of the MPI library, found by a function that Allfold does not override.
std::string mpi_library() {
  Dl_info info{};
  void* function = dlsym(RTLD_DEFAULT, "PMPI_Get_library_version");
  if (function == nullptr || dladdr(function, &info) == 0)
    throw std::runtime_error(
        "the MPI library was not found: expected a shared library that has the native calls; link "
        "or load it as a shared library");
  return info.dli_fname;
}

template <typename Function>
Function find(void* library, const std::string& file, const char* symbol) {
  void* address = dlsym(library, symbol);
  if (address == nullptr)
    throw std::runtime_error(text::format(
        "{1}: no function {0}: expected the MPI library; check which library is loaded", symbol,
        file));
  return reinterpret_cast<Function>(address);
}

}  // namespace

Implementation native_implementation() {
  const std::string file = mpi_library();
  void* library = dlopen(file.c_str(), RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr)
    throw std::runtime_error(text::format(
        "{}: not loaded: expected the MPI library whose calls are measured; link or load it",
        file));
  return {.name = "native",
          .allreduce = find<decltype(Implementation::allreduce)>(library, file, "PMPI_Allreduce"),
          .reduce = find<decltype(Implementation::reduce)>(library, file, "PMPI_Reduce"),
          .reduce_scatter =
              find<decltype(Implementation::reduce_scatter)>(library, file, "PMPI_Reduce_scatter"),
          .reduce_scatter_block = find<decltype(Implementation::reduce_scatter_block)>(
              library, file, "PMPI_Reduce_scatter_block")};
}

Implementation allfold_implementation() {
  return {.name = "Allfold",
          .allreduce = MPI_Allreduce,
          .reduce = MPI_Reduce,
          .reduce_scatter = MPI_Reduce_scatter,
          .reduce_scatter_block = MPI_Reduce_scatter_block};
}

KernelCounter::KernelCounter(schedule::Collective collective) : collective_(collective) {
  for (int i = 0; allfold_kernel(i) != nullptr; ++i) kernels_.emplace_back(allfold_kernel(i));
  kernels_.emplace_back("native");
  for (const std::string& kernel : kernels_) {
    calls_.push_back(calls(kernel));
    reasons_.push_back(reasons(kernel));
  }
}

std::uint64_t KernelCounter::calls(const std::string& kernel) const {
  return allfold_calls(schedule::name_of(collective_).data(), kernel.c_str());
}

std::map<std::string, std::uint64_t> KernelCounter::reasons(const std::string& kernel) const {
  std::map<std::string, std::uint64_t> found;
  std::uint64_t calls = 0;
  for (int i = 0;; ++i) {
    const char* reason =
        allfold_reason(schedule::name_of(collective_).data(), kernel.c_str(), i, &calls);
    if (reason == nullptr) return found;
    found[reason] = calls;
  }
}

Served KernelCounter::ran() {
  Served served;
  const auto add = [](std::string& list, std::string_view separator, const std::string& name) {
    list.append(list.empty() ? "" : separator).append(name);
  };
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const std::uint64_t now = calls(kernels_[i]);
    if (now != calls_[i]) add(served.by, "+", kernels_[i]);
    calls_[i] = now;
    const std::map<std::string, std::uint64_t> before =
        std::exchange(reasons_[i], reasons(kernels_[i]));
    for (const auto& [reason, times] : reasons_[i])
      if (const auto known = before.find(reason); known == before.end() || known->second != times)
        add(served.why, "; ", reason);
  }
  if (served.by.empty())
    throw std::runtime_error(
        "no call reached Allfold: another library replaces MPI's functions before it; remove other "
        "MPI tools");
  return served;
}

}  // namespace allfold::command::measure
