#include "rules/machine.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
#include <vector>

#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::rules {

namespace {

/// The ending of a file in a folder of rules files.
constexpr std::string_view ending = ".json";

struct Part {
  std::string_view name;
  std::string value;  ///< "": not named
};

std::array<Part, 4> parts_of(const MachineFingerprint& machine) {
  return {Part{.name = "processor", .value = machine.processor},
          Part{.name = "number of processors",
               .value = machine.processors == 0 ? "" : std::to_string(machine.processors)},
          Part{.name = "network", .value = machine.network},
          Part{.name = "MPI library", .value = machine.mpi}};
}

/// Lower-case letters, digits and dots, with single hyphens for all that lies between them.
std::string in_file_names(std::string_view text) {
  std::string name;
  for (const char c : text) {
    const bool is_upper = 'A' <= c && c <= 'Z';
    if (is_upper || ('a' <= c && c <= 'z') || ('0' <= c && c <= '9') || (c == '.' && !name.empty()))
      name += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (name.ends_with('-')) name.pop_back();
  return name.empty() ? "machine" : name;
}

}  // namespace

std::string difference(const MachineFingerprint& there, const MachineFingerprint& here) {
  const std::array<Part, 4> own = parts_of(here);
  const std::array<Part, 4> named = parts_of(there);
  for (std::size_t i = 0; i < named.size(); ++i)
    if (!named[i].value.empty() && named[i].value != own[i].value)
      return text::format("its {} is '{}', here '{}'", named[i].name, named[i].value, own[i].value);
  return "";
}

int parts_named(const MachineFingerprint& machine) {
  return static_cast<int>(std::ranges::count_if(
      parts_of(machine), [](const Part& part) { return !part.value.empty(); }));
}

std::string names_of_parts(const MachineFingerprint& machine) {
  std::vector<std::string_view> names;
  for (const Part& part : parts_of(machine))
    if (!part.value.empty()) names.push_back(part.name);
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool is_last = i + 1 == names.size();
    text += i == 0 ? "" : !is_last ? ", " : names.size() == 2 ? " and " : ", and ";
    text += names[i];
  }
  return text;
}

std::string file_for(const std::string& name, const MachineFingerprint& machine) {
  if (!system::is_folder(name)) return name;
  std::error_code failure;
  std::filesystem::create_directories(name, failure);
  std::string of_machine;
  for (const Part& part : parts_of(machine))
    of_machine += (of_machine.empty() ? "" : " ") + part.value;
  return text::format("{}{}{}{}", name, name.ends_with('/') ? "" : "/", in_file_names(of_machine),
                      ending);
}

}  // namespace allfold::rules
