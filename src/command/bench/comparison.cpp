#include "command/bench/comparison.hpp"

#include <algorithm>
#include <functional>

#include "command/measure/stopping.hpp"
#include "text/format.hpp"
#include "tuning/halves.hpp"

namespace allfold::command::bench {

namespace {

constexpr std::size_t most_turns = 4000;
constexpr double short_call_seconds = 1e-3;  // longer batches agree on the end more often
constexpr int turns_between_agreements = 20;
constexpr int long_turns_between_agreements = 2;
constexpr std::size_t fewest_turns = 10;  // of short calls: enough for each half of the turns

/// The values of the turns that were not late.
std::vector<double> kept(const std::vector<double>& values, const std::vector<double>& late) {
  std::vector<double> rest;
  for (std::size_t turn = 0; turn < values.size(); ++turn)
    if (late[turn] == 0) rest.push_back(values[turn]);
  return rest;
}

}  // namespace

Comparison::Comparison(MPI_Comm comm, const measure::Surroundings& surroundings,
                       const measure::Setup& setup, measure::Contest contest)
    : setup_(setup), calls_(comm, surroundings, setup), contest_(std::move(contest)) {}

std::vector<Times> Comparison::measure(schedule::Collective collective, measure::Timing timing,
                                       int count) {
  if (is_stopped()) return {};
  const measure::Call call{.collective = collective, .count = count};
  std::vector<std::string> left_out;
  const Contestants all = contestants_for(call, left_out);
  calls_.prepare_timing(call);
  const double once = calls_.quickest(all, call);
  const int calls = timing == measure::Timing::back_to_back ? calls_.calls_of_batch(once) : 1;
  // If all native algorithms take part, most candidates share the MPI library's code, which the
  // previous candidate leaves in the caches. Each candidate therefore makes an untimed call first.
  // The effect on a long call is negligible.
  const bool warms_up = all.size() > 2 && once < short_call_seconds;
  const Turns turns =
      take_turns(all, {.once = once, .calls = calls}, [&](const measure::Contestant& contestant) {
        if (warms_up) static_cast<void>(calls_.time(contestant, call, 1));
        calls_.work_before(call, timing);
        return calls_.time(contestant, call, calls);
      });
  if (is_cut_short(turns)) return {};
  std::vector<Times> times;
  const Turns seconds = slowest(turns);
  for (std::size_t place = 1; place <= contest_.allfold.size(); ++place) {
    times.push_back(evaluate(seconds, place));
    times.back().algorithm = all[place]->algorithm;
    times.back().served = served_by(*all[place], call);
    times.back().calls = calls;
    times.back().natives = natives(all, seconds, place);
    hold_against_best(times.back(), seconds, place);
  }
  times.front().left_out = std::move(left_out);
  return times;
}

std::optional<Times> Comparison::measure_communicators() {
  if (is_stopped()) return std::nullopt;
  const Contestants both = {&contest_.native, &contest_.allfold.front()};
  const auto time = [&](const measure::Contestant& contestant) {
    return calls_.time_communicator(contestant);
  };
  for (const measure::Contestant* contestant : both) time(*contestant);
  const Turns turns = take_turns(both, {.once = 0, .calls = 1}, time);
  if (is_cut_short(turns)) return std::nullopt;
  Times times = evaluate(slowest(turns), 1);
  times.algorithm = contest_.allfold.front().algorithm;
  times.served.by.assign(1, '-');
  times.calls = 1;
  return times;
}

Comparison::Contestants Comparison::contestants_for(const measure::Call& call,
                                                    std::vector<std::string>& left_out) {
  Contestants all = {&contest_.native};
  for (const measure::Contestant& contestant : contest_.allfold) all.push_back(&contestant);
  for (const measure::Contestant* contestant : all) calls_.check(*contestant, call);
  for (const measure::Contestant& contestant : contest_.others) {
    const std::string fault = calls_.fault_of(contestant, call);
    if (fault.empty())
      all.push_back(&contestant);
    else
      left_out.push_back(text::format("{} ({})", contestant.name, fault));
  }
  return all;
}

measure::Served Comparison::served_by(const measure::Contestant& contestant,
                                      const measure::Call& call) {
  measure::KernelCounter counter(call.collective);
  static_cast<void>(calls_.time(contestant, call, 1));
  return counter.ran();
}

// Each turn begins with another candidate, so that drift, and the caches that a candidate leaves to
// the next, affect all candidates alike.
template <class Time>
Comparison::Turns Comparison::take_turns(const Contestants& contestants, Batch batch, Time time) {
  const int between = batch.once * batch.calls > short_call_seconds ? long_turns_between_agreements
                                                                    : turns_between_agreements;
  const std::size_t fewest =
      batch.once < measure::long_call_seconds ? fewest_turns : tuning::fewest_for_interval;
  const std::size_t size = contestants.size();
  Turns turns(size + 1);
  const double begin = measure::now();
  int late_now = 0;
  do {
    late_now = 0;
    for (int turn = 0; turn < between; ++turn) {
      bool is_late = false;
      for (std::size_t position = 0; position < size; ++position) {
        const std::size_t place = (static_cast<std::size_t>(turn) + position) % size;
        const measure::Calls::Timed timed = time(*contestants[place]);
        turns[place].push_back(timed.seconds);
        is_late = is_late || timed.is_late;
      }
      turns[size].push_back(is_late ? 1 : 0);
      late_now += is_late ? 1 : 0;
    }
  } while (is_to_go_on(begin, fewest, turns[size].size(), late_now));
  return turns;
}

// Rank 0's clock decides. If some rank was late more than once since the last agreement, later
// starts leave more time.
bool Comparison::is_to_go_on(double begin, std::size_t fewest, std::size_t turns, int late) {
  const bool has_time = turns < most_turns && measure::now() - begin < setup_.seconds;
  const bool goes_on = turns < fewest || has_time;
  const bool decides = calls_.surroundings().rank == 0;
  const auto [on, latest, signal] =
      calls_.greatest(std::array{decides && goes_on ? 1 : 0, late, measure::noted_signal()});
  if (latest > 1) calls_.widen_start();
  stopped_by_ = signal;
  return on != 0 && signal == 0;
}

bool Comparison::is_stopped() {
  stopped_by_ = calls_.greatest(std::array{measure::noted_signal()})[0];
  return stopped_by_ != 0;
}

bool Comparison::is_cut_short(const Turns& turns) const {
  return stopped_by_ != 0 && turns.back().size() < tuning::fewest_for_interval;
}

Comparison::Turns Comparison::slowest(const Turns& turns) const {
  Turns slowest;
  for (const std::vector<double>& values : turns) slowest.push_back(calls_.slowest(values));
  if (calls_.surroundings().rank != 0) return {};
  std::vector<double>& late = slowest.back();
  const auto late_turns = static_cast<std::size_t>(std::ranges::count(late, 1.0));
  // If too few starts were in time, the late turns are used as well.
  if (late.size() - late_turns < tuning::fewest_for_interval) late.assign(late.size(), 0);
  for (std::size_t place = 0; place + 1 < slowest.size(); ++place)
    slowest[place] = kept(slowest[place], late);
  return slowest;
}

Times Comparison::evaluate(const Turns& slowest, std::size_t place) {
  if (slowest.empty()) return {};
  const std::vector<double>& native = slowest[0];
  const std::vector<double>& allfold = slowest[place];
  return {.native = tuning::median(native),
          .allfold = tuning::median(allfold),
          .ratio = tuning::paired(native, allfold, std::divides()),
          .added = tuning::paired(allfold, native, std::minus()),
          .native_p95 = tuning::percentile(native, 0.95),
          .allfold_p95 = tuning::percentile(allfold, 0.95),
          .turns = static_cast<int>(native.size()),
          .late_turns = static_cast<int>(std::ranges::count(slowest.back(), 1.0))};
}

void Comparison::hold_against_best(Times& times, const Turns& slowest, std::size_t place) const {
  if (slowest.empty()) return;
  const auto after_own = slowest.begin() + 1 + static_cast<std::ptrdiff_t>(contest_.allfold.size());
  const Turns own(slowest.begin() + 1, after_own);
  times.regret = tuning::paired(slowest[place], tuning::best_by_halves(own), std::divides());
  if (contest_.others.empty()) return;
  Turns natives = {slowest.front()};
  natives.insert(natives.end(), after_own, slowest.end() - 1);
  times.best_ratio =
      tuning::paired(tuning::best_by_halves(natives), slowest[place], std::divides());
}

std::vector<NativeTime> Comparison::natives(const Contestants& contestants, const Turns& slowest,
                                            std::size_t place) const {
  if (slowest.empty() || contest_.others.empty()) return {};
  std::vector<NativeTime> natives;
  for (std::size_t other = 0; other < contestants.size(); ++other) {
    if (other >= 1 && other <= contest_.allfold.size()) continue;
    natives.push_back({.name = other == 0 ? "default" : contestants[other]->name,
                       .time = tuning::median(slowest[other]),
                       .ratio = tuning::paired(slowest[other], slowest[place], std::divides()),
                       .p95 = tuning::percentile(slowest[other], 0.95)});
  }
  std::ranges::stable_sort(natives, {}, [](const NativeTime& each) { return each.time.median; });
  return natives;
}

}  // namespace allfold::command::bench
