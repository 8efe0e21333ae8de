#include "mpi/native/inert.hpp"

#include <dlfcn.h>
#include <fnmatch.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <utility>

#include "mpi/user/first_of_job.hpp"
#include "mpi/user/print.hpp"
#include "system/loaded_object.hpp"
#include "text/format.hpp"

namespace allfold::mpi::native {

namespace {

enum class State : std::uint8_t { unknown, active, inert };
constinit std::atomic<State> state = State::unknown;

/// Nobody can answer an exception here: the message is lost.
template <class... Values>
void say_once_per_node(fmt::format_string<Values...> message, Values&&... values) {
  // Never destroyed: the first process of the job is the first one for as long as it runs.
  static auto* const first = new user::FirstOfJob("inert");
  try {
    if (first->is_first()) user::say(text::format(message, std::forward<Values>(values)...));
  } catch (const std::exception&) {
    return;
  }
}

bool is_disabled() {
  const char* const value = std::getenv("ALLFOLD_DISABLE");
  if (value == nullptr) return false;
  const std::string_view text(value);
  if (text.empty() || text == "0") return false;
  if (text != "1")
    say_once_per_node("ALLFOLD_DISABLE: invalid value '{}': expected 0 or 1; Allfold does nothing",
                      text);
  return true;
}

std::string_view without_folder(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);
  return file;
}

/// The program, by its names: as it was called, and as its file is called.
class Program {
 public:
  Program() {
    const ssize_t length = readlink("/proc/self/exe", file_.data(), file_.size() - 1);
    file_.at(static_cast<std::size_t>(std::max<ssize_t>(length, 0))) = '\0';
  }
  /// A pattern with a slash is for the whole path.
  [[nodiscard]] bool matches(const char* pattern) const {
    const char* const file = file_.data();
    if (std::strchr(pattern, '/') != nullptr) return fnmatch(pattern, file, 0) == 0;
    return fnmatch(pattern, program_invocation_short_name, 0) == 0 ||
           fnmatch(pattern, without_folder(file).data(), 0) == 0;
  }

 private:
  std::array<char, PATH_MAX> file_;
};

bool is_excluded() {
  const char* const list = std::getenv("ALLFOLD_EXCLUDE");
  std::string_view rest(list == nullptr ? "none" : list);
  if (rest == "none") return false;
  const Program program;
  while (!rest.empty()) {
    const std::string_view pattern = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(pattern.size() + 1, rest.size()));
    std::array<char, PATH_MAX> text = {};
    if (pattern.empty() || pattern.size() >= text.size()) continue;
    std::ranges::copy(pattern, text.begin());
    if (program.matches(text.data())) return true;
  }
  return false;
}

#if defined(OMPI_MAJOR_VERSION)
constexpr bool is_made_for_open_mpi = true;
constexpr std::string_view made_for = "Open MPI";
#else
constexpr bool is_made_for_open_mpi = false;
constexpr std::string_view made_for = "MPICH or a library with its interface";
#endif

/// Whether the object that defines the function is a library of the other kind. True only if that
/// is certain: an MPI library may be in several objects, or in the program itself.
bool is_of_other_mpi(const void* function) {
  const system::LoadedObject object = system::object_of(function);
  void* const handle = dlopen(object.file, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return false;
  const auto defines = [&](const char* name) {
    const void* const found = dlsym(handle, name);
    return found != nullptr && system::object_of(found).base == object.base;
  };
  // Each is in the header of one kind, so all programs and versions of that kind need it.
  const bool is_other = defines(is_made_for_open_mpi ? "MPIR_Dup_fn" : "ompi_mpi_comm_world");
  dlclose(handle);
  return is_other;
}

bool has_other_mpi() {
  const void* const function = dlsym(RTLD_NEXT, "PMPI_Allreduce");
  if (function == nullptr || !is_of_other_mpi(function)) return false;
  say_once_per_node(
      "warning: {}: uses another MPI library ({}) than this build of Allfold, which is for {}: the "
      "MPI library serves all calls; expected a build for it: start the program by 'allfold run'",
      program_invocation_short_name, system::object_of(function).file, made_for);
  return true;
}

template <class Function>
void find(Function& function, const char* name, const char* otherwise) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr) found = dlsym(RTLD_NEXT, otherwise);
  function = reinterpret_cast<Function>(found);
}

Entries find_next() {
  Entries next = find_native();
  find(next.allreduce, "MPI_Allreduce", "PMPI_Allreduce");
  find(next.reduce, "MPI_Reduce", "PMPI_Reduce");
  find(next.reduce_scatter, "MPI_Reduce_scatter", "PMPI_Reduce_scatter");
  find(next.reduce_scatter_block, "MPI_Reduce_scatter_block", "PMPI_Reduce_scatter_block");
  find(next.allreduce_c, "MPI_Allreduce_c", "PMPI_Allreduce_c");
  find(next.reduce_c, "MPI_Reduce_c", "PMPI_Reduce_c");
  find(next.reduce_scatter_c, "MPI_Reduce_scatter_c", "PMPI_Reduce_scatter_c");
  find(next.reduce_scatter_block_c, "MPI_Reduce_scatter_block_c", "PMPI_Reduce_scatter_block_c");
  find(next.init, "MPI_Init", "PMPI_Init");
  find(next.init_thread, "MPI_Init_thread", "PMPI_Init_thread");
  find(next.finalize, "MPI_Finalize", "PMPI_Finalize");
  find(next.abort, "MPI_Abort", "PMPI_Abort");
  find(next.comm_free, "MPI_Comm_free", "PMPI_Comm_free");
  find(next.comm_disconnect, "MPI_Comm_disconnect", "PMPI_Comm_disconnect");
  find(next.comm_delete_attr, "MPI_Comm_delete_attr", "PMPI_Comm_delete_attr");
  find(next.attr_delete, "MPI_Attr_delete", "MPI_Comm_delete_attr");
  find(next.comm_dup, "MPI_Comm_dup", "PMPI_Comm_dup");
  find(next.comm_dup_with_info, "MPI_Comm_dup_with_info", "PMPI_Comm_dup_with_info");
  find(next.comm_idup, "MPI_Comm_idup", "PMPI_Comm_idup");
  find(next.comm_idup_with_info, "MPI_Comm_idup_with_info", "PMPI_Comm_idup_with_info");
  return next;
}

}  // namespace

bool is_inert() noexcept {
  State known = state.load(std::memory_order_acquire);
  if (known == State::unknown) {
    const bool does_nothing = is_disabled() || is_excluded() || has_other_mpi();
    known = does_nothing ? State::inert : State::active;
    state.store(known, std::memory_order_release);
  }
  return known == State::inert;
}

const Entries& next_of_inert() {
  static const Entries next = find_next();
  return next;
}

const Entries& next_native_of_inert() {
  static const Entries next = find_native();
  return next;
}

}  // namespace allfold::mpi::native
