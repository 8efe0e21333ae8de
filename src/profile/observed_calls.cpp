#include "profile/observed_calls.hpp"

#include <cstdint>
#include <utility>

#include "text/size_class.hpp"

namespace allfold::profile {

namespace {

// The first kinds are those of merged calls, one for each collective.
constexpr std::size_t merged_kinds = schedule::all_collectives.size();
int merged_kind_of(const Kind& kind) { return static_cast<int>(kind.collective); }
bool is_merged(int kind) { return kind < static_cast<int>(merged_kinds); }

std::uint8_t stratum_of(schedule::Collective collective, std::int64_t bytes) {
  static_assert(Samples::strata <= std::size_t{UINT8_MAX} + 1);
  return static_cast<std::uint8_t>(schedule::index_of(collective) * text::size_classes +
                                   static_cast<std::size_t>(text::size_class_of(bytes)));
}

}  // namespace

ObservedCalls::ObservedCalls(std::size_t samples, Resolve resolve)
    : resolve_(resolve), samples_(samples) {
  for (const schedule::Collective collective : schedule::all_collectives)
    kinds_.push_back(merged_kind(collective));
}

int ObservedCalls::kind(const Kind& kind) {
  const std::lock_guard lock(mutex_);
  if (const auto known = number_of_kind_.find(kind); known != number_of_kind_.end())
    return known->second;
  if (kinds_.size() >= most_classes) return merged_kind_of(kind);
  const int number = static_cast<int>(kinds_.size());
  kinds_.push_back(kind);
  number_of_kind_.emplace(kind, number);
  return number;
}

ObservedCalls::Bucket ObservedCalls::found(const ObservedCall& call) {
  const std::lock_guard lock(mutex_);
  const auto known = class_of_.find({call.kind, call.caller});
  if (known != class_of_.end() && known->second != nullptr)
    return {.kind = call.kind, .caller = call.caller, .of = known->second};
  const bool has_room = !is_merged(call.kind) && classes_.size() + merged_kinds < most_classes;
  Counters& counters =
      has_room ? counters_of(call.kind, call.caller)
               : counters_of(merged_kind_of(kinds_[static_cast<std::size_t>(call.kind)]), nullptr);
  return {.kind = call.kind, .caller = call.caller, .of = &counters};
}

ObservedCalls::Counters& ObservedCalls::counters_of(int kind, const void* caller) {
  Counters*& known = class_of_[{kind, caller}];
  if (known != nullptr) return *known;
  // Whatever may throw comes first: no class must be made that class_of_ does not list.
  Site site = caller != nullptr ? resolve_(caller) : Site{};
  Counters& made = classes_.emplace_back();
  made.number = static_cast<std::uint16_t>(classes_.size() - 1);
  made.kind = kind;
  made.caller = caller;
  made.site = std::move(site);
  known = &made;
  return made;
}

// Integers only: the program may trap floating-point exceptions.
void ObservedCalls::count(Counters& of, const ObservedCall& call) {
  const Nanoseconds duration = call.end - call.arrival;
  if (call.counts) {
    increase(of.calls, 1);
    increase(of.bytes, call.bytes);
    if (call.is_in_place) increase(of.calls_in_place, 1);
    if (is_merged(of.kind)) merged_.fetch_add(1, std::memory_order_relaxed);
  }
  increase(of.by_duration[duration_class_of(duration)], duration);
  const schedule::Collective collective = kinds_[static_cast<std::size_t>(call.kind)].collective;
  samples_.add({.arrival = call.arrival,
                .duration = duration,
                .call_class = of.number,
                .stratum = stratum_of(collective, call.bytes),
                .waits = call.waits});
}

std::vector<ObservedCalls::Class> ObservedCalls::classes() const {
  const auto number = [](const Counter& counter) {
    return static_cast<std::uint64_t>(counter.load(std::memory_order_relaxed));
  };
  const std::lock_guard lock(mutex_);
  std::vector<Class> all;
  for (const Counters& each : classes_) {
    Class& made = all.emplace_back(Class{.kind = kinds_[static_cast<std::size_t>(each.kind)],
                                         .site = each.site,
                                         .counted = {.calls = number(each.calls),
                                                     .calls_in_place = number(each.calls_in_place),
                                                     .bytes = number(each.bytes)}});
    for (std::size_t d = 0; d < durations; ++d) {
      made.counted.by_duration[d] = each.by_duration[d].load(std::memory_order_relaxed);
      made.counted.nanoseconds += made.counted.by_duration[d];
    }
  }
  return all;
}

}  // namespace allfold::profile
