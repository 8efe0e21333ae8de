#include "command/try_out/runner.hpp"

#include <fcntl.h>

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
/// The report of a comparison comes at the end of what a run prints.
constexpr std::streamoff most_bytes_of_end = std::streamoff{16} << 20U;

void say(const std::string& text) { text::print(stderr, "allfold try: {}\n", text); }

/// What an option of `allfold run` sets.
void give(run::Request& request, std::string_view option, const std::string& file = "") {
  for (std::size_t i = 0; i < run::settings.size(); ++i)
    if (run::settings[i].option == option)
      request.given[i] = file.empty() ? std::string(run::settings[i].on) : file;
}

/// What the runs set themselves.
void forget_own_variables() {
  for (const char* name : {"ALLFOLD_MODE", "ALLFOLD_PROFILE", "ALLFOLD_STATS", "ALLFOLD_UNUSED"})
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

std::string_view last_lines(std::string_view text, int lines) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  std::size_t at = text.size();
  for (int i = 0; i < lines && at != std::string_view::npos && at != 0; ++i)
    at = text.rfind('\n', at - 1);
  return at == std::string_view::npos || at == 0 ? text : text.substr(at + 1);
}

void read_profile(const std::string& file, Attempt& attempt) {
  std::error_code none;
  if (!fs::exists(file, none)) return;
  std::string content;
  attempt.profile_problem = system::read_file(file, most_bytes_of_profile, content);
  if (!attempt.profile_problem.empty()) return;
  if (auto profile = profile::parse(content, attempt.profile_problem))
    attempt.profile = report::Run{.file = file, .profile = *std::move(profile)};
}

}  // namespace

Runner::Runner(const Request& request)
    : request_(request),
      timeout_(request.timeout.empty() ? 0 : parse_duration(request.timeout, "--timeout")),
      folder_(request.kept_folder),
      input_(folder_.file("input")) {
  forget_own_variables();
  run::Request native{.subcommand = "try"};
  native.command = request.command;
  native.checks = request.unfit == Request::Unfit::refused ? run::Request::Checks::refuse
                                                           : run::Request::Checks::none;
  const run::Prepared ready = run::prepared(native);
  for (const std::string& warning : ready.warnings) say("warning: " + warning);
  for (const std::string& note : ready.notes) say(note);
}

Start Runner::start_of(std::string_view option, const std::string& profile) const {
  run::Request with{.checks = run::Request::Checks::none,
                    .speech = run::Request::Speech::quiet,
                    .command = request_.command,
                    .subcommand = "try"};
  if (!option.empty()) give(with, option);
  if (!profile.empty()) give(with, "--profile", profile);
  if (!request_.rules_file.empty()) give(with, "--rules", request_.rules_file);
  run::Prepared ready = run::prepared(with);
  return {.file = ready.launcher.file,
          .words = std::move(ready.line.words),
          .environment = run::environment_of(ready.line),
          .input = -1,
          .output = -1,
          .timeout = timeout_};
}

End Runner::run_once(Start start, const std::string& output, const Tick& tick) {
  const system::Descriptor file(
      open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0600));
  if (!file.is_open())
    throw std::runtime_error(text::format(
        "{}: cannot be written: {}; name another folder by --keep", output, std::strerror(errno)));
  start.output = request_.output == Request::Output::shown ? -1 : file.number();
  start.input = input_.next();
  const End end = run_process(start, signals_, tick);
  input_.ended();
  if (end.how == End::How::not_started)
    throw run::Refusal(
        run::Status::cannot_start,
        text::format("{}: cannot be started: {}; check whether it runs without Allfold", start.file,
                     std::strerror(end.status)));
  stopped_by_ = end.stopped_by;
  return end;
}

void Runner::show_failure(const std::string& name, const End& end, const std::string& output) {
  constexpr int lines = 20;
  if (end.is_good() || end.how == End::How::stopped || has_shown_failure_ ||
      request_.output == Request::Output::shown)
    return;
  has_shown_failure_ = true;
  const std::string text = end_of(output);
  const std::string_view shown = last_lines(text, lines);
  say(text::format("run {} ended with {}; {}", name, text_of(end),
                   shown.empty() ? "it printed nothing" : "the last lines that it printed:"));
  if (!shown.empty()) text::print(stderr, "{}\n", shown);
}

Attempt Runner::run(Way way, const std::string& name, const Tick& tick) {
  const std::string profile = folder_.file(name + ".json");
  const std::string output = folder_.file(name + ".out");
  Attempt attempt{.way = way};
  attempt.end = run_once(start_of(way == Way::native ? "--native" : "", profile), output, tick);
  read_profile(profile, attempt);
  show_failure(name, attempt.end, output);
  std::error_code none;
  if (!folder_.is_kept()) fs::remove(output, none);
  return attempt;
}

Check Runner::check(const Tick& tick) {
  const std::string output = folder_.file("check.out");
  Check check;
  check.end = run_once(start_of("--compare", ""), output, tick);
  const std::string text = end_of(output);
  check.outcome = comparison::outcome_in(text);
  if (!check.outcome) show_failure("check", check.end, output);
  return check;
}

}  // namespace allfold::command::try_out
