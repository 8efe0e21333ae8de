#include "libraries.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "allfold/allfold.h"

namespace allfold::bench {
namespace {

constexpr const char* kMpiLibrary = "libmpi.so.40";

template <typename Function>
Function find(void* library, const char* symbol) {
  void* address = dlsym(library, symbol);
  if (address == nullptr) {
    throw std::runtime_error(std::string("no ") + symbol + " in " + kMpiLibrary);
  }
  return reinterpret_cast<Function>(address);
}

}  // namespace

const char* name(Collective collective) {
  return collective == Collective::allreduce ? "allreduce" : "reduce";
}

Library native_library() {
  void* library = dlopen(kMpiLibrary, RTLD_NOLOAD | RTLD_LAZY);
  if (library == nullptr) {
    throw std::runtime_error(std::string(kMpiLibrary) +
                             " (Open MPI 4 or 5) is not loaded: native times need it by name");
  }
  return {.allreduce = find<decltype(Library::allreduce)>(library, "PMPI_Allreduce"),
          .reduce = find<decltype(Library::reduce)>(library, "PMPI_Reduce")};
}

Library allfold_library() { return {.allreduce = MPI_Allreduce, .reduce = MPI_Reduce}; }

KernelCounter::KernelCounter(Collective collective) : collective_(collective) {
  for (int i = 0; allfold_kernel(i) != nullptr; ++i) kernels_.emplace_back(allfold_kernel(i));
  kernels_.emplace_back("native");
  calls_.resize(kernels_.size());
  ran();
}

std::string KernelCounter::ran() {
  std::string names;
  for (std::size_t i = 0; i < kernels_.size(); ++i) {
    const std::uint64_t now = allfold_calls(name(collective_), kernels_[i].c_str());
    if (now != calls_[i]) names += (names.empty() ? "" : "+") + kernels_[i];
    calls_[i] = now;
  }
  return names;
}

}  // namespace allfold::bench
