#include "command/run/run.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "command/job.hpp"
#include "command/loading/environment.hpp"
#include "command/run/prepared.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::run {

namespace {

void say(const std::string& text) { text::print(stderr, "allfold run: {}\n", text); }

/// Replaces this process by the launcher. Returns only on failure.
void become(const loading::Launcher& launcher, const CommandLine& line) {
  std::vector<std::string> words = line.words;
  std::vector<std::string> environment = environment_of(line);
  static_cast<void>(std::fflush(nullptr));
  execve(launcher.file.c_str(), loading::pointers_to(words).data(),
         loading::pointers_to(environment).data());
  throw Refusal(Status::cannot_start,
                text::format("{}: cannot be started: {}; check whether it runs without Allfold",
                             launcher.file, std::strerror(errno)));
}

void start(const Request& request) {
  hand_over(request);
  const Prepared ready = prepared(request);
  for (const std::string& warning : ready.warnings) say("warning: " + warning);
  if (request.action == Request::Action::show) return text::print("{}\n", text_of(ready.line));
  if (request.speech == Request::Speech::says_what_it_does) {
    for (const std::string& note : ready.notes) say(note);
    say(text::format("{}: {}", ready.launcher.version, text_of(ready.line)));
  }
  become(ready.launcher, ready.line);
}

}  // namespace

int run(const Request& request) {
  try {
    start(request);
    return static_cast<int>(command::Status::good);
  } catch (const UsageError& error) {
    say(error.what());
    return static_cast<int>(command::Status::usage);
  } catch (const Refusal& refusal) {
    say(refusal.what());
    return static_cast<int>(refusal.status);
  }
}

}  // namespace allfold::command::run
