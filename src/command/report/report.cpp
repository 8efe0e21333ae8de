#include "command/report/report.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string_view>
#include <tuple>

#include "command/job.hpp"
#include "command/output.hpp"
#include "command/report/text.hpp"
#include "profile/json.hpp"
#include "system/read_file.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;

std::string content_of(const std::string& file, std::string_view option) {
  std::string content;
  if (const std::string problem = system::read_file(file, most_bytes, content); !problem.empty())
    throw UsageError(
        text::format("{}{}: cannot be read: {}; name another file", option, file, problem));
  return content;
}

Run run_in(const std::string& file) {
  std::string problem;
  auto profile = profile::parse(content_of(file, ""), problem);
  if (!profile) throw UsageError(text::format("{}: {}", file, problem));
  return {.file = file, .profile = *std::move(profile)};
}

std::vector<std::string> files_in(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code failure;
  for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
       at.increment(failure))
    if (at->path().extension() == ".json" && at->is_regular_file(failure))
      files.push_back(at->path().string());
  if (failure)
    throw UsageError(
        text::format("{}: cannot be read: {}; name another folder", folder, failure.message()));
  std::ranges::sort(files);
  return files;
}

/// Adds all complete profiles. Partial profiles are skipped, since several ranks may have left one
/// of the same run. Other files may be in the folder, too.
void add_runs_in(const std::string& folder, std::vector<Run>& runs) {
  const std::size_t before = runs.size();
  int partial = 0;
  std::vector<std::string> others;
  for (const std::string& file : files_in(folder)) {
    std::string problem;
    auto profile = profile::parse(content_of(file, ""), problem);
    if (!profile)
      others.push_back(text::format("{}: {}", file, problem));
    else if (profile->partial.empty())
      runs.push_back({.file = file, .profile = *std::move(profile)});
    else
      ++partial;
  }
  if (!others.empty())
    text::print(stderr, "allfold report: notice: {}: {} file{} ignored{}: {}\n", folder,
                others.size(), others.size() == 1 ? "" : "s",
                others.size() == 1 ? "" : "; the first", others.front());
  if (partial > 0)
    text::print(stderr,
                "allfold report: notice: {}: {} partial profile{} ignored; name the files to "
                "include them\n",
                folder, partial, partial == 1 ? "" : "s");
  if (runs.size() == before)
    throw UsageError(
        text::format("{}: no complete profile in this folder: expected files written with "
                     "ALLFOLD_PROFILE={}/; name another folder",
                     folder, folder));
}

std::vector<Run> runs_in(const std::vector<std::string>& named) {
  std::vector<Run> runs;
  for (const std::string& name : named) {
    if (system::is_folder(name))
      add_runs_in(name, runs);
    else
      runs.push_back(run_in(name));
  }
  return runs;
}

Measured measured_by(const Request& request) {
  if (!request.rules_file.empty())
    return measured_in_rules(
        {.name = request.rules_file, .content = content_of(request.rules_file, "--rules: ")});
  std::vector<File> files;
  for (const std::string& file : request.bench_files)
    files.push_back({.name = file, .content = content_of(file, "--bench: ")});
  return files.empty() ? Measured() : measured_in_bench(files);
}

void refuse_what_predicts_nothing(const Measured& measured) {
  if (measured.is_there() &&
      std::ranges::none_of(measured.points(), &MeasuredPoint::is_of_programs))
    throw UsageError(
        text::format("--bench: {}: no separated calls by the algorithms that Allfold chooses; "
                     "measure with: allfold bench --timing separated --json FILE",
                     measured.source()));
}

/// Refuses two timings, because their ratios differ and cannot be interpolated.
void refuse_two_timings(const Measured& measured) {
  std::map<std::tuple<schedule::Collective, rules::OperationClass, int, int>, std::string> timings;
  for (const MeasuredPoint& point : measured.points()) {
    if (!point.is_of_programs()) continue;
    const Question& at = point.at;
    const auto [kind, is_new] = timings.try_emplace(
        {at.collective, at.operation, at.ranks, at.ranks_per_node}, point.timing);
    if (kind->second != point.timing)
      throw UsageError(
          text::format("--bench: {}: {} and {} calls of {} on {} ranks: expected the same timing "
                       "for calls of one kind; remove one of the files",
                       measured.source(), kind->second, point.timing,
                       schedule::name_of(at.collective), at.ranks));
  }
}

/// Refuses to overwrite an input file with the report.
void refuse_own_input(const Request& request, const std::vector<Run>& runs) {
  std::vector<std::string> inputs = request.bench_files;
  inputs.push_back(request.rules_file);
  for (const Run& run : runs) inputs.push_back(run.file);
  for (const std::string& input : inputs) {
    std::error_code none;
    if (std::filesystem::equivalent(input, request.output, none))
      throw UsageError(text::format(
          "-o: {}: this file is an input of the report: expected another file; name another file",
          request.output));
  }
}

std::string content_of(const Request& request) {
  const std::vector<Run> runs = runs_in(request.profiles);
  refuse_own_input(request, runs);
  const Measured measured = measured_by(request);
  if (runs.empty() && !measured.is_there())
    throw UsageError(
        "PROFILE: missing: expected profiles (ALLFOLD_PROFILE), or measurements; name a profile, "
        "--rules FILE or --bench FILE");
  if (!runs.empty()) {
    refuse_what_predicts_nothing(measured);
    refuse_two_timings(measured);
  }
  const Account account = account_of(runs, measured);
  if (request.format == "csv") return runs.empty() ? csv_of(measured) : csv_of(account);
  if (request.format == "json") return json_of(account, runs, measured);
  if (request.format == "html")
    return html_of(json_of(account, runs, measured, JsonStyle::compact));
  return runs.empty() ? text_of(measured) : text_of(account, runs, measured);
}

void tell(const Request& request) {
  const std::string content = content_of(request);
  if (request.output.empty() || request.output == "-")
    text::print("{}", content);
  else
    write_output("-o", request.output, content);
}

}  // namespace

int run(const Request& request) {
  return finished("report", [&] { tell(request); });
}

}  // namespace allfold::command::report
