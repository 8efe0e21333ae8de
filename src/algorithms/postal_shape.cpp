#include "algorithms/postal_shape.hpp"

#include <algorithm>
#include <utility>

namespace allfold::algorithms {

using schedule::Side;

namespace {

std::array<Part, 2> parts_of(Part part) {
  return {Part{.level = part.level - 1, .place = 2 * part.place},
          Part{.level = part.level - 1, .place = 2 * part.place + 1}};
}

}  // namespace

PostalShape::PostalShape(int members, int lambda)
    : fold_(members),
      lambda_(lambda),
      levels_(fold_.rounds() + 1),
      ready_(static_cast<std::size_t>(levels_) + 1) {
  for (int level = 1; level < levels_; ++level)
    for (const Pairs pairs : all_pairs)
      if (const auto part = find(level, pairs)) ready(*part) = intake(*part, first(*part)).last;
}

int PostalShape::first(Part part) const {
  return part.level == 0 ? part.place : fold_.first_rank(part.place << (part.level - 1));
}

bool PostalShape::contains(Part part, int member) const {
  if (part.level == 0) return part.place == member;
  return fold_.number(member) >> (part.level - 1) == part.place;
}

PostalShape::Pairs PostalShape::pairs_of(Part part) const {
  if (part.level == 0) return Pairs::all;
  const int numbers = power(part.level - 1);
  if ((part.place + 1) * numbers <= fold_.pairs()) return Pairs::all;
  return part.place * numbers >= fold_.pairs() ? Pairs::none : Pairs::some;
}

std::optional<Part> PostalShape::find(int level, Pairs pairs) const {
  const int numbers = power(level - 1);
  const int place = pairs == Pairs::all    ? 0
                    : pairs == Pairs::some ? fold_.pairs() / numbers
                                           : fold_.numbers() / numbers - 1;
  const Part part{.level = level, .place = place};
  return pairs_of(part) == pairs ? std::optional(part) : std::nullopt;
}

// Two roots are alike if the parts beside their ways up the tree are alike. This depends on the
// level at which the way leaves the parts in which some members are paired, and on the side.
std::vector<int> PostalShape::telling_roots() const {
  std::vector<int> roots{0};
  for (int level = 1; level <= levels_; ++level)
    if (const auto part = find(level, Pairs::some)) {
      roots.push_back(first(*part));
      roots.push_back(fold_.first_rank(((part->place + 1) << (level - 1)) - 1));
    }
  return roots;
}

int& PostalShape::ready(Part part) {
  return ready_[static_cast<std::size_t>(part.level)][static_cast<std::size_t>(pairs_of(part))];
}
int PostalShape::ready(Part part) const {
  return ready_[static_cast<std::size_t>(part.level)][static_cast<std::size_t>(pairs_of(part))];
}

bool PostalShape::has_parts(Part part) const {
  return part.level > 1 || (part.level == 1 && part.place < fold_.pairs());
}

std::array<Part, 2> PostalShape::by_time(Part part) const {
  const auto [left, right] = parts_of(part);
  return ready(right) < ready(left) ? std::array{right, left} : std::array{left, right};
}

std::vector<PostalShape::Sibling> PostalShape::siblings(Part part, int head) const {
  std::vector<Sibling> all;
  while (has_parts(part)) {
    const auto [left, right] = parts_of(part);
    const bool is_left = contains(left, head);
    all.push_back(is_left ? Sibling{right, Side::right} : Sibling{left, Side::left});
    part = is_left ? left : right;
  }
  return all;
}

/// Receives a part in messages that arrive by `time`, latest first: in one message if the part is
/// ready by then, otherwise as its two parts. Returns false if the time does not suffice.
bool PostalShape::take(Part part, int& time, std::vector<Part>& messages) const {
  if (time < lambda_) return false;
  if (ready(part) + lambda_ <= time) {
    messages.push_back(part);
    --time;
    return true;
  }
  const auto [sooner, later] = by_time(part);
  return take(later, time, messages) && take(sooner, time, messages);
}

PostalShape::Intake PostalShape::intake(Part part, int head) const {
  Intake intake{.siblings = siblings(part, head), .messages = {}};
  const auto all_arrive_by = [&](int time) {
    intake.messages.clear();
    return std::ranges::all_of(intake.siblings, [&](const Sibling& sibling) {
      return take(sibling.part, time, intake.messages);
    });
  };
  if (intake.siblings.empty()) return intake;
  intake.last = lambda_ + static_cast<int>(intake.siblings.size()) - 1;
  while (!all_arrive_by(intake.last)) ++intake.last;
  return intake;
}

void PostalShape::assemble(Part part, std::vector<Part>& messages, std::vector<Move>& moves) const {
  if (messages.back() == part) {
    messages.pop_back();
    moves.push_back({.kind = Move::Kind::receive, .part = part});
    return;
  }
  const auto [sooner, later] = by_time(part);
  assemble(sooner, messages, moves);
  assemble(later, messages, moves);
  moves.push_back(
      {.kind = Move::Kind::merge, .side = sooner.place < later.place ? Side::right : Side::left});
}

std::vector<Move> PostalShape::moves(Part part, int head) const {
  Intake taken = intake(part, head);
  std::ranges::reverse(taken.siblings);
  std::vector<Move> moves;
  for (const auto& [sibling, side] : taken.siblings) {
    assemble(sibling, taken.messages, moves);
    moves.push_back({.kind = Move::Kind::merge, .side = side});
  }
  return moves;
}

}  // namespace allfold::algorithms
