#include "algorithms/step.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/pairwise.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Step::Kind;
using Form = Step::Form;

Phase phase_of(Kind kind) {
  switch (kind) {
    case Kind::butterfly: return Phase::butterfly;
    case Kind::three_two: return Phase::three_two;
    case Kind::two_one: return Phase::two_one;
    case Kind::ring: return Phase::ring;
  }
  return Phase::unnamed;
}

// The reduction phase -----------------------------------------------------------------------------

void exchange_and_reduce(Author& author, int peer, Side side, Blocks give, Blocks keep) {
  author.next_round();
  author.send_partial(peer, give);
  author.receive_and_reduce(peer, side, keep);
}

void take_butterfly(Author& author, const Step& step, Blocks piece) {
  const int other = 1 - step.place;
  exchange_and_reduce(author, step.rank_at(other), other == 1 ? Side::right : Side::left,
                      step.form == Form::full ? piece : share_of(piece, other, 2),
                      kept(step, piece));
}

/// Long form, (a ∘ b) ∘ c: a and b exchange halves, then b's half goes to c while c's other half
/// goes to a.
void take_three_two_halving(Author& author, const Step& step, Blocks piece) {
  const int a = step.rank_at(0);
  const int b = step.rank_at(1);
  const int c = step.rank_at(2);
  const Blocks lower = lower_half(piece);
  const Blocks upper = upper_half(piece);
  switch (step.place) {
    case 0:
      exchange_and_reduce(author, b, Side::right, upper, lower);
      author.next_round();
      author.receive_and_reduce(c, Side::right, lower);
      break;
    case 1:
      exchange_and_reduce(author, a, Side::left, lower, upper);
      author.next_round();
      author.send_partial(c, upper);
      break;
    default:
      author.next_round();
      author.send_partial(a, lower);
      author.receive_and_reduce(b, Side::left, upper);
  }
}

/// Short form: b goes into a, then a and c exchange.
void take_three_two_full(Author& author, const Step& step, Blocks piece) {
  const int a = step.rank_at(0);
  if (step.place == 2) return exchange_and_reduce(author, a, Side::left, piece, piece);
  author.next_round();
  if (step.place == 1) return author.send_partial(a, piece);
  author.receive_and_reduce(step.rank_at(1), Side::right, piece);
  exchange_and_reduce(author, step.rank_at(2), Side::right, piece, piece);
}

void take_two_one(Author& author, const Step& step, Blocks piece) {
  const int other = step.rank_at(1 - step.place);
  author.next_round();
  if (step.place != step.survivor) return author.send_partial(other, piece);
  author.receive_and_reduce(other, step.place == 0 ? Side::right : Side::left, piece);
}

Circle circle_of(const Step& step) { return {step.members, step.place}; }

/// Calls visit(distance, count) for the messages of an allgather. In each, a member sends `count`
/// of the items that it had before the round to the member at -distance, and receives as many from
/// the one at +distance. Each round multiplies the items of a member by `radix`, up to `members`.
template <class Visit>
void for_each_multiplying(Author& author, int members, int radix, Visit visit) {
  for (std::int64_t had = 1; had < members; had *= radix) {
    author.next_round();
    for (std::int64_t distance = had; distance < std::min<std::int64_t>(members, had * radix);
         distance += had)
      visit(static_cast<int>(distance), static_cast<int>(std::min(had, members - distance)));
  }
}

/// All members gather whole pieces, in order from this member's own. The own piece is copied next
/// to the others only if a message carries it together with them.
std::vector<Memory> gather_contributions(Author& author, const Circle& circle, Blocks piece,
                                         int radix) {
  const Memory own = author.partial();
  const bool takes_rows = gathers_in_row(circle.size(), radix);
  const Memory first =
      takes_rows ? author.new_scratch_row(piece, circle.size()) : author.new_scratch(piece);
  for (int i = 2; !takes_rows && i < circle.size(); ++i) author.new_scratch(piece);
  const auto memory_at = [&](int distance) {
    return moved_on(first, takes_rows ? distance : distance - 1);
  };
  for_each_multiplying(author, circle.size(), radix, [&](int distance, int count) {
    author.send(circle.rank(-distance), count == 1 ? own : first, piece, count);
    author.receive(circle.rank(distance), memory_at(distance), piece, count);
    if (distance == 1 && takes_rows) author.copy({.into = first, .from = own, .blocks = piece});
  });
  std::vector<Memory> contributions(static_cast<std::size_t>(circle.size()), own);
  for (int distance = 1; distance < circle.size(); ++distance)
    contributions[static_cast<std::size_t>(circle.place(distance))] = memory_at(distance);
  return contributions;
}

/// All contributions are kept, so that they can be reduced in rank order. With a radix above 2, all
/// shares are sent in one round.
void take_ring(Author& author, const Step& step, Blocks piece) {
  const Circle circle = circle_of(step);
  if (step.form == Form::full)
    return reduce_as_f(author, gather_contributions(author, circle, piece, step.radix), piece);
  exchange_pairwise(author, circle, step.radix == 2 ? Sending::round_by_round : Sending::at_once,
                    [&](int place) { return share_of(piece, place, circle.size()); });
}

// The routing phase -------------------------------------------------------------------------------

/// One message of the routing phase, among members by their places.
struct Route {
  int from;
  int to;
  Blocks blocks;
};

