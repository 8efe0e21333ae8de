#include "mpi/machine/mpi_name.hpp"

#include <algorithm>
#include <array>

namespace allfold::mpi::machine {

namespace {

/// The text of a library before its version, and the library's short name. In the text, tabs count
/// as blanks, and several blanks as one.
struct Form {
  std::string_view before;
  std::string_view name;
};

constexpr std::array forms{
    Form{.before = "Open MPI v", .name = "Open MPI"},
    Form{.before = "MPICH Version: ", .name = "MPICH"},
    Form{.before = "Intel(R) MPI Library ", .name = "Intel MPI"},
    Form{.before = "MVAPICH Version : ", .name = "MVAPICH"},
    Form{.before = "MVAPICH2 Version : ", .name = "MVAPICH2"},
    Form{.before = "MPI VERSION : CRAY MPICH version ", .name = "Cray MPICH"},
    Form{.before = "=== ParaStation MPI ", .name = "ParaStation MPI"},
};

std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (const char letter : text)
    if (const bool is_blank = letter == ' ' || letter == '\t'; !is_blank)
      result += letter;
    else if (!result.ends_with(' '))
      result += ' ';
  return result;
}

}  // namespace

std::string mpi_name_of(std::string_view version) {
  std::string line = with_single_blanks(version.substr(0, version.find('\n')));
  line.erase(std::min(line.find(','), line.size()));
  const auto* const form = std::ranges::find_if(
      forms, [&](const Form& candidate) { return line.starts_with(candidate.before); });
  if (form == forms.end()) return line;
  std::string number = line.substr(form->before.size());
  number.erase(std::min(number.find(' '), number.size()));
  return std::string(form->name) + ' ' + number;
}

}  // namespace allfold::mpi::machine
