#include "command/loading/libraries.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>

#include "command/loading/answer.hpp"

namespace allfold::command::loading {

namespace {

namespace fs = std::filesystem;

struct MpiName {
  std::string_view beginning;  ///< of the library's file name
  std::string_view mpi;
};

/// The first match counts. Language bindings are left out, because they load the library itself.
constexpr std::array mpi_names{
    MpiName{.beginning = "libmpi.so.40", .mpi = "Open MPI 4 or 5"},
    MpiName{.beginning = "libmpi.so.20", .mpi = "Open MPI 2 or 3"},
    MpiName{.beginning = "libmpi.so.12", .mpi = "MPICH, Intel MPI, MVAPICH or ParaStation MPI"},
    MpiName{.beginning = "libmpi.so", .mpi = "an unknown MPI library"},
    MpiName{.beginning = "libmpich.so", .mpi = "MPICH"},
    MpiName{.beginning = "libmpi_cray.so", .mpi = "Cray MPICH"},
    MpiName{.beginning = "libmpi_gnu", .mpi = "Cray MPICH"},
    MpiName{.beginning = "libmpi_ibm.so", .mpi = "IBM Spectrum MPI"},
};

std::string_view without_folder(std::string_view name) {
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  return name;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code failure;
  return a == b || fs::equivalent(a, b, failure);
}

/// Reads "libx.so.1 => /lib/libx.so.1 (0x...)", "libx.so.1 => not found", or "/lib/libx.so.1
/// (0x...)".
Library library_in(std::string line) {
  line.erase(0, line.find_first_not_of(" \t"));
  line.erase(std::min(line.rfind(" (0x"), line.size()));
  constexpr std::string_view arrow = " => ";
  const std::size_t at = line.find(arrow);
  if (at == std::string::npos) return {.name = line, .path = line};
  std::string path = line.substr(at + arrow.size());
  return {.name = line.substr(0, at), .path = path == "not found" ? "" : std::move(path)};
}

}  // namespace

std::optional<std::vector<Library>> libraries_of(const std::string& file, const Executable& program,
                                                 const std::string& preload) {
  // An unknown loader must not be run.
  const std::string loader = executable_of("/proc/self/exe").interpreter;
  if (loader.empty() || !is_same_file(loader, program.interpreter)) return std::nullopt;
  const std::array words{loader, file};
  const std::array settings{std::string("LD_TRACE_LOADED_OBJECTS=1"), "LD_PRELOAD=" + preload};
  const Answer answer = answer_of(words, settings);
  if (answer.status != 0) return std::nullopt;
  std::vector<Library> libraries;
  std::istringstream lines(answer.text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with('\t')) libraries.push_back(library_in(std::move(line)));
  return libraries;
}

std::vector<Library> mpi_libraries(const std::vector<Library>& libraries) {
  std::vector<Library> found;
  for (const Library& library : libraries) {
    const bool is_known = std::ranges::any_of(
        found, [&](const Library& other) { return is_same_file(other.path, library.path); });
    if (!is_known && !mpi_of(library.name).empty()) found.push_back(library);
  }
  return found;
}

std::string library_to_be_first(const std::vector<Library>& libraries) {
  // GCC's and LLVM's address sanitizers. Other sanitizers do not check the order of libraries.
  constexpr std::array<std::string_view, 2> names{"libasan.so", "libclang_rt.asan"};
  const auto found = std::ranges::find_if(libraries, [&](const Library& library) {
    return std::ranges::any_of(names, [&](std::string_view name) {
      return without_folder(library.name).starts_with(name);
    });
  });
  return found == libraries.end() ? "" : found->path;
}

std::string_view mpi_of(std::string_view name) {
  name = without_folder(name);
  for (const MpiName& known : mpi_names)
    if (name.starts_with(known.beginning)) return known.mpi;
  return "";
}

}  // namespace allfold::command::loading