/// The messages that undo a step of two or three members, round by round.
std::vector<std::vector<Route>> routes(const Step& step, Blocks piece) {
  const Blocks lower = lower_half(piece);
  const Blocks upper = upper_half(piece);
  if (step.kind == Kind::butterfly && step.form == Form::halving) {
    std::vector<Route> round;
    if (step.goes_to(0)) round.push_back({1, 0, upper});
    if (step.goes_to(1)) round.push_back({0, 1, lower});
    return {round};
  }
  if (step.kind == Kind::three_two && step.form == Form::halving) {
    if (step.destination == Step::everyone)
      return {{{2, 1, upper}, {0, 2, lower}}, {{0, 1, lower}, {1, 0, upper}}};
    if (step.goes_to(0)) return {{{2, 0, upper}}};
    if (step.goes_to(1)) return {{{0, 1, lower}}, {{2, 1, upper}}};
    if (step.goes_to(2)) return {{{0, 2, lower}}};
  }
  if (step.kind == Kind::three_two && step.form == Form::full && step.goes_to(1))
    return {{{0, 1, piece}}};
  if (const int out = 1 - step.survivor; step.kind == Kind::two_one && step.goes_to(out))
    return {{{step.survivor, out, piece}}};
  return {};
}

void undo_few(Author& author, const Step& step, Blocks piece) {
  for (const auto& round : routes(step, piece)) {
    author.next_round();
    for (const Route& route : round) {
      if (route.from == step.place)
        author.send(step.rank_at(route.to), Memory::result, route.blocks);
      if (route.to == step.place) author.receive_result(step.rank_at(route.from), route.blocks);
    }
  }
}

/// Calls visit(blocks) for the shares of the members at distances first ... last-1: one range, or
/// two if they wrap around.
template <class Visit>
void for_each_range(const Circle& circle, Blocks piece, int first, int last, Visit visit) {
  for (int distance = first; distance < last;) {
    const int place = circle.place(distance);
    const int count = std::min(last - distance, circle.size() - place);
    visit(Blocks{.first = share_of(piece, place, circle.size()).first,
                 .last = share_of(piece, place + count - 1, circle.size()).last});
    distance += count;
  }
}

/// Each member gets the shares of all.
void spread_shares(Author& author, const Circle& circle, Blocks piece, int radix) {
  for_each_multiplying(author, circle.size(), radix, [&](int distance, int count) {
    for_each_range(circle, piece, 0, count, [&](Blocks blocks) {
      author.send(circle.rank(-distance), Memory::result, blocks);
    });
    for_each_range(circle, piece, distance, distance + count,
                   [&](Blocks blocks) { author.receive_result(circle.rank(distance), blocks); });
  });
}

/// The member at `destination` gets the shares of all, up a tree of ranges that begin there. In
/// each round a member receives from up to radix - 1 others.
void gather_shares(Author& author, const Circle& circle, Blocks piece, int destination, int radix) {
  const int from_root = (circle.place(0) - destination + circle.size()) % circle.size();
  const int above = circle.size() - from_root;
  for (std::int64_t had = 1; had < circle.size(); had *= radix) {
    author.next_round();
    if (const auto to_parent = static_cast<int>(from_root % (had * radix)); to_parent != 0) {
      for_each_range(
          circle, piece, 0, static_cast<int>(std::min<std::int64_t>(had, above)),
          [&](Blocks blocks) { author.send(circle.rank(-to_parent), Memory::result, blocks); });
      return;
    }
    for (std::int64_t first = had; first < std::min<std::int64_t>(above, had * radix);
         first += had) {
      const auto from = static_cast<int>(first);
      for_each_range(circle, piece, from,
                     static_cast<int>(std::min<std::int64_t>(first + had, above)),
                     [&](Blocks blocks) { author.receive_result(circle.rank(from), blocks); });
    }
  }
}

void undo_ring(Author& author, const Step& step, Blocks piece) {
  const Circle circle = circle_of(step);
  if (step.form == Form::full || step.destination == Step::nobody) return;
  step.destination == Step::everyone
      ? spread_shares(author, circle, piece, step.radix)
      : gather_shares(author, circle, piece, step.destination, step.radix);
}

}  // namespace

Blocks kept(const Step& step, Blocks piece) {
  if (step.kind == Kind::three_two && step.place == 1) return {};
  if (step.kind == Kind::two_one && step.place != step.survivor) return {};
  if (step.form == Form::full) return piece;
  if (step.kind == Kind::ring)
    return share_of(piece, step.place, static_cast<std::int64_t>(step.members.size()));
  return step.place == 0 ? lower_half(piece) : upper_half(piece);
}

Blocks take(Author& author, const Taken& taken) {
  const auto& [step, piece] = taken;
  author.enter(step.phase == Phase::unnamed ? phase_of(step.kind) : step.phase);
  switch (step.kind) {
    case Kind::butterfly: take_butterfly(author, step, piece); break;
    case Kind::three_two:
      step.form == Form::halving ? take_three_two_halving(author, step, piece)
                                 : take_three_two_full(author, step, piece);
      break;
    case Kind::two_one: take_two_one(author, step, piece); break;
    case Kind::ring: take_ring(author, step, piece); break;
  }
  return kept(step, piece);
}

void undo(Author& author, const Taken& taken) {
  author.enter(taken.step.phase == Phase::fold ? Phase::fold : Phase::gather);
  taken.step.kind == Kind::ring ? undo_ring(author, taken.step, taken.piece)
                                : undo_few(author, taken.step, taken.piece);
}

void Steps::take(Step step) {
  taken_.push_back({.step = std::move(step), .piece = piece_});
  piece_ = allfold::algorithms::take(author_, taken_.back());
}

void Steps::undo_latest() {
  undo(author_, taken_.back());
  piece_ = taken_.back().piece;
  taken_.pop_back();
}

void Steps::route() {
  while (!taken_.empty()) undo_latest();
}

}  // namespace allfold::algorithms
