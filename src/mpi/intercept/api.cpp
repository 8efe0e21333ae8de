/// The C API of include/allfold/allfold.h.
#include "allfold/allfold.h"

#include <optional>
#include <string>
#include <string_view>

#include "algorithms/registry.hpp"
#include "mpi/native/inert.hpp"
#include "mpi/state/process.hpp"

namespace {

using allfold::algorithms::Kernel;
using allfold::mpi::native::is_inert;
using allfold::schedule::Collective;

thread_local std::string latest_error;

std::optional<Collective> collective_of(const char* name) {
  return name == nullptr ? std::nullopt : allfold::schedule::find_collective(name);
}

const Kernel* kernel_of(const char* name) {
  return name == nullptr ? nullptr : allfold::algorithms::find_kernel(name);
}

bool is_native(const char* kernel) {
  return kernel != nullptr && std::string_view(kernel) == "native";
}

}  // namespace

extern "C" {

const char* allfold_version(void) { return ALLFOLD_VERSION; }

const char* allfold_kernel(int index) {
  const auto all = allfold::algorithms::kernels();
  return index < 0 || static_cast<std::size_t>(index) >= all.size()
             ? nullptr
             : all[static_cast<std::size_t>(index)].name.data();
}

int allfold_kernel_serves(const char* kernel, const char* collective) {
  const Kernel* found = kernel_of(kernel);
  const auto which = collective_of(collective);
  return found != nullptr && which && found->serves(*which) ? 1 : 0;
}

int allfold_kernel_keeps_rank_order(const char* kernel) {
  const Kernel* found = kernel_of(kernel);
  return found != nullptr && found->order == allfold::schedule::OperandOrder::rank_order ? 1 : 0;
}

uint64_t allfold_calls(const char* collective, const char* kernel) {
  const auto which = collective_of(collective);
  if (!which || is_inert()) return 0;
  const auto& counts = allfold::mpi::state::process().counts;
  const uint64_t native = counts.calls(*which, nullptr);
  if (is_native(kernel)) return native;
  if (kernel != nullptr) {
    const Kernel* found = kernel_of(kernel);
    return found == nullptr ? 0 : counts.calls(*which, found);
  }
  uint64_t all = native;
  for (const Kernel& each : allfold::algorithms::kernels()) all += counts.calls(*which, &each);
  return all;
}

const char* allfold_reason(const char* collective, const char* kernel, int index, uint64_t* calls) {
  const auto which = collective_of(collective);
  const Kernel* found = kernel_of(kernel);
  if (!which || is_inert() || (found == nullptr && !is_native(kernel)) || index < 0) return nullptr;
  const auto* const reason = allfold::mpi::state::process().counts.reason(*which, found, index);
  if (reason == nullptr) return nullptr;
  if (calls != nullptr) *calls = reason->calls.load(std::memory_order_relaxed);
  return reason->reason.c_str();
}

int allfold_configure(const char* variable, const char* value) {
  latest_error.clear();
  if (is_inert()) return 0;
  latest_error =
      allfold::mpi::state::process().configure(variable == nullptr ? "" : variable, value);
  return latest_error.empty() ? 0 : 1;
}

const char* allfold_error(void) { return latest_error.c_str(); }
}
