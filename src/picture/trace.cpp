#include "picture/trace.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <tuple>

#include "cost/critical_path.hpp"
#include "picture/memories.hpp"
#include "program/compile.hpp"

namespace allfold::picture {

namespace {

using Kind = program::Operation::Kind;

int round_of(const cost::Event& event) { return static_cast<int>(std::lround(event.end)); }

std::vector<program::Program> compiled(const std::vector<schedule::Plan>& plans) {
  std::vector<program::Program> programs;
  programs.reserve(plans.size());
  for (const schedule::Plan& plan : plans)
    programs.push_back(program::compile(plan, program::Binding::separate));
  return programs;
}

class Follower {
 public:
  Follower(const std::vector<schedule::Plan>& plans, const proof::Goal& goal)
      : programs_(compiled(plans)), matching_(programs_), memories_(programs_, goal) {
    for (const schedule::Plan& plan : plans) schedules_.push_back(schedule::flatten(plan));
  }

  Trace follow() && {
    const auto events = cost::timeline(programs_, {.link = {.alpha = 1}}, 1);
    std::for_each(events.rbegin(), events.rend(),
                  [&](const cost::Event& event) { memories_.announce(position_of(event)); });
    for (const cost::Event& event : events) {
      while (static_cast<int>(held_.size()) < round_of(event)) note_holdings();
      take(event);
    }
    note_holdings();
    return {.ranks = programs_[0].ranks,
            .blocks = programs_[0].blocks,
            .held = std::move(held_),
            .messages = messages(),
            .reductions = reductions()};
  }

 private:
  using Deed = std::tuple<int, int, int>;  // round, from, to; or round, rank, 0

  /// A message, of one piece or several.
  struct Draft {
    schedule::Phase phase;
    bool meets_another;  // the receiver has another contribution to the same block
    std::vector<Piece> pieces;
  };

  [[nodiscard]] static proof::Position position_of(const cost::Event& event) {
    return {.rank = event.rank, .index = event.operation};
  }
  [[nodiscard]] const program::Operation& operation(proof::Position place) const {
    return programs_[static_cast<std::size_t>(place.rank)]
        .operations[static_cast<std::size_t>(place.index)];
  }
  [[nodiscard]] schedule::Phase phase_of(int rank, const program::Operation& operation) const {
    return schedules_[static_cast<std::size_t>(rank)]
        .rounds[static_cast<std::size_t>(operation.round)]
        .phase;
  }

  void note_holdings() {
    std::vector<Holdings>& all = held_.emplace_back();
    for (const program::Program& program : programs_)
      all.push_back(memories_.holdings(program.rank));
  }

  void take(const cost::Event& event) {
    const proof::Position place = position_of(event);
    const program::Operation& own = operation(place);
    memories_.pass(place);
    if (own.kind == Kind::receive) return deliver(event);
    if (own.kind == Kind::send) return;
    memories_.compute(place);
    if (own.kind != Kind::reduce) return;
    for (std::int64_t b = own.blocks.first; b < own.blocks.last; ++b)
      add(reduced_[{round_of(event), event.rank, 0}], b,
          memories_.ranks_in(event.rank, own.into, b));
  }

  /// A receive comes before its send among the events, so that the sender's memory still has the
  /// data.
  void deliver(const cost::Event& event) {
    const proof::Position to = position_of(event);
    const program::Operation& receive = operation(to);
    const proof::Position from{.rank = receive.peer,
                               .index = matching_.partner(matching_.number(to))};
    const auto [entry, is_new] = sent_.try_emplace({round_of(event), from.rank, to.rank});
    Draft& draft = entry->second;
    if (is_new) draft.phase = phase_of(from.rank, operation(from));
    if (draft.phase == schedule::Phase::unnamed) draft.phase = phase_of(to.rank, receive);
    memories_.deliver(from, to);
    for (std::int32_t v = 0; v < receive.vectors; ++v)
      for (std::int64_t b = receive.blocks.first; b < receive.blocks.last; ++b) {
        const schedule::Memory into = schedule::moved_on(receive.into, v);
        const Ranks value = memories_.ranks_in(to.rank, into, b);
        draft.meets_another |= memories_.holds_without(value, to.rank, b, into);
        add(draft.pieces, b, value);
      }
  }

  /// The phase that the algorithm names, or one by appearance: a contribution that the receiver
  /// reduces, or a value that is passed on unchanged.
  [[nodiscard]] schedule::Phase phase_of(const Deed& deed, const Draft& draft) const {
    if (draft.phase != schedule::Phase::unnamed) return draft.phase;
    if (!draft.meets_another) return schedule::Phase::gather;
    const auto [round, from, to] = deed;
    return peer_of({round, to}, contributes_to_) == from ? schedule::Phase::butterfly
                                                         : schedule::Phase::fold;
  }
  using Peers = std::map<std::pair<int, int>, int>;  // by round and rank
  [[nodiscard]] static int peer_of(std::pair<int, int> rank, const Peers& peers) {
    const auto found = peers.find(rank);
    return found == peers.end() ? -1 : found->second;
  }
  [[nodiscard]] std::vector<Message> messages() {
    for (const auto& [deed, draft] : sent_) {
      const auto [round, from, to] = deed;
      if (!draft.meets_another) continue;
      contributes_to_[{round, from}] = to;
    }
    std::vector<Message> all;
    for (const auto& [deed, draft] : sent_) {
      const auto [round, from, to] = deed;
      all.push_back({.round = round,
                     .from = from,
                     .to = to,
                     .phase = phase_of(deed, draft),
                     .contents = holdings_of(draft.pieces)});
    }
    return all;
  }
  [[nodiscard]] std::vector<Reduction> reductions() const {
    std::vector<Reduction> all;
    for (const auto& [deed, pieces] : reduced_)
      all.push_back(
          {.round = std::get<0>(deed), .rank = std::get<1>(deed), .results = holdings_of(pieces)});
    return all;
  }

  std::vector<schedule::Schedule> schedules_;  // for the phases of their rounds
  std::vector<program::Program> programs_;
  proof::Matching matching_;
  Memories memories_;
  std::vector<std::vector<Holdings>> held_;
  std::map<Deed, Draft> sent_;
  std::map<Deed, std::vector<Piece>> reduced_;
  Peers contributes_to_;  // where the receiver has another contribution
};

}  // namespace

Trace trace(const std::vector<schedule::Plan>& plans, const proof::Goal& goal) {
  assert(!plans.empty() && plans.size() <= most_ranks);
  return Follower(plans, goal).follow();
}

}  // namespace allfold::picture
