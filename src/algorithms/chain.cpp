#include "algorithms/chain.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace allfold::algorithms {

namespace {

std::vector<int> numbers(int first, int end) {
  std::vector<int> all(static_cast<std::size_t>(end - first));
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// The members in the order in which a segment visits them; the root is the last.
///
/// A root between other members is also the first. Its contribution goes up to the highest member.
/// The partial result then goes to the member below the root, down to the lowest member, and from
/// there to the root. Each contribution is thus adjacent to the partial result in rank order, and
/// no member receives or sends more than one vector.
std::vector<int> way_to(int root, int members) {
  std::vector<int> above = numbers(root + 1, members);
  std::vector<int> below = numbers(0, root);
  std::vector<int> way;
  if (below.empty()) {
    std::ranges::reverse(above);
  } else if (!above.empty()) {
    way.push_back(root);
    std::ranges::reverse(below);
  }
  way.insert(way.end(), above.begin(), above.end());
  way.insert(way.end(), below.begin(), below.end());
  way.push_back(root);
  return way;
}

class Chain {
 public:
  Chain(Author& author, const Line& line, Blocks piece, int segments)
      : author_(author),
        line_(line),
        piece_(piece),
        segments_(segments),
        way_(way_to(std::max(line.root, 0), line.count)),
        contribution_(author.partial()) {}

  void reduce() {
    author_.enter(Phase::tree);
    if (line_.own != way_[0]) arrival_ = author_.new_scratch(piece_, Scratch::Life::passing);
    run([&](std::size_t hop, Blocks segment) { hand_on(hop, segment); });
  }
  /// Sends the result back along the chain.
  void spread() {
    author_.enter(Phase::gather);
    std::ranges::reverse(way_);
    run([&](std::size_t hop, Blocks segment) {
      if (way_[hop] == line_.own) author_.send_partial(rank_at(hop + 1), segment);
      if (way_[hop + 1] == line_.own) author_.receive_result(rank_at(hop), segment);
    });
  }

 private:
  [[nodiscard]] int rank_at(std::size_t place) const { return line_.rank_of(way_[place]); }

  /// Calls pass(hop, segment) for the hops that start or end at this rank. A segment advances by
  /// one hop each round.
  template <class Pass>
  void run(Pass pass) {
    const int hops = static_cast<int>(way_.size()) - 1;
    std::vector<int> own;
    for (int hop = 0; hop < hops; ++hop) {
      const auto from = static_cast<std::size_t>(hop);
      if (way_[from] == line_.own || way_[from + 1] == line_.own) own.push_back(hop);
    }
    for (int round = 0; round < hops - 1 + segments_; ++round) {
      author_.next_round();
      for (const int hop : own)
        if (hop <= round && round < hop + segments_)
          pass(static_cast<std::size_t>(hop), share_of(piece_, round - hop, segments_));
    }
  }

  void hand_on(std::size_t hop, Blocks segment) {
    if (way_[hop] == line_.own)
      author_.send(rank_at(hop + 1), hop == 0 ? contribution_ : Memory::result, segment);
    if (way_[hop + 1] != line_.own) return;
    // A root that started the chain has already contributed.
    if (line_.own == way_[0]) return author_.receive_result(rank_at(hop), segment);
    author_.receive_and_reduce({.peer = rank_at(hop),
                                .side = way_[0] < line_.own ? Side::left : Side::right,
                                .into = arrival_,
                                .own = contribution_,
                                .blocks = segment});
  }

  Author& author_;
  const Line& line_;
  Blocks piece_;
  int segments_;
  std::vector<int> way_;
  Memory contribution_;  // this rank's partial result before the chain
  Memory arrival_ = {};
};

}  // namespace

void reduce_in_chain(Author& author, const Line& line, Blocks piece, int segments) {
  Chain chain(author, line, piece, segments);
  chain.reduce();
  if (goes_to_all(line.collective)) chain.spread();
}

Claim chain_cost(Collective collective, int members, int segments) {
  // A root between other members makes the chain longer by one hop.
  const bool both_ways = goes_to_all(collective);
  const double ways = both_ways ? 2 : 1;
  const double hops = members - (both_ways || members == 2 ? 1 : 0);
  const double k = segments;
  // Each path has all hops of one segment, and the work of the last link, or of the last processor,
  // for all other segments.
  const cost::Cost link{.rounds = ways * (hops + k - 1),
                        .volume = ways * (hops + k - 1) / k,
                        .reductions = (members - 1) / k,
                        .gaps = ways * (k - 1)};
  const cost::Cost processor{
      .rounds = ways * hops, .volume = ways * hops / k, .reductions = (members - 2 + k) / k};
  // At most half of the message window is segments to the next member: the others are received. The
  // latency that a later segment then waits for is shorter than the gaps of those before it.
  return {.kind = Claim::Kind::at_most,
          .cost = link,
          .others = {processor},
          .sum = both_ways ? Claim::Sum::bound : Claim::Sum::exact};
}

}  // namespace allfold::algorithms
