#include "rules/source.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <utility>

#include "rules/file.hpp"
#include "rules/machine.hpp"
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

bool is_folder(const std::string& path) {
  std::error_code failure;
  return fs::is_directory(path, failure);
}

/// The machine on which rules are used, found out at most once.
class Here {
 public:
  explicit Here(const MachineTeller& teller) : teller_(teller) {}

  /// Why a file's rules are those of another machine; "" if they may be used.
  std::string foreignness(const Rules& rules) {
    if (!rules.machine || !teller_) return "";
    if (!machine_) machine_ = teller_();
    return difference(*rules.machine, *machine_);
  }

 private:
  const MachineTeller& teller_;
  std::optional<MachineFingerprint> machine_;
};

/// The file at a path, or the rules files in a folder, by name. Returns what went wrong, or "".
std::string list_files(const std::string& path, std::vector<std::string>& files) {
  if (!is_folder(path)) {
    files = {path};
    return "";
  }
  std::error_code failure;
  for (fs::directory_iterator each(path, failure); !failure && each != fs::directory_iterator();
       each.increment(failure)) {
    // Hidden files are those of editors.
    const fs::path& file = each->path();
    if (file.extension() != ".json" || file.filename().string().starts_with('.')) continue;
    files.push_back(file.string());
    if (files.size() > most_files_in_folder)
      return text::format("more than {} files", most_files_in_folder);
  }
  std::ranges::sort(files);
  return failure ? failure.message() : "";
}

int parts_named_by(const Rules& rules) { return rules.machine ? parts_named(*rules.machine) : 0; }

/// Reads a file that need not be valid, and need not be for this machine. Returns whether it is
/// both. If it is not, `found` says why.
bool read_for_machine(FoundRules& read, Here& here, FoundRules& found) {
  std::vector<std::string> mistakes;
  std::string why = system::read_file(read.file, most_bytes_of_rules, read.text);
  if (why.empty()) {
    read.rules = parse_rules(read.text, read.file, mistakes);
    if (!mistakes.empty()) why = "see above";
  }
  if (!why.empty()) {
    std::ranges::move(mistakes, std::back_inserter(found.notes));
    found.notes.push_back(
        text::format("{}: not used: {}; correct it, or set ALLFOLD_RULES=none", read.file, why));
    return false;
  }
  why = here.foreignness(read.rules);
  if (!why.empty())
    found.remarks.push_back(text::format(
        "{}: not used: {}; to use it anyway, name it in ALLFOLD_RULES", read.file, why));
  return why.empty();
}

/// Reads the files at a path, and adds the one that fits best to `found`, with what is to be said
/// of the others. Returns why the path cannot be read, or "".
std::string look_in(const std::string& path, Here& here, FoundRules& found) {
  std::vector<std::string> files;
  if (std::string problem = list_files(path, files); !problem.empty()) return problem;
  for (const std::string& file : files) {
    FoundRules read{.file = file};
    if (!read_for_machine(read, here, found)) continue;
    const bool is_first = found.file.empty();
    const int more = parts_named_by(read.rules) - parts_named_by(found.rules);
    if (!is_first)
      found.remarks.push_back(
          text::format("{}: not used: {} is for this machine, too, and {}",
                       more > 0 ? found.file : read.file, more > 0 ? read.file : found.file,
                       more == 0 ? "comes first by name" : "names more parts of it"));
    if (!is_first && more <= 0) continue;
    found.file = std::move(read.file);
    found.text = std::move(read.text);
    found.rules = std::move(read.rules);
  }
  return "";
}

FoundRules rules_by_default(const std::vector<std::string>& paths, const MachineTeller& machine) {
  FoundRules found;
  Here here(machine);
  std::error_code failure;
  for (const std::string& path : paths) {
    if (!fs::exists(path, failure)) continue;
    if (const std::string problem = look_in(path, here, found); !problem.empty())
      found.notes.push_back(text::format(
          "{}: cannot be read: {}; correct it, or set ALLFOLD_RULES=none", path, problem));
    if (!found.file.empty()) break;
  }
  return found;
}

std::string unreadable(const std::string& path, std::string_view problem) {
  return text::format("ALLFOLD_RULES={}: cannot be read: {}; name another file, or none", path,
                      problem);
}

FoundRules rules_of_folder(const std::string& folder, const MachineTeller& machine) {
  FoundRules found;
  Here here(machine);
  if (const std::string problem = look_in(folder, here, found); !problem.empty())
    found.errors.push_back(unreadable(folder, problem));
  const bool is_empty = found.file.empty() && found.notes.empty() && found.remarks.empty();
  if (is_empty && found.errors.empty())
    found.notes.push_back(text::format(
        "ALLFOLD_RULES={}: no rules files in this folder: expected names that end in .json; name "
        "another folder, or none",
        folder));
  return found;
}

FoundRules named_rules(const std::string& file, const MachineTeller& machine) {
  FoundRules found{.file = file};
  if (const std::string problem = system::read_file(file, most_bytes_of_rules, found.text);
      !problem.empty()) {
    found.errors.push_back(unreadable(file, problem));
    return found;
  }
  found.rules = parse_rules(found.text, file, found.errors);
  if (const std::string other = Here(machine).foreignness(found.rules); !other.empty())
    found.notes.push_back(
        text::format("{}: measured on another machine: {}; it is used because ALLFOLD_RULES names "
                     "it, but may choose slow algorithms; measure this machine with 'allfold tune'",
                     file, other));
  return found;
}

}  // namespace

std::vector<std::string> default_rules_paths(const std::string& installed) {
  std::string own = in_folder("XDG_CONFIG_HOME", "allfold");
  if (own.empty()) own = in_folder("HOME", ".config/allfold");
  std::vector<std::string> paths;
  for (const std::string& folder : {own, installed})
    if (!folder.empty())
      for (const std::string_view name : {"rules.json", "rules.d"})
        paths.push_back(text::format("{}/{}", folder, name));
  return paths;
}

bool names_one_file(const std::string& setting) {
  return setting != "auto" && setting != "none" && !is_folder(setting);
}

FoundRules find_rules(const RulesPlaces& places, const MachineTeller& machine) {
  const std::string& setting = places.setting;
  if (setting == "none") return {};
  if (setting == "auto") return rules_by_default(places.by_default, machine);
  if (!names_one_file(setting)) return rules_of_folder(setting, machine);
  std::error_code failure;
  const bool is_missing = fs::status(setting, failure).type() == fs::file_type::not_found;
  return is_missing && places.missing == MissingFile::is_none ? FoundRules{}
                                                              : named_rules(setting, machine);
}

}  // namespace allfold::rules
