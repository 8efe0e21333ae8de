#include "algorithms/step.hpp"

namespace allfold {

namespace {

using Kind = Step::Kind;
using Form = Step::Form;

/// The ranks of a step by their roles.
struct Roles {
  int a, b, c;
  explicit Roles(const Step& step) : a(step.members[0]), b(step.members[1]), c(step.members[2]) {}
};

void exchange_and_reduce(Author& author, int peer, Side side, Blocks give, Blocks keep) {
  author.next_round();
  author.send_partial(peer, give);
  author.receive_and_reduce(peer, side, keep);
}

void take_butterfly(Author& author, const Step& step, Blocks piece) {
  const auto [a, b, c] = Roles(step);
  const Blocks keep = kept(step, piece);
  const bool is_first = step.place == 0;
  const Blocks other_half = is_first ? upper_half(piece) : lower_half(piece);
  exchange_and_reduce(author, is_first ? b : a, is_first ? Side::right : Side::left,
                      step.form == Form::full ? piece : other_half, keep);
}

/// Long form, (a ∘ b) ∘ c: a and b exchange halves, then b's half goes to c while c's other half
/// goes to a.
void take_three_two_halving(Author& author, const Step& step, Blocks piece) {
  const auto [a, b, c] = Roles(step);
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
  const auto [a, b, c] = Roles(step);
  if (step.place == 2) return exchange_and_reduce(author, a, Side::left, piece, piece);
  author.next_round();
  if (step.place == 1) return author.send_partial(a, piece);
  author.receive_and_reduce(b, Side::right, piece);
  exchange_and_reduce(author, c, Side::right, piece, piece);
}

void take_two_one(Author& author, const Step& step, Blocks piece) {
  const auto [a, b, c] = Roles(step);
  author.next_round();
  if (step.place == 1) return author.send_partial(a, piece);
  author.receive_and_reduce(b, Side::right, piece);
}

/// One message of the routing phase, among members by their places.
struct Route {
  int from;
  int to;
  Blocks blocks;
};

/// The messages that undo a step, in rounds.
std::vector<std::vector<Route>> routes(const Step& step, Blocks piece) {
  const Blocks lower = lower_half(piece);
  const Blocks upper = upper_half(piece);
  const bool everyone = step.destination == Destination::everyone;
  const auto goes_to = [&](Destination member) { return everyone || step.destination == member; };
  const bool halving = step.form == Form::halving;

  if (step.kind == Kind::butterfly && halving) {
    std::vector<Route> round;
    if (goes_to(Destination::first)) round.push_back({1, 0, upper});
    if (goes_to(Destination::second)) round.push_back({0, 1, lower});
    return {round};
  }
  if (step.kind == Kind::three_two && halving) {
    if (everyone) return {{{2, 1, upper}, {0, 2, lower}}, {{0, 1, lower}, {1, 0, upper}}};
    if (goes_to(Destination::first)) return {{{2, 0, upper}}};
    if (goes_to(Destination::second)) return {{{0, 1, lower}}, {{2, 1, upper}}};
    if (goes_to(Destination::third)) return {{{0, 2, lower}}};
  }
  if (step.kind != Kind::butterfly && !halving && goes_to(Destination::second))
    return {{{0, 1, piece}}};
  return {};
}

}  // namespace

Blocks kept(const Step& step, Blocks piece) {
  if (step.kind != Kind::butterfly && step.place == 1) return {};
  if (step.form == Form::full) return piece;
  return step.place == 0 ? lower_half(piece) : upper_half(piece);
}

Blocks take(Author& author, const Taken& taken) {
  const auto& [step, piece] = taken;
  switch (step.kind) {
    case Kind::butterfly: take_butterfly(author, step, piece); break;
    case Kind::three_two:
      step.form == Form::halving ? take_three_two_halving(author, step, piece)
                                 : take_three_two_full(author, step, piece);
      break;
    case Kind::two_one: take_two_one(author, step, piece); break;
  }
  return kept(step, piece);
}

void undo(Author& author, const Taken& taken) {
  const Step& step = taken.step;
  const auto rank_at = [&](int place) { return step.members[static_cast<std::size_t>(place)]; };
  for (const auto& round : routes(step, taken.piece)) {
    author.next_round();
    for (const Route& route : round) {
      if (route.from == step.place) author.send(rank_at(route.to), Memory::result, route.blocks);
      if (route.to == step.place) author.receive_result(rank_at(route.from), route.blocks);
    }
  }
}

void Steps::take(const Step& step) {
  taken_.push_back({.step = step, .piece = piece_});
  piece_ = allfold::take(author_, taken_.back());
}

void Steps::undo_latest() {
  undo(author_, taken_.back());
  piece_ = taken_.back().piece;
  taken_.pop_back();
}

void Steps::route() {
  while (!taken_.empty()) undo_latest();
}

Destination destination_of(Collective collective, int roots_group, std::array<int, 3> groups) {
  if (collective == Collective::allreduce) return Destination::everyone;
  for (std::size_t place = 0; place < groups.size(); ++place)
    if (groups[place] == roots_group) return static_cast<Destination>(place);
  return Destination::nobody;
}

}  // namespace allfold
