#include "mpi/shared_rules.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <utility>

#include "mpi/machine.hpp"
#include "mpi/print.hpp"
#include "select/hash.hpp"
#include "select/rules_file.hpp"
#include "select/rules_source.hpp"

namespace allfold {

namespace {

/// What rank 0 tells before the file's name and text.
struct Header {
  enum State : std::uint64_t { well = 0, in_error = 1 };
  State state = in_error;
  std::uint64_t fingerprint = 0;
  std::int64_t name_length = 0;
  std::int64_t text_length = 0;
};

std::uint64_t fingerprint_of(const std::string& file, const std::string& text) {
  return hash_of(text, hash_of(file + '\n')) | 1U;
}

/// The file that is installed with the library.
std::string installed_rules() {
  static const char here = 0;
  Dl_info library = {};
  if (dladdr(&here, &library) == 0 || library.dli_fname == nullptr) return "";
  std::error_code failure;
  const auto file = std::filesystem::canonical(library.dli_fname, failure);
  return failure ? ""
                 : (file.parent_path() / ALLFOLD_DATA_FROM_LIBRARY / "allfold/rules.json")
                       .lexically_normal();
}

/// Null if the user's file cannot be used.
std::shared_ptr<const KnownRules> read_rules(const std::string& setting) {
  FoundRules found =
      find_rules({.setting = setting, .by_default = default_rules_files(installed_rules())},
                 fingerprint_of_machine);
  for (const std::string& error : found.errors) say(error);
  if (!found.errors.empty()) return nullptr;
  for (const std::string& note : found.notes) say(note);
  const std::uint64_t fingerprint = fingerprint_of(found.file, found.text);
  return std::make_shared<const KnownRules>(KnownRules{
      .fingerprint = fingerprint, .text = std::move(found.text), .rules = std::move(found.rules)});
}

/// The same on another rank: rank 0 has found nothing wrong with the text.
KnownRules rules_of(const Header& header, std::string_view name_and_text) {
  const auto name_length = static_cast<std::size_t>(header.name_length);
  const std::string name(name_and_text.substr(0, name_length));
  KnownRules known{.fingerprint = header.fingerprint,
                   .text = std::string(name_and_text.substr(name_length)),
                   .rules = {}};
  std::vector<std::string> errors;
  if (!known.text.empty()) known.rules = parse_rules(known.text, name, errors);
  return known;
}

}  // namespace

std::shared_ptr<const KnownRules> share_rules(MPI_Comm comm,
                                              const std::shared_ptr<const KnownRules>& known,
                                              Process& process) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  std::shared_ptr<const KnownRules> shared = known;
  if (rank == 0 && shared == nullptr) shared = read_rules(process.settings().configuration.rules);
  Header header;
  if (rank == 0 && shared != nullptr)
    header = {.state = Header::well,
              .fingerprint = shared->fingerprint,
              .name_length = std::ssize(shared->rules.source),
              .text_length = std::ssize(shared->text)};
  PMPI_Bcast(&header, sizeof header, MPI_BYTE, 0, comm);
  if (header.state == Header::in_error) return nullptr;
  std::string name_and_text = rank == 0 ? shared->rules.source + shared->text : "";
  name_and_text.resize(static_cast<std::size_t>(header.name_length + header.text_length));
  if (!name_and_text.empty())
    PMPI_Bcast(name_and_text.data(), static_cast<int>(name_and_text.size()), MPI_BYTE, 0, comm);
  if (shared == nullptr || shared->fingerprint != header.fingerprint)
    shared = std::make_shared<const KnownRules>(rules_of(header, name_and_text));
  process.know(shared);
  return shared;
}

}  // namespace allfold
