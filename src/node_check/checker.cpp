#include "node_check/checker.hpp"

#include <algorithm>
#include <cstring>

#include "text/format.hpp"

namespace allfold::node_check {

namespace {

thread_local Checker* the_checker = nullptr;

const char* name_of(Access access) { return access == Access::read ? "read" : "write"; }

}  // namespace

Checker::~Checker() {
  if (the_checker == this) the_checker = nullptr;
}

Checker* Checker::running() {
  return the_checker != nullptr && the_checker->ranks_ && the_checker->ranks_->is_running()
             ? the_checker
             : nullptr;
}

Arena& Checker::begin_anew() {
  arena_.clear();
  variables_.clear();
  plain_.clear();
  for (std::size_t rank = 0; rank < most_ranks; ++rank) {
    knowledge_[rank].times.fill(0);
    knowledge_[rank].times[rank] = 1;
    knowledge_[rank].oldest.clear();
    polls_[rank] = {};
    late_[rank].clear();
  }
  fault_.reset();
  clock_ = 0;
  return arena_;
}

std::optional<std::string> Checker::run(const Setting& setting,
                                        const std::function<void(std::size_t)>& body) {
  setting_ = &setting;
  ranks_.emplace(setting.ranks, setting.choices);
  the_checker = this;
  const bool have_ended = ranks_->run([&](std::size_t rank) {
    body(rank);
    write_late();
  });
  the_checker = nullptr;
  ranks_.reset();
  if (!have_ended && !fault_) fault_ = "ranks wait without end";
  return std::exchange(fault_, std::nullopt);
}

void Checker::fault(const std::string& what) {
  if (fault_) return;
  fault_ = text::format("rank {}: {}", rank(), what);
  ranks_->end_choices();
}

void Checker::meet(std::size_t ranks) {
  ranks_->meet(ranks, [&] {
    Knowledge all;
    for (std::size_t rank = 0; rank < ranks; ++rank) all.join(knowledge_[rank]);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
      knowledge_[rank].join(all);
      ++knowledge_[rank].times[rank];
    }
  });
}

void Checker::begin_access(Choices::Points of) {
  ++accesses_;
  if (of == Choices::Points::marks || setting_->choices.points() == Choices::Points::all_accesses)
    ranks_->preempt();
}

Variables::Order Checker::effective(std::memory_order order, Mutation::Kind kind,
                                    const void* at) const {
  return order == std::memory_order_relaxed || setting_->mutation.is(kind, at)
             ? Variables::Order::relaxed
             : Variables::Order::synchronising;
}

std::uint64_t Checker::load(const void* at, unsigned bytes, std::memory_order order) {
  begin_access(Choices::Points::marks);
  const std::size_t variable = variables_.at(at, bytes);
  note_data(at, bytes, Access::read);
  Poll& poll = polls_[rank()];
  const std::uint32_t visible = variables_.visible(own(), variable);
  const bool may_be_old = visible > 1 && !fault_ && !(poll.is_on && poll.wants_new);
  const std::uint32_t age = may_be_old ? setting_->choices.age(visible) : 0;
  if (poll.is_on) {
    poll.loaded.push_back({.variable = variable, .newest = variables_.newest(variable)});
    poll.was_old = poll.was_old || age > 0;
    poll.is_left_out = poll.is_left_out && setting_->mutation.is(Mutation::Kind::no_waits, at);
  }
  return variables_.load(own(), variable, age, effective(order, Mutation::Kind::relaxed_loads, at));
}

void Checker::store(void* at, unsigned bytes, std::uint64_t value, std::memory_order order) {
  begin_access(Choices::Points::marks);
  const std::size_t variable = variables_.at(at, bytes);
  // Whether a value was stored again makes no difference to those who load it.
  if (std::memcmp(at, &value, bytes) != 0) note_data(at, bytes, Access::write);
  note_newest(variable, at);
  const Variables::Order effect = effective(order, Mutation::Kind::relaxed_stores, at);
  const bool is_early = setting_->mutation.is(Mutation::Kind::early_stores, at);
  // Only the marks that are concerned come before the data.
  if (effect == Variables::Order::synchronising && !is_early) write_late();
  variables_.store(own(), rank(), variable, value, effect);
  std::memcpy(at, &value, bytes);
  ranks_->note_store(variable);
  if (is_early) write_late();
}

