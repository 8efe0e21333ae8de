#include "command/try_out/runner.hpp"

#include <fcntl.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "command/duration.hpp"
#include "command/run/prepared.hpp"
#include "profile/json.hpp"
#include "system/descriptor.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes_of_profile = std::size_t{64} << 20U;
/// Each run writes its profile to this file. The file is renamed after the run.
constexpr const char* profile_name = "profile.json";
/// The folder for the reports of the checking run's jobs.
constexpr const char* reports_name = "check/";
constexpr std::size_t most_bytes_of_report = std::size_t{64} << 20U;
/// The part of a run's output that is shown if the run fails.
constexpr std::streamoff most_bytes_of_end = 4096;

void say(const std::string& text) { text::print(stderr, "allfold try: {}\n", text); }

/// Sets an option of `allfold run`; `file` is "" for a flag.
void give(run::Request& request, std::string_view option, const std::string& file) {
  for (std::size_t i = 0; i < run::settings.size(); ++i)
    if (run::settings[i].option == option)
      request.given[i] = file.empty() ? std::string(run::settings[i].on) : file;
}

run::Request request_of(const Request& request) {
  run::Request asked{.checks = request.unfit == Request::Unfit::refused
                                   ? run::Request::Checks::refuse
                                   : run::Request::Checks::none,
                     .speech = run::Request::Speech::quiet,
                     .command = request.command,
                     .subcommand = "try"};
  if (!request.rules_file.empty()) give(asked, "--rules", request.rules_file);
  return asked;
}

/// Removes the variables that `allfold try` sets for its runs.
void forget_own_variables() {
  for (const char* name : {"ALLFOLD_MODE", "ALLFOLD_PROFILE", "ALLFOLD_COMPARE_REPORT",
                           "ALLFOLD_STATS", "ALLFOLD_UNUSED"})
    unsetenv(name);
}

std::string end_of(const std::string& name) {
  std::ifstream file(name, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (!file || size <= 0) return "";
  file.seekg(size > most_bytes_of_end ? size - most_bytes_of_end : 0);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Copies the whole file to standard output.
void print_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  constexpr std::size_t at_once = 1 << 16;
  std::array<char, at_once> part = {};
  while (file.read(part.data(), part.size()), file.gcount() > 0)
    static_cast<void>(std::fwrite(part.data(), 1, static_cast<std::size_t>(file.gcount()), stdout));
  static_cast<void>(std::fflush(stdout));
}

/// The last lines of a program's output, without control characters.
std::string last_lines(std::string_view text) {
  constexpr int most_lines = 20;
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t at = text.size();
  for (int i = 0; i < most_lines && at != std::string_view::npos && at != 0; ++i)
    at = text.rfind('\n', at - 1);
  std::string lines(at == std::string_view::npos || at == 0 ? text : text.substr(at + 1));
  std::ranges::replace_if(
      lines, [](char c) { return std::iscntrl(static_cast<unsigned char>(c)) != 0 && c != '\n'; },
      ' ');
  return lines;
}

void read_profile(const std::string& file, Attempt& attempt) {
  std::error_code none;
  if (!fs::exists(file, none)) return;
  std::string content;
  attempt.profile_problem = system::read_file(file, most_bytes_of_profile, content);
  if (!attempt.profile_problem.empty()) return;
  auto profile = profile::parse(content, attempt.profile_problem);
  if (!profile) return;
  const std::string_view expected = attempt.served_by == ServedBy::native ? "native" : "auto";
  if (profile->mode == expected)
    attempt.profile = report::Run{.file = file, .profile = *std::move(profile)};
  else
    attempt.profile_problem = text::format(
        "the run had ALLFOLD_MODE={} instead of {}, by the command line or by the program",
        profile->mode, expected);
}

/// The sum of all reports: a run may start several jobs, and ranks may report for themselves.
std::optional<comparison::Outcome> outcome_of_reports(const std::string& folder) {
  std::string reports;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    std::string report;
    if (system::read_file(entry->path(), most_bytes_of_report, report).empty()) reports += report;
  }
  return comparison::outcome_in(reports);
}

}  // namespace

Runner::Runner(const Request& request)
    : request_(request),
      timeout_(request.timeout.empty() ? 0 : parse_duration(request.timeout, "--timeout")),
      folder_(request.kept_folder),
      input_(folder_.file("input")) {
  forget_own_variables();
  const std::string profile = folder_.file(profile_name);
  const run::Prepared native = prepared({{"--native", ""}, {"--profile", profile}});
  for (const std::string& warning : native.warnings) say("warning: " + warning);
  for (const std::string& note : native.notes) say(note);
  native_ = start_of(native);
  allfold_ = start_of(prepared({{"--profile", profile}}));
  if (request.check == Request::Check::one_run_both_ways)
    both_ways_ =
        start_of(prepared({{"--compare", ""}, {"--compare-report", folder_.file(reports_name)}}));
}

run::Prepared Runner::prepared(const Options& options) const {
  run::Request request = request_of(request_);
  for (const auto& [option, value] : options) give(request, option, value);
  return run::prepared(request);
}

Start Runner::start_of(const run::Prepared& ready) const {
  return {.file = ready.launcher.file,
          .words = ready.line.words,
          .environment = run::environment_of(ready.line),
          .timeout = timeout_};
}

End Runner::run_once(Start start, const std::string& output, const Tick& tick) {
  const system::Descriptor file(
      open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0600));
  if (!file.is_open())
    throw std::runtime_error(text::format(
        "{}: cannot be written: {}; name another folder by --keep", output, std::strerror(errno)));
  start.output = file.number();
  start.input = input_.next();
  End end = run_process(start, signals_, tick);
  input_.ended();
  if (end.how == End::How::not_started)
    throw run::Refusal(
        run::Status::cannot_start,
        text::format("{}: cannot be started: {}; check whether it runs without Allfold", start.file,
                     std::strerror(end.status)));
  if (!end.left.empty())
    say(text::format("warning: processes of the run cannot be ended: {}; see 'ps -fp {}'",
                     fmt::join(end.left, ", "), fmt::join(end.left, ",")));
  stopped_by_ = end.stopped_by;
  return end;
}

void Runner::show(const std::string& name, const End& end, const std::string& output) {
  if (request_.output == Request::Output::shown) return print_file(output);
  if (end.is_good() || end.how == End::How::stopped || has_shown_failure_) return;
  has_shown_failure_ = true;
  const std::string last = last_lines(end_of(output));
  say(text::format("run {}: {}; {}", name, text_of_failure(end),
                   last.empty() ? "it printed nothing" : "the last lines that it printed:"));
  if (!last.empty()) text::print(stderr, "{}\n", last);
}

Attempt Runner::run(ServedBy by, const std::string& name, const Tick& tick) {
  const std::string output = folder_.file(name + ".out");
  Attempt attempt{.served_by = by};
  attempt.end = run_once(by == ServedBy::native ? native_ : allfold_, output, tick);
  std::error_code none;
  const std::string profile = folder_.file(name + ".json");
  fs::rename(folder_.file(profile_name), profile, none);
  read_profile(profile, attempt);
  show(name, attempt.end, output);
  if (!folder_.is_kept()) fs::remove(output, none);
  return attempt;
}

Check Runner::check(const Tick& tick) {
  const std::string output = folder_.file("check.out");
  Check check;
  check.end = run_once(both_ways_, output, tick);
  check.outcome = outcome_of_reports(folder_.file(reports_name));
  show("check", check.end, output);
  return check;
}

}  // namespace allfold::command::try_out
