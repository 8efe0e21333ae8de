#include "rules/source.hpp"

#include <cstdlib>
#include <filesystem>

#include "rules/file.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::rules {

namespace {

namespace fs = std::filesystem;

/// The path `rest` in the folder that an environment variable names; "" if it names none.
std::string in_folder(const char* variable, std::string_view rest) {
  const char* folder = std::getenv(variable);
  return folder == nullptr || *folder == '\0' ? "" : text::format("{}/{}", folder, rest);
}

/// The first difference, as "its processor is 'A', here 'B'"; "" if there is none.
std::string difference(const MachineFingerprint& there, const MachineFingerprint& here) {
  const auto told = [](std::string_view what, const auto& a, const auto& b) {
    return text::format("its {} '{}', here '{}'", what, a, b);
  };
  if (there.processor != here.processor)
    return told("processor is", there.processor, here.processor);
  if (there.processors != here.processors)
    return told("number of processors is", there.processors, here.processors);
  if (there.network != here.network) return told("network is", there.network, here.network);
  if (there.mpi != here.mpi) return told("MPI library is", there.mpi, here.mpi);
  return "";
}

/// Why a file's rules are those of another machine; "" if they may be used.
std::string foreignness(const Rules& rules, const MachineTeller& here) {
  return rules.machine && here ? difference(*rules.machine, here()) : "";
}

FoundRules named_rules(const std::string& file, const MachineTeller& machine) {
  FoundRules found{.file = file};
  if (const std::string problem = system::read_file(file, most_bytes_of_rules, found.text);
      !problem.empty()) {
    found.errors.push_back(text::format(
        "ALLFOLD_RULES={}: cannot be read: {}; name another file, or none", file, problem));
    return found;
  }
  found.rules = parse_rules(found.text, file, found.errors);
  if (const std::string other = foreignness(found.rules, machine); !other.empty())
    found.notes.push_back(
        text::format("{}: measured on another machine: {}; it is used because ALLFOLD_RULES names "
                     "it, but may choose slow algorithms; measure this machine with 'allfold tune'",
                     file, other));
  return found;
}

FoundRules rules_by_default(const std::string& file, const MachineTeller& machine) {
  FoundRules found{.file = file};
  std::string why = system::read_file(file, most_bytes_of_rules, found.text);
  if (why.empty()) {
    found.rules = parse_rules(found.text, file, found.notes);
    if (!found.notes.empty())
      why = "see above";
    else
      why = foreignness(found.rules, machine);
  }
  if (why.empty()) return found;
  found.notes.push_back(
      text::format("{}: not used: {}; correct it, name it in ALLFOLD_RULES to use it anyway, or "
                   "set ALLFOLD_RULES=none",
                   file, why));
  return {.notes = std::move(found.notes)};
}

}  // namespace

std::vector<std::string> default_rules_files(const std::string& installed) {
  std::string own = in_folder("XDG_CONFIG_HOME", "allfold/rules.json");
  if (own.empty()) own = in_folder("HOME", ".config/allfold/rules.json");
  std::vector<std::string> files;
  if (!own.empty()) files.push_back(std::move(own));
  if (!installed.empty()) files.push_back(installed);
  return files;
}

FoundRules find_rules(const RulesPlaces& places, const MachineTeller& machine) {
  if (places.setting == "none") return {};
  std::error_code failure;
  if (places.setting != "auto") {
    const bool is_missing = fs::status(places.setting, failure).type() == fs::file_type::not_found;
    return is_missing && places.missing == MissingFile::is_none
               ? FoundRules{}
               : named_rules(places.setting, machine);
  }
  for (const std::string& file : places.by_default) {
    if (fs::exists(file, failure)) return rules_by_default(file, machine);
  }
  return {};
}

}  // namespace allfold::rules