std::uint64_t Checker::fetch_add(void* at, unsigned bytes, std::uint64_t by,
                                 std::memory_order order) {
  begin_access(Choices::Points::marks);
  const std::size_t variable = variables_.at(at, bytes);
  const bool acquires = order != std::memory_order_release;
  const bool releases = order != std::memory_order_acquire;
  using enum Variables::Order;
  const std::uint64_t before = variables_.load(
      own(), variable, 0, acquires ? effective(order, Mutation::Kind::relaxed_loads, at) : relaxed);
  const std::uint64_t after = before + by;
  variables_.exchange(own(), rank(), variable, after,
                      releases ? effective(order, Mutation::Kind::relaxed_stores, at) : relaxed);
  std::memcpy(at, &after, bytes);
  ranks_->note_store(variable);
  return before;
}

// Where ranks store to a variable in turns, each has seen the store before. Otherwise it would not
// be determined which one is the last.
void Checker::note_newest(std::size_t variable, const void* at) {
  if (variables_.visible(own(), variable) > 1)
    fault(text::format("stores to {} without having seen the store before", setting_->name(at)));
}

void Checker::begin_poll() {
  Poll& poll = polls_[rank()];
  poll.is_on = true;
  poll.was_old = false;
  poll.is_left_out = true;
  poll.loaded.clear();
}

bool Checker::end_poll(bool is_true) {
  Poll& poll = polls_[rank()];
  poll.is_on = false;
  const bool is_over = is_true || (poll.is_left_out && !poll.loaded.empty() && !fault_);
  if (is_over || poll.was_old) {
    poll.wants_new = !is_over;
    poll.looks = 0;
    if (!is_over) ranks_->step_back();
    return is_over;
  }
  if (!fault_ && ++poll.looks < setting_->choices.looks()) return false;
  poll.looks = 0;
  const bool has_changed = std::ranges::any_of(poll.loaded, [&](const Poll::Look& look) {
    return variables_.newest(look.variable) != look.newest;
  });
  if (has_changed) {
    ranks_->step_back();
    return false;
  }
  awaited_.clear();
  for (const Poll::Look& look : poll.loaded) awaited_.push_back(look.variable);
  ranks_->await(awaited_);
  return false;
}

void Checker::access(const void* at, std::size_t bytes, Access access) {
  if (fault_ || !arena_.contains(at)) return;
  const auto race = plain_.access(own().times, rank(), at, bytes, access);
  if (race)
    fault(text::format("{}s {}: not ordered after the {} of rank {}", name_of(access),
                       setting_->name(race->at), name_of(race->before), race->other));
}

void Checker::note_data(const void* at, unsigned bytes, Access how) {
  if (setting_->is_data(at)) access(at, bytes, how);
}

void Checker::read(const void* from, std::size_t bytes) {
  if (!arena_.contains(from) || bytes == 0) return;
  // A rank sees its own writes.
  if (!late_[rank()].empty()) write_late();
  begin_access(Choices::Points::all_accesses);
  if (!fault_ && setting_->unwritten == Setting::Unwritten::not_read &&
      !plain_.is_written(from, bytes))
    return fault(text::format("reads {}: nothing was written there", setting_->name(from)));
  access(from, bytes, Access::read);
}

void Checker::write(void* into, const void* value, std::size_t bytes) {
  if (bytes == 0) return;
  if (!arena_.contains(into)) {
    std::memcpy(into, value, bytes);
    return;
  }
  begin_access(Choices::Points::all_accesses);
  const auto* const first = static_cast<const std::byte*>(value);
  if (setting_->mutation.kind == Mutation::Kind::early_stores && !fault_) {
    late_[rank()].push_back({.into = into, .value = {first, first + bytes}});
    return;
  }
  access(into, bytes, Access::write);
  std::memcpy(into, value, bytes);
}

void Checker::write_late() {
  for (const Late& late : std::exchange(late_[rank()], {})) {
    begin_access(Choices::Points::marks);
    access(late.into, late.value.size(), Access::write);
    std::memcpy(late.into, late.value.data(), late.value.size());
  }
}

void Checker::copy(void* into, const void* from, std::size_t bytes) {
  read(from, bytes);
  write(into, from, bytes);
}

}  // namespace allfold::node_check
