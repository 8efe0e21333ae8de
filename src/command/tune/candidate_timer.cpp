#include "command/tune/candidate_timer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "allfold/allfold.h"
#include "text/format.hpp"
#include "tuning/median.hpp"
#include "tuning/shares.hpp"

namespace allfold::command::tune {

namespace {

/// The times of turns without a late start, or of all turns if more than half of them were late.
std::vector<double> counted(const std::vector<double>& seconds, const std::vector<double>& late) {
  std::vector<double> in_time;
  for (std::size_t turn = 0; turn < seconds.size(); ++turn)
    if (late[turn] == 0) in_time.push_back(seconds[turn]);
  return 2 * in_time.size() >= seconds.size() ? in_time : seconds;
}

/// The mean over the calls of each turn. `seconds` holds the calls of the first turn, then those of
/// the second one, and so on.
std::vector<double> mean_of_calls(const std::vector<double>& seconds, std::size_t calls) {
  std::vector<double> means(seconds.size() / calls);
  for (std::size_t i = 0; i < seconds.size(); ++i)
    means[i / calls] += seconds[i] / static_cast<double>(calls);
  return means;
}

/// Turns of all candidates. Each turn begins with another candidate, so that drift, and the caches
/// that a candidate leaves to the next, affect all candidates alike.
std::vector<int> rotated(std::size_t candidates, int turns) {
  std::vector<int> order;
  for (std::size_t turn = 0; turn < static_cast<std::size_t>(turns); ++turn)
    for (std::size_t position = 0; position < candidates; ++position)
      order.push_back(static_cast<int>((turn + position) % candidates));
  return order;
}

/// Adds the turns in which no candidate was late, or all turns if more than half of them were late.
void append_in_time(std::vector<std::vector<double>>& all,
                    const std::vector<std::vector<double>>& seconds,
                    const std::vector<std::vector<double>>& late) {
  if (all.empty()) return;
  std::vector<double> any_late = late.front();
  for (const std::vector<double>& each : late)
    std::ranges::transform(each, any_late, any_late.begin(),
                           [](double a, double b) { return std::max(a, b); });
  for (std::size_t place = 0; place < all.size(); ++place) {
    const std::vector<double> in_time = counted(seconds[place], any_late);
    all[place].insert(all[place].end(), in_time.begin(), in_time.end());
  }
}

/// The calls of a turn. For a Reduce these are one to rank 0 and one to a middle rank; their mean
/// counts.
std::vector<measure::Call> calls_at(const Point& point) {
  const measure::Call call{.collective = point.collective, .count = point.count, .root = 0};
  if (!schedule::has_root(point.collective) || point.ranks == 2) return {call};
  measure::Call to_the_middle = call;
  to_the_middle.root = point.ranks / 2;
  return {call, to_the_middle};
}

/// Splits "ring segment=64k" into "ring" and "64k".
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const std::size_t end = name.find(rules::before_segment);
  if (end == std::string::npos) return {name, ""};
  return {name.substr(0, end), name.substr(end + rules::before_segment.size())};
}

/// While an object of this class exists, communicators are set up with segments of this length, or
/// with the environment's setting if `length` is "".
class Segmented {
 public:
  explicit Segmented(const std::string& length) {
    if (!length.empty()) allfold_configure(variable, length.c_str());
  }
  ~Segmented() { allfold_configure(variable, std::getenv(variable)); }
  Segmented(const Segmented&) = delete;
  Segmented& operator=(const Segmented&) = delete;

 private:
  static constexpr const char* variable = "ALLFOLD_SEGMENT";
};

}  // namespace

CandidateTimer::CandidateTimer(MPI_Comm comm, const Setup& setup)
    : comm_(comm),
      setup_(setup),
      there_(measure::survey(comm)),
      nodes_(nodes_of(comm)),
      calls_(comm, there_, setup.calls) {}

CandidateTimer::Match CandidateTimer::match_at(const Point& point,
                                               const std::vector<rules::RuledKernel>& candidates,
                                               tuning::Effort effort) {
  Match match{.field = field_of(point.collective, candidates), .each = calls_at(point), .calls = 1};
  const bool is_batch = setup_.calls.timings.front() == measure::Timing::back_to_back;
  double once = tuning::long_call_seconds;
  for (const measure::Call& call : match.each) {
    // The check is warm-up enough.
    for (const measure::Contestant* contestant : match.field) calls_.check(*contestant, call);
    if (is_batch && effort == tuning::Effort::many_turns) once = calls_.quickest(match.field, call);
  }
  if (is_batch) match.calls = calls_.calls_of_batch(once);
  return match;
}

std::optional<rules::Measurement> CandidateTimer::measure(
    const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Effort effort,
    const Patience& patience) {
  effort = told(std::vector{effort}, comm_).front();
  const Match match = match_at(point, candidates, effort);
  trials::Trial trial;
  trial.begin(tuning::offline(effort), match.field.size());
  for (;;) {
    const std::vector<int> order =
        next_round(trial, match.calls * static_cast<int>(match.each.size()), patience);
    if (order.empty()) break;
    const Turns turns = turns_of(match, order);
    for (std::size_t i = 0; i < turns.seconds.size(); ++i)
      for (const double seconds : counted(turns.seconds[i], turns.late[i]))
        trial.add(i, tuning::in_picoseconds(seconds));
    if (there_.rank == 0) trial.judge();
  }
  if (there_.rank != 0 || !trial.has_enough_calls()) return std::nullopt;
  return measurement_of(point, candidates, trial);
}

