#include "mpi/observe/reports.hpp"

#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "mpi/machine/members.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/record/rank_file.hpp"
#include "mpi/user/print.hpp"
#include "profile/json.hpp"
#include "profile/statistics.hpp"
#include "system/process_name.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::mpi::observe {

namespace {

/// Complete, since there is no memory to format it.
constexpr const char* no_memory =
    "allfold: ALLFOLD_PROFILE: out of memory: this rank writes no profile; leave more memory "
    "free\n";

/// In a new directory, so that no existing file is overwritten.
std::string elsewhere() {
  const char* const of_user = std::getenv("TMPDIR");
  std::string folder =
      text::format("{}/allfold-profile-XXXXXX", of_user != nullptr ? of_user : "/tmp");
  if (mkdtemp(folder.data()) == nullptr) return "";
  return folder + "/profile.json";
}

/// Writes the profile, and returns the name of the file, or "". If that fails, tries a temporary
/// folder, since the run may have been long.
std::string keep(const std::string& setting, int rank, const profile::Profile& profile,
                 memory::Reserve& reserve) {
  const std::string text = reserve.within([&] { return profile::text_of(profile); });
  const system::NewFile file =
      reserve.within([&] { return record::write_file_of_rank(setting, rank, ".json", text); });
  if (file.problem.empty()) return file.name;
  std::string other = elsewhere();
  if (!other.empty() && system::write_file(other, text).empty()) {
    user::say(
        text::format("warning: ALLFOLD_PROFILE={}: cannot be written: {}; the profile is in {} on "
                     "node {}",
                     setting, file.problem, other, system::host_name()));
    return other;
  }
  user::say(text::format("ALLFOLD_PROFILE={}: cannot be written: {}; name another file", setting,
                         file.problem));
  return "";
}

/// For a rank that reports for itself. Rank 0 always writes.
void keep_own(const std::string& setting, const profile::Profile& own, int rank,
              memory::Reserve& reserve) {
  if (rank > 0 && own.classes.empty()) return;
  if (const std::string file = keep(setting, rank, own, reserve); !file.empty())
    user::say(text::format("notice: ALLFOLD_PROFILE={}: {} contains the calls of rank {} only: {}",
                           setting, file, rank, own.partial));
}

void say_what_is_missing(const std::string& file, const profile::Profile& profile) {
  if (!profile.partial.empty())
    user::say(text::format("warning: ALLFOLD_PROFILE={}: the profile is partial: {}", file,
                           profile.partial));
  if (profile.merged_calls > 0)
    user::say(
        text::format("warning: ALLFOLD_PROFILE={}: too many classes of calls: {} calls are merged "
                     "into one row for each collective; the sums are right",
                     file, profile.merged_calls));
}

/// `all`: of all ranks, on rank 0. Empty: no memory.
void write_profile(state::Process& process, const std::optional<profile::Profile>& all, int rank) {
  const std::shared_ptr<const user::Settings> settings = process.settings();
  const std::string& setting = settings->configuration.profile;
  if (setting == "none") return;
  if (!process.gathering.has_profile()) {
    keep_own(
        setting,
        process.recorder.own(
            "no reduction on a communicator of all ranks, or not all ranks have ALLFOLD_PROFILE"),
        rank, process.reserve);
    return;
  }
  if (rank > 0) return;
  if (!all) throw std::bad_alloc();
  say_what_is_missing(setting, *all);
  keep(setting, 0, *all, process.reserve);
}

/// Prints what this rank has counted. Rank 0 always prints.
void print_own_statistics(const state::Process& process, int rank) {
  profile::Profile own = profile::statistics_of(process.recorder.own(""));
  std::erase_if(own.classes, [](const auto& row) { return row.second.calls == 0; });
  if (rank == 0 || !own.classes.empty())
    user::print(profile::table_of(
        own, text::format("rank {} only: no reduction on a communicator of all ranks", rank)));
}

/// `all`: of all ranks, on rank 0.
void print_statistics(const state::Process& process, const std::optional<profile::Profile>& all,
                      int rank) {
  if (!process.gathering.has_statistics()) {
    if (process.settings()->configuration.statistics > 0) print_own_statistics(process, rank);
    return;
  }
  if (!all || rank > 0) return;
  const bool is_whole = all->ranks_observed == static_cast<std::uint64_t>(all->ranks);
  const std::string known = is_whole ? "" : text::format("{} of ", all->ranks_observed);
  user::print(profile::table_of(*all, text::format("{}{} ranks", known, all->ranks)));
}

}  // namespace

void report_records(state::Process& process) {
  const record::Gathering& gathering = process.gathering;
  const int rank = machine::rank_in_world();
  record::Recorder::OfAllRanks all;
  try {
    if (gathering.has_statistics() || gathering.has_profile())
      all = process.recorder.gathered(gathering, process.environment().node, process.native(),
                                      process.reserve);
    write_profile(process, all.profile, rank);
  } catch (const std::bad_alloc&) {
    user::print(no_memory);
  }
  try {
    print_statistics(process, all.statistics, rank);
  } catch (const std::bad_alloc&) {
    // The table is lost.
  }
}

void write_partial_profile(state::Process& process, state::Ending ending) {
  const native::QuietFloatingPoint quiet;
  static state::OwnReport report;
  if (process.recorder.detail() != record::Detail::profile || !report.is_due(process, ending))
    return;
  try {
    keep_own(process.settings()->configuration.profile,
             process.recorder.own(std::string(text_of(ending))), machine::rank_in_world(),
             process.reserve);
  } catch (const std::bad_alloc&) {
    user::print(no_memory);
  }
}

}  // namespace allfold::mpi::observe
