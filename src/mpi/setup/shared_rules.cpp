#include "mpi/setup/shared_rules.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "mpi/machine/machine.hpp"
#include "mpi/native/failed_call.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/user/print.hpp"
#include "rules/file.hpp"
#include "rules/source.hpp"
#include "select/hash.hpp"
#include "system/loaded_object.hpp"

namespace allfold::mpi::setup {

namespace {

/// What a rank sends before the file's name and text.
struct Header {
  enum State : std::uint64_t { well = 0, in_error = 1 };
  State state = in_error;
  std::uint64_t fingerprint = 0;
  std::int64_t name_length = 0;
  std::int64_t text_length = 0;
};

std::uint64_t fingerprint_of(const std::string& file, const std::string& text) {
  return select::hash_of(text, select::hash_of(file + '\n')) | 1U;
}

/// The folder of the data that are installed with the library.
std::string installed_data() {
  static const char here = 0;
  std::error_code failure;
  const auto file = std::filesystem::canonical(system::object_of(&here).file, failure);
  return failure ? ""
                 : (file.parent_path() / ALLFOLD_DATA_FROM_LIBRARY / "allfold").lexically_normal();
}

bool is_first_of_world() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank == 0;
}

rules::FoundRules found_rules(const std::string& setting) {
  return rules::find_rules({.setting = setting,
                            .by_default = rules::default_rules_paths(installed_data()),
                            .missing = is_first_of_world() ? rules::MissingFile::is_an_error
                                                           : rules::MissingFile::is_none},
                           machine::fingerprint_of_machine);
}

/// Null if the user's file cannot be used.
std::shared_ptr<const state::KnownRules> read_rules(state::Process& process) {
  const native::QuietFloatingPoint quiet;
  const std::string setting = process.settings()->configuration.rules;
  const std::unique_ptr<state::RulesAhead> ahead = process.take_rules_ahead();
  // A file that was missing or invalid then may be valid now.
  const bool holds = ahead != nullptr && ahead->setting == setting && ahead->found.errors.empty();
  rules::FoundRules found = holds ? std::move(ahead->found) : found_rules(setting);
  for (const std::string& error : found.errors) user::say(error);
  if (!found.errors.empty()) return nullptr;
  for (const std::string& note : found.notes) user::say("warning: " + note);
  if (process.settings()->configuration.verbose > 0)
    for (const std::string& remark : found.remarks) user::say(remark);
  // What rank 0 of the world finds, or does not find, holds for the job. A rank with
  // ALLFOLD_RULES=none has no rules.
  const bool is_found = is_first_of_world() || !found.file.empty() || setting == "none";
  const std::uint64_t fingerprint =
      is_found ? fingerprint_of(found.file, found.text) : state::KnownRules::none_found;
  return std::make_shared<const state::KnownRules>(state::KnownRules{
      .fingerprint = fingerprint, .text = std::move(found.text), .rules = std::move(found.rules)});
}

/// The same rules on another rank: the sender has already found the text valid.
state::KnownRules rules_of(const Header& header, std::string_view name_and_text) {
  const native::QuietFloatingPoint quiet;
  const auto name_length = static_cast<std::size_t>(header.name_length);
  const std::string name(name_and_text.substr(0, name_length));
  state::KnownRules known{.fingerprint = header.fingerprint,
                          .text = std::string(name_and_text.substr(name_length)),
                          .rules = {}};
  std::vector<std::string> errors;
  if (!known.text.empty()) known.rules = rules::parse_rules(known.text, name, errors);
  return known;
}

bool are_rules(std::uint64_t fingerprint) {
  return fingerprint != 0 && fingerprint != state::KnownRules::none_found;
}

/// Rank `source` sends its rules to the others, and all ranks keep them. Null on all ranks if its
/// own are null.
std::shared_ptr<const state::KnownRules> told_by(int source, MPI_Comm comm,
                                                 std::shared_ptr<const state::KnownRules> own,
                                                 state::Process& process) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  Header header;
  if (rank == source && own != nullptr)
    header = {.state = Header::well,
              .fingerprint = own->fingerprint,
              .name_length = std::ssize(own->rules.source),
              .text_length = std::ssize(own->text)};
  native::expect_success(PMPI_Bcast(&header, sizeof header, MPI_BYTE, source, comm));
  if (header.state == Header::in_error) return nullptr;
  std::string name_and_text = rank == source ? own->rules.source + own->text : "";
  name_and_text.resize(static_cast<std::size_t>(header.name_length + header.text_length));
  if (!name_and_text.empty())
    native::expect_success(PMPI_Bcast(name_and_text.data(), static_cast<int>(name_and_text.size()),
                                      MPI_BYTE, source, comm));
  // If the source has found no rules, the other ranks' own files may still exist, so the others do
  // not store that.
  const bool is_own = own != nullptr && own->fingerprint == header.fingerprint;
  std::shared_ptr<const state::KnownRules> told =
      is_own ? std::move(own)
             : std::make_shared<const state::KnownRules>(rules_of(header, name_and_text));
  if (are_rules(header.fingerprint) || rank == source) process.know(told);
  return told;
}

/// The lowest rank that knows rules; the number of ranks if there is none.
int lowest_that_knows(std::span<const std::uint64_t> known_by_rank) {
  return static_cast<int>(std::ranges::find_if(known_by_rank, are_rules) - known_by_rank.begin());
}

}  // namespace

void read_rules_ahead(state::Process& process) {
  if (!is_first_of_world()) return;
  const native::QuietFloatingPoint quiet;
  const std::string setting = process.settings()->configuration.rules;
  process.keep_rules_ahead(std::make_unique<state::RulesAhead>(
      state::RulesAhead{.setting = setting, .found = found_rules(setting)}));
}

std::shared_ptr<const state::KnownRules> share_rules(MPI_Comm comm,
                                                     std::span<const std::uint64_t> known_by_rank,
                                                     std::shared_ptr<const state::KnownRules> known,
                                                     state::Process& process) {
  const std::uint64_t of_first = known_by_rank[0];
  const bool are_known = std::ranges::all_of(
      known_by_rank, [&](std::uint64_t fingerprint) { return fingerprint == of_first; });
  if (are_known && of_first != 0) return known;
  const auto none = [] {
    return std::make_shared<const state::KnownRules>(
        state::KnownRules{.fingerprint = state::KnownRules::none_found, .text = {}, .rules = {}});
  };
  // A single rank needs no rules. So if its file is invalid, the ranks do not all report that.
  if (known_by_rank.size() == 1 && of_first == 0 && !is_first_of_world()) return none();
  if (of_first != state::KnownRules::none_found) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    auto own = known;
    if (rank == 0 && of_first == 0) own = read_rules(process);
    own = told_by(0, comm, std::move(own), process);
    if (own == nullptr || are_rules(own->fingerprint)) return own;
  }
  const int source = lowest_that_knows(known_by_rank);
  if (std::cmp_less(source, known_by_rank.size()))
    return told_by(source, comm, std::move(known), process);
  return none();
}

}  // namespace allfold::mpi::setup
