#include "command/try_out/try_out.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "command/job.hpp"
#include "command/measure/progress.hpp"
#include "command/measure/stopping.hpp"
#include "command/output.hpp"
#include "command/run/prepared.hpp"
#include "command/try_out/runner.hpp"
#include "command/try_out/text.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::try_out {

namespace {

void refuse_unwritable(std::string_view option, const std::string& file) {
  if (file.empty()) return;
  if (const std::string problem = system::obstacle_to_writing(file); !problem.empty())
    throw UsageError(
        text::format("{}: {}: cannot be written: {}; name another file", option, file, problem));
}

/// All runs of a request, in the order in which they are made.
class Sequence {
 public:
  explicit Sequence(const Request& request)
      : request_(request),
        runner_(request),
        progress_(measure::Progress::Voice::loud, "allfold try", planned(), measure::find_screen(),
                  "runs") {}

  void run() {
    if (request_.warm_up == Request::WarmUp::one_native_run)
      if (Attempt first = one(ServedBy::native, "warm-up"); !first.end.is_good())
        attempts_.push_back(std::move(first));
    for (int turn = 1; turn <= request_.runs; ++turn)
      // Every second turn reverses the order, so that drift favours neither kind.
      for (const ServedBy by : turn % 2 == 1 ? std::array{ServedBy::native, ServedBy::allfold}
                                             : std::array{ServedBy::allfold, ServedBy::native}) {
        if (is_over()) break;
        attempts_.push_back(one(by, text::format("{}-{}", name_of(by), turn)));
      }
    if (request_.check == Request::Check::one_run_both_ways && !is_over())
      check_ = runner_.check([&](double elapsed) { show("check", elapsed); });
    progress_.clear();
  }

  [[nodiscard]] const std::vector<Attempt>& attempts() const { return attempts_; }
  [[nodiscard]] Findings findings() const {
    Findings findings = findings_of(attempts_);
    if (!check_ || check_->end.how == End::How::stopped) return findings;
    findings.check = check_;
    findings.check->has_usual_end = findings.is_end_of_native_run(text_of(check_->end));
    return findings;
  }
  [[nodiscard]] int stopped_by() const { return runner_.stopped_by(); }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] int planned() const {
    return 2 * request_.runs + static_cast<int>(request_.warm_up != Request::WarmUp::none) +
           static_cast<int>(request_.check != Request::Check::none);
  }

  /// Whether further runs are useless: the user stopped them, a run timed out, or the program fails
  /// before its reductions are known.
  [[nodiscard]] bool is_over() const {
    if (runner_.stopped_by() != 0) return true;
    if (attempts_.empty()) return false;
    const Attempt& last = attempts_.back();
    return last.end.how == End::How::timed_out ||
           (last.served_by == ServedBy::native && !last.end.is_good() && !last.profile);
  }

  Attempt one(ServedBy by, const std::string& name) {
    show(name, 0);
    const auto tick = [&](double elapsed) { show(name, elapsed); };
    Attempt attempt = runner_.run(by, name, tick);
    ++done_;
    return attempt;
  }

  void show(const std::string& name, double elapsed) {
    const double so_far = std::chrono::duration<double>(Clock::now() - begin_).count();
    const int left = planned() - done_;
    if (done_ > 0) progress_.show(done_, (so_far - elapsed) / done_ * left - elapsed, name);
  }

  const Request& request_;
  Runner runner_;
  measure::Progress progress_;
  Clock::time_point begin_ = Clock::now();
  int done_ = 0;
  std::vector<Attempt> attempts_;
  std::optional<Check> check_;
};

int status_of(const Findings& findings, int signal) {
  if (signal != 0) return measure::status_of_signal(signal);
  const bool has_failed = (findings.check && !findings.check->is_good()) ||
                          !findings.failures_with_allfold_only().empty() ||
                          findings.allfold.runs == 0;
  return static_cast<int>(has_failed ? Status::failed : Status::good);
}

/// Reports the findings first, and only then throws std::runtime_error, so that no measurement is
/// lost.
int tell(const Request& request) {
  run::hand_over({.checks = request.unfit == Request::Unfit::refused ? run::Request::Checks::refuse
                                                                     : run::Request::Checks::none,
                  .command = request.command,
                  .subcommand = "try"});
  Sequence sequence(request);
  refuse_unwritable("--json", request.json_file);
  refuse_unwritable("--html", request.html_file);
  std::string problem;
  const auto note = [&](const auto& part) {
    try {
      part();
    } catch (const std::runtime_error& error) {
      problem += (problem.empty() ? "" : "; ") + std::string(error.what());
    }
  };
  try {
    sequence.run();
  } catch (const std::runtime_error& error) {
    if (sequence.attempts().empty()) throw;
    problem = error.what();
  }
  const Findings findings = sequence.findings();
  const Subject subject{.command = run::text_of({.words = request.command}), .runs = request.runs};
  if (sequence.attempts().empty())
    text::print(stderr, "allfold try: no run was completed\n");
  else
    note([&] {
      text::print("{}", text_of(findings, subject));
      static_cast<void>(std::fflush(stdout));
    });
  if (!request.json_file.empty())
    note([&] {
      write_output("--json", request.json_file, json_of(findings, subject, sequence.attempts()));
    });
  if (!request.html_file.empty())
    note([&] {
      write_output("--html", request.html_file, html_of(findings, subject, sequence.attempts()));
    });
  if (!problem.empty()) throw std::runtime_error(problem);
  return status_of(findings, sequence.stopped_by());
}

}  // namespace

int run(const Request& request) {
  int status = 0;
  const int failed = finished("try", [&] {
    try {
      status = tell(request);
    } catch (const run::Refusal& refusal) {
      text::print(stderr, "allfold try: {}\n", refusal.what());
      status = static_cast<int>(refusal.status);
    }
  });
  return failed != 0 ? failed : status;
}

}  // namespace allfold::command::try_out
