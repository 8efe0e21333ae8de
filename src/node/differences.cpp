// Part of Team: how a rank finds out that others ask for something else in a call, or have left it.
//
// Ranks that ask for different things may wait for marks that no rank will give. So a rank that has
// waited for a while publishes in its slot in which call it waits and what it asks for. It also
// checks whether the rank that it waits for asks for something else, or has ended the call without
// the mark. A rank that finds such a difference ends the call in the usual way, so that ranks that
// wait for it find out, too.
#include <algorithm>
#include <chrono>
#include <utility>

#include "node/team.hpp"

namespace allfold::node {

CallMark& Team::asked_in(int rank, const Step& step) const {
  return slot(rank)
      .own[static_cast<std::size_t>(Progress::staged)]
      .calls[step.cycle % OwnProgress::calls_kept];
}

// The kind is XORed into the highest bits, which no call number reaches.
std::uint64_t Team::number_of(const Step& step) const {
  constexpr unsigned kind_shift = 60;
  return call_ ^ step.kind << kind_shift;
}

void Team::show_asked(const Step& step) const {
  CallMark& shown = asked_in(rank_, step);
  // Relaxed: the release of a mark follows.
  shown.number.store(number_of(step), std::memory_order_relaxed);
  shown.signature.store(step.asked, std::memory_order_relaxed);
}

bool Team::asks_alike(int rank, const Step& step) {
  const CallMark& shown = asked_in(rank, step);
  const Signature signature = shown.signature.load(std::memory_order_relaxed);
  if (shown.number.load(std::memory_order_relaxed) == number_of(step) && signature == step.asked)
    return true;
  // If only the kind differs, the ranks have left a torn call at different times.
  if (signature != step.asked) note_other(rank, signature);
  return false;
}

bool Team::asks_otherwise(int rank, Signature own_asked) {
  CallMark& waiting = own().waiting_in;
  if (waiting.number.load(std::memory_order_relaxed) != call_) {
    waiting.number.store(0, std::memory_order_relaxed);
    // Release: a rank that sees this signature no longer sees the previous call number.
    waiting.signature.store(own_asked, std::memory_order_release);
    waiting.number.store(call_, std::memory_order_release);
    notices_.begin(std::chrono::nanoseconds(Waiting::nanoseconds()));
  }
  constexpr unsigned doubts_between_looks = 4;
  if (tell_of_long_wait_ != nullptr && ++doubts_ % doubts_between_looks == 0)
    note_wait(rank, own_asked);
  const std::optional<Signature> other = waits_in(rank, call_);
  if (!other || *other == own_asked) return false;
  note_other(rank, *other);
  return true;
}

void Team::note_wait(int rank, Signature own_asked) {
  const auto notice = notices_.due(std::chrono::nanoseconds(Waiting::nanoseconds()));
  if (!notice) return;
  LongWait wait{.rank = rank_,
                .ranks = ranks(),
                .group = group_,
                .call = call_,
                .asked = own_asked,
                .other = rank,
                .notice = *notice};
  const std::uint64_t call = slot(rank).waiting_in.number.load(std::memory_order_acquire);
  if (call < call_ && !has_left(rank, call))
    if (const std::optional<Signature> asked = waits_in(rank, call)) wait.asked_by_other = *asked;
  tell_of_long_wait_(wait);
}

std::optional<Signature> Team::waits_in(int rank, std::uint64_t call) const {
  const CallMark& waiting = slot(rank).waiting_in;
  if (waiting.number.load(std::memory_order_acquire) != call) return std::nullopt;
  const Signature asked = waiting.signature.load(std::memory_order_acquire);
  // The rank may have gone on to another call meanwhile.
  if (waiting.number.load(std::memory_order_relaxed) != call) return std::nullopt;
  return asked;
}

void Team::note_other(int rank, Signature asked, std::uint64_t call) {
  if (asked != torn_signature) other_ = Other{.rank = rank, .asked = asked, .call = call};
}

bool Team::await_able(int owner, std::uint64_t value) {
  const Mark& mark = slot(owner).able.mark;
  return await_unless([&] { return mark.load(std::memory_order_acquire) >= value; },
                      [&] {
                        const std::optional<Signature> other = waits_in(owner, call_ + 1);
                        if (other) note_other(owner, *other, call_ + 1);
                        return other || has_left(owner, call_ + 1);
                      });
}

// A rank that stops waiting for this reason does not announce it: it is enough that some rank has.
bool Team::await_untorn(const Mark& mark, std::uint64_t value) {
  return await_unless([&] { return mark.load(std::memory_order_acquire) >= value; },
                      [&] { return has_torn(); });
}

bool Team::has_torn() const {
  for (int rank = 0; rank < ranks(); ++rank)
    if (slot(rank).torn_in.mark.load(std::memory_order_acquire) != 0) return true;
  return false;
}

}  // namespace allfold::node