std::vector<std::vector<double>> CandidateTimer::time_in_turns(
    const Point& point, const std::vector<rules::RuledKernel>& candidates, tuning::Effort effort,
    const Patience& patience) {
  constexpr int fewest_turns = 2;
  constexpr int most_turns = 64;  // per round
  constexpr std::size_t enough_turns = 200;
  effort = told(std::vector{effort}, comm_).front();
  const Match match = match_at(point, candidates, effort);
  std::vector<std::vector<double>> seconds(there_.rank == 0 ? match.field.size() : 0);
  for (int next = fewest_turns;; next = std::min(2 * next, most_turns)) {
    int turns = 0;
    if (there_.rank == 0 && seconds.front().size() < enough_turns) {
      double expected = 0;
      for (const std::vector<double>& each : seconds)
        expected += next * match.calls * static_cast<double>(match.each.size()) *
                    tuning::median(each).median;
      if (patience({.seconds = expected, .is_needed = seconds.front().empty()})) turns = next;
    }
    turns = told(std::vector{turns}, comm_).front();
    if (turns == 0) return seconds;
    const Turns taken = turns_of(match, rotated(match.field.size(), turns));
    append_in_time(seconds, taken.seconds, taken.late);
  }
}

const measure::Contestant& CandidateTimer::contestant(schedule::Collective collective,
                                                      const std::string& name) {
  const std::string key = text::format("{} {}", schedule::name_of(collective), name);
  if (const auto found = contestants_.find(key); found != contestants_.end()) return found->second;
  const auto [algorithm, segment] = parts_of(name);
  const Segmented segmented(segment);
  return contestants_
      .emplace(key, algorithm == "native"
                        ? measure::native_contestant(comm_, nullptr)
                        : measure::allfold_contestant(comm_, algorithm, {&collective, 1}))
      .first->second;
}

CandidateTimer::Field CandidateTimer::field_of(schedule::Collective collective,
                                               const std::vector<rules::RuledKernel>& candidates) {
  std::string names;
  for (const rules::RuledKernel& each : candidates) names += rules::text_of(each) + '\n';
  std::istringstream lines(told(names, comm_));
  Field field;
  for (std::string name; std::getline(lines, name);) field.push_back(&contestant(collective, name));
  return field;
}

std::vector<int> CandidateTimer::next_round(trials::Trial& trial, int calls,
                                            const Patience& patience) const {
  std::vector<int> order;
  if (there_.rank == 0 && !trial.is_over()) {
    double seconds = 0;
    for (const std::size_t place : trial.running())
      seconds += tuning::in_seconds(trial.time(place)).median * calls * trial.turns_of_round();
    if (patience({.seconds = seconds, .is_needed = !trial.has_enough_calls()}))
      for (; !trial.is_round_over(); trial.pass())
        order.push_back(static_cast<int>(trial.turn().candidate));
  }
  return told(order, comm_);
}

CandidateTimer::Turns CandidateTimer::turns_of(const Match& match, std::span<const int> order) {
  const std::size_t size = match.field.size();
  std::vector<std::vector<double>> seconds(size);
  std::vector<std::vector<double>> late(size);
  for (const int place : order) {
    const auto i = static_cast<std::size_t>(place);
    late[i].push_back(0);
    for (const measure::Call& call : match.each) {
      calls_.work_before(call, setup_.calls.timings.front());
      const auto timed = calls_.time(*match.field[i], call, match.calls);
      seconds[i].push_back(timed.seconds);
      if (timed.is_late) late[i].back() = 1;
    }
  }
  Turns all;
  int late_turns = 0;
  for (std::size_t i = 0; i < size; ++i) {
    all.late.push_back(calls_.slowest(late[i]));
    // Each call may have another slowest rank.
    all.seconds.push_back(mean_of_calls(calls_.slowest(seconds[i]), match.each.size()));
    late_turns = std::max(late_turns, static_cast<int>(std::ranges::count(all.late[i], 1.0)));
  }
  if (calls_.greatest(std::array{late_turns})[0] > 1) calls_.widen_start();
  return there_.rank == 0 ? all : Turns{};
}

rules::Measurement CandidateTimer::measurement_of(const Point& point,
                                                  const std::vector<rules::RuledKernel>& candidates,
                                                  const trials::Trial& trial) const {
  rules::Measurement made{
      .collective = point.collective,
      .operation = setup_.operation,
      .ranks = there_.ranks,
      .ranks_per_node = nodes_.most(),
      .bytes = point.count * static_cast<std::int64_t>(setup_.calls.type->extent),
      .times = {}};
  for (std::size_t place = 0; place < candidates.size(); ++place)
    made.times.push_back(
        {.candidate = candidates[place], .seconds = tuning::in_seconds(trial.time(place))});
  return made;
}

}  // namespace allfold::command::tune
