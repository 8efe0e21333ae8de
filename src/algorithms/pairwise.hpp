/// @file Pairwise exchange: each member gets what all others contribute to its part of a vector.
#pragma once

#include <vector>

#include "algorithms/circle.hpp"
#include "algorithms/tree_f.hpp"

namespace allfold::algorithms {

/// When the messages of an exchange are sent.
enum class Sending : std::uint8_t {
  round_by_round,  ///< one message in each round
  at_once,         ///< all in one round, so that none waits for another
};

/// A reduce-scatter by pairwise exchange, in rank order. Each member sends its partial result of
/// another member's part directly to that member: first to the next member of the circle, then to
/// the one after that, so that no member is the first target of all. It keeps all contributions to
/// its own part, and then reduces them as the tree F. `part_of(place)` is the part of a member,
/// empty if the member has none.
template <class PartOf>
void exchange_pairwise(Author& author, const Circle& circle, Sending sending, PartOf part_of) {
  const Memory partial = author.partial();
  const Blocks own = part_of(circle.place(0));
  std::vector<Memory> contributions(static_cast<std::size_t>(circle.size()), partial);
  for (int i = 1; i < circle.size(); ++i) {
    if (i == 1 || sending == Sending::round_by_round) author.next_round();
    author.send(circle.rank(i), partial, part_of(circle.place(i)));
    if (own.empty()) continue;
    Memory& contribution = contributions[static_cast<std::size_t>(circle.place(-i))];
    contribution = author.new_scratch(own);
    author.receive(circle.rank(-i), contribution, own);
  }
  reduce_as_f(author, contributions, own);
}

}  // namespace allfold::algorithms
