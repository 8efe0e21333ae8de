#include "command/bench/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace allfold::bench {

namespace {

constexpr std::size_t most_turns = 4000;
constexpr double short_call_seconds = 1e-3;  // after how many turns ranks agree whether to go on
constexpr int turns_between_agreements = 20;
constexpr int long_turns_between_agreements = 2;

/// The values of the turns that are not late.
std::vector<double> kept(const std::vector<double>& values, const std::vector<double>& late) {
  std::vector<double> rest;
  for (std::size_t turn = 0; turn < values.size(); ++turn)
    if (late[turn] == 0) rest.push_back(values[turn]);
  return rest;
}

}  // namespace

Comparison::Comparison(MPI_Comm comm, const Surroundings& surroundings, const Setup& setup,
                       std::vector<Contestant> contestants)
    : setup_(setup), calls_(comm, surroundings, setup), contestants_(std::move(contestants)) {}

Times Comparison::measure(Collective collective, Timing timing, int count) {
  const Call call{.collective = collective, .count = count};
  std::vector<std::string> left_out;
  const Competitors all = competitors(call, left_out);
  calls_.prepare_timing(call);
  const double once = calls_.quickest(all, call);
  const int calls = timing == Timing::separated ? 1 : calls_.calls_of_batch(once);
  // Where all compete most of them share the MPI library's code, which is in the caches when their
  // turn comes: so each makes a call first that is not timed.
  const bool warms_up = all.size() > 2;
  const Turns turns = take_turns(all, once * calls, [&](const Contestant& contestant) {
    if (warms_up) static_cast<void>(calls_.time(contestant, call, 1));
    return calls_.time(contestant, call, calls);
  });
  Times times = evaluate(all, turns, calls);
  times.left_out = std::move(left_out);
  return times;
}

Times Comparison::measure_communicators() {
  const Competitors both = {&contestants_[0], &contestants_[1]};
  const auto time = [&](const Contestant& contestant) {
    return calls_.time_communicator(contestant);
  };
  for (const Contestant* contestant : both) time(*contestant);
  return evaluate(both, take_turns(both, 0, time), 1);
}

Comparison::Competitors Comparison::competitors(const Call& call,
                                                std::vector<std::string>& left_out) {
  Competitors all;
  for (const Contestant& contestant : contestants_) {
    if (all.size() < 2) {
      calls_.check(contestant, call);
    } else if (const std::string fault = calls_.fault_of(contestant, call); !fault.empty()) {
      left_out.push_back(fmt::format("{} ({})", contestant.name, fault));
      continue;
    }
    all.push_back(&contestant);
  }
  return all;
}

// Another one is first in each turn, so drift and what one leaves behind for the next hit all
// alike.
template <class Time>
Comparison::Turns Comparison::take_turns(const Competitors& competitors, double once, Time time) {
  const int between =
      once > short_call_seconds ? long_turns_between_agreements : turns_between_agreements;
  const std::size_t size = competitors.size();
  Turns turns(size + 1);
  const double begin = now();
  int late_now = 0;
  do {
    late_now = 0;
    for (int turn = 0; turn < between; ++turn) {
      bool is_late = false;
      for (std::size_t position = 0; position < size; ++position) {
        const std::size_t place = (static_cast<std::size_t>(turn) + position) % size;
        const Calls::Timed timed = time(*competitors[place]);
        turns[place].push_back(timed.seconds);
        is_late = is_late || timed.is_late;
      }
      turns[size].push_back(is_late ? 1 : 0);
      late_now += is_late ? 1 : 0;
    }
  } while (is_to_go_on(begin, turns[size].size(), late_now));
  return turns;
}

// Rank 0's time counts; if any rank was late more than once since last asked, starts get later.
bool Comparison::is_to_go_on(double begin, std::size_t turns, int late) {
  const bool has_time = turns < most_turns && now() - begin < setup_.seconds;
  const bool goes_on = turns < fewest_for_interval || has_time;
  const bool decides = calls_.surroundings().rank == 0;
  const auto [on, latest] = calls_.greatest(std::array{decides && goes_on ? 1 : 0, late});
  if (latest > 1) calls_.widen_start();
  return on != 0;
}

Times Comparison::evaluate(const Competitors& competitors, const Turns& turns, int calls) const {
  Turns slowest;
  for (const std::vector<double>& values : turns) slowest.push_back(calls_.slowest(values));
  if (calls_.surroundings().rank != 0) return {};
  std::vector<double> late = slowest.back();
  slowest.pop_back();
  const auto late_turns = static_cast<std::size_t>(std::ranges::count(late, 1.0));
  // Where hardly a start was in time, late ones are all there is.
  if (late.size() - late_turns < fewest_for_interval) late.assign(late.size(), 0);
  for (std::vector<double>& values : slowest) values = kept(values, late);
  const std::vector<double>& native = slowest[0];
  const std::vector<double>& allfold = slowest[1];
  Times times{.native = median(native),
              .allfold = median(allfold),
              .ratio = paired(native, allfold, std::divides()),
              .added = paired(allfold, native, std::minus()),
              .turns = static_cast<int>(native.size()),
              .calls = calls,
              .late_turns = static_cast<int>(std::ranges::count(late, 1.0))};
  if (competitors.size() == 2) return times;
  times.natives = {{.name = "default", .time = times.native, .ratio = times.ratio}};
  for (std::size_t place = 2; place < competitors.size(); ++place)
    times.natives.push_back({.name = competitors[place]->name,
                             .time = median(slowest[place]),
                             .ratio = paired(slowest[place], allfold, std::divides())});
  std::ranges::stable_sort(times.natives, {},
                           [](const NativeTime& each) { return each.time.value; });
  return times;
}

}  // namespace allfold::bench
