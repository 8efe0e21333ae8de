/// @file Runner: makes single runs of the program.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "command/try_out/attempt.hpp"
#include "command/try_out/findings.hpp"
#include "command/try_out/folder.hpp"
#include "command/try_out/input.hpp"
#include "command/try_out/try_out.hpp"

namespace allfold::command::try_out {

class Runner {
 public:
  /// What is called about once in a second while a program runs, with the seconds since its start.
  using Tick = std::function<void(double)>;

  /// Prepares all runs, and says what the user may not expect. Throws what run::prepared() and Folder do.
  explicit Runner(const Request& request);

  /// A run with a profile. Throws run::Refusal if the launcher cannot be started.
  [[nodiscard]] Attempt run(Way way, const std::string& name, const Tick& tick);
  /// A run in which every reduction is made both ways.
  [[nodiscard]] Check check(const Tick& tick);
  /// The signal that asked this process to end, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// How it is started natively, with Allfold, or with one more option of `allfold run`.
  [[nodiscard]] Start start_of(std::string_view option, const std::string& profile) const;
  End run_once(Start start, const std::string& output, const Tick& tick);
  /// The end of what a run that failed has printed, for the first one of its kind.
  void show_failure(const std::string& name, const End& end, const std::string& output);

  const Request& request_;
  double timeout_;  ///< seconds; 0: none
  Folder folder_;
  Signals signals_;
  Input input_;
  int stopped_by_ = 0;
  bool has_shown_failure_ = false;
};

}  // namespace allfold::command::try_out
