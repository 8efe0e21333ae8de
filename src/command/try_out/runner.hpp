/// @file Runner: makes single runs of the program.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "command/run/prepared.hpp"
#include "command/try_out/attempt.hpp"
#include "command/try_out/findings.hpp"
#include "command/try_out/folder.hpp"
#include "command/try_out/input.hpp"
#include "command/try_out/try_out.hpp"

namespace allfold::command::try_out {

class Runner {
 public:
  /// Called about once per second during a run, with the seconds since its start.
  using Tick = std::function<void(double)>;

  /// Prepares all runs and prints warnings and notes, so that invalid requests fail before the
  /// first run. Throws the exceptions of run::prepared() and of Folder.
  explicit Runner(const Request& request);

  /// Makes a run with a profile. Throws run::Refusal if the launcher cannot be started.
  [[nodiscard]] Attempt run(ServedBy by, const std::string& name, const Tick& tick);
  /// Makes a run in which every reduction is made both natively and with Allfold. Does not set
  /// `has_usual_end`.
  [[nodiscard]] Check check(const Tick& tick);
  /// The signal that asked this process to end, or 0.
  [[nodiscard]] int stopped_by() const { return stopped_by_; }

 private:
  /// Options of `allfold run`, with their values.
  using Options = std::vector<std::pair<std::string_view, std::string>>;
  [[nodiscard]] run::Prepared prepared(const Options& options) const;
  [[nodiscard]] Start start_of(const run::Prepared& ready) const;
  End run_once(Start start, const std::string& output, const Tick& tick);
  /// Prints the output of a run from the file `output`, if that was asked for. Otherwise prints the
  /// last lines of the first run that failed.
  void show(const std::string& name, const End& end, const std::string& output);

  const Request& request_;
  double timeout_;   ///< seconds; 0: none
  Signals signals_;  ///< before `folder_`, so that a signal cannot leave the folder behind
  Folder folder_;
  Input input_;
  Start native_;
  Start allfold_;
  Start both_ways_;
  int stopped_by_ = 0;
  bool has_shown_failure_ = false;
};

}  // namespace allfold::command::try_out
