#include "algorithms/composition_search.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <set>

#include "algorithms/composition_plans.hpp"
#include "algorithms/postal_tree.hpp"
#include "algorithms/powers.hpp"
#include "algorithms/recursive_multiplying.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

/// Adds to `products` all factorisations of `odd` into odd factors of at least `least`, in
/// ascending order, each after the factors in `factors`.
void add_products(int odd, int least, std::vector<int>& factors,
                  std::vector<std::vector<int>>& products) {
  if (odd == 1) products.push_back(factors);
  for (int factor = least; factor <= odd; factor += 2) {
    if (odd % factor != 0) continue;
    factors.push_back(factor);
    add_products(odd / factor, factor, factors, products);
    factors.pop_back();
  }
}

/// Collects compositions. A composition is left out if another one is always at least as good.
class Collection {
 public:
  explicit Collection(const Task& task) : task_(task) {}

  void add(const Composition& composition) {
    if (!seen_.insert(composition).second) return;
    Claim claim = claim_of(task_, composition);
    const Found added{.composition = composition,
                      .shortest_message = claim.shortest_message,
                      .paths = paths_of(std::move(claim)),
                      .is_f = bracketing_of(composition) == Bracketing::class_f,
                      .most_bytes = most_bytes_of(composition)};
    if (std::ranges::any_of(found_, [&](const Found& f) { return replaces(f, added); })) return;
    std::erase_if(found_, [&](const Found& f) { return replaces(added, f); });
    found_.push_back(added);
  }
  /// Whether the composition was added before, even if it was left out: many factorisations begin
  /// alike.
  [[nodiscard]] bool has_seen(const Composition& composition) const {
    return seen_.contains(composition);
  }
  [[nodiscard]] std::vector<Composition> compositions() && {
    std::vector<Composition> all;
    for (Found& found : found_) all.push_back(std::move(found.composition));
    return all;
  }

 private:
  struct Found {
    Composition composition;
    double shortest_message;
    std::vector<cost::Cost> paths;
    bool is_f;
    std::int64_t most_bytes;
  };
  static std::vector<cost::Cost> paths_of(Claim claim) {
    claim.others.push_back(claim.cost);
    return std::move(claim.others);
  }
  /// Whether the messages of `a` cost no more than those of `b` on the machine on which rounds with
  /// `gaps` gaps save the most: half of each gap fills the latency.
  static bool messages_are_no_dearer(const cost::Cost& a, const cost::Cost& b, double gaps) {
    const cost::CostModel machine{.link = {.alpha = 1, .gap = 2 / (gaps + 2)},
                                  .rounds = cost::Rounds::one_by_one};
    return cost::seconds(a, machine, 0) <= cost::seconds(b, machine, 0);
  }
  /// Whether `a` costs no more than `b` on every machine whose one-way messages and gaps cost no
  /// more than other messages, if no gap is hidden.
  static bool is_no_dearer(const cost::Cost& a, const cost::Cost& b) {
    return a.rounds <= b.rounds && a.volume <= b.volume && a.reductions <= b.reductions &&
           a.rounds - a.one_way_rounds <= b.rounds - b.one_way_rounds &&
           a.rounds - a.gaps <= b.rounds - b.gaps &&
           a.rounds - a.one_way_gaps <= b.rounds - b.one_way_gaps &&
           messages_are_no_dearer(a, b, a.most_in_round) &&
           messages_are_no_dearer(a, b, b.most_in_round) &&
           a.volume - a.one_way_volume <= b.volume - b.one_way_volume;
  }
  /// The cost if all gaps but those of one-way messages are hidden behind transfers.
  static cost::Cost with_hidden_gaps(cost::Cost cost) {
    cost.rounds -= cost.gaps - cost.one_way_gaps;
    cost.gaps = cost.one_way_gaps;
    cost.gaps_in_rounds = cost.most_in_round = 0;
    return cost;
  }
  /// Whether `a` makes `b` superfluous: it costs no more on every such machine and for all lengths,
  /// and has the bracketing class of `b` if that is class F.
  static bool replaces(const Found& a, const Found& b) {
    const bool has_longer_gaps = a.shortest_message < b.shortest_message;
    return (a.is_f || !b.is_f) && a.most_bytes >= b.most_bytes &&
           std::ranges::all_of(a.paths, [&](const cost::Cost& path) {
             return std::ranges::any_of(b.paths, [&](const cost::Cost& longer) {
               return is_no_dearer(path, longer) &&
                      is_no_dearer(has_longer_gaps ? path : with_hidden_gaps(path),
                                   with_hidden_gaps(longer));
             });
           });
  }

  const Task& task_;
  std::vector<Found> found_;
  std::set<Composition> seen_;
};

Composition with(Composition composition, const Factor& last) {
  composition.push_back(last);
  return composition;
}

Composition with_tree(const Composition& composition, int groups) {
  return groups == 1 ? composition : with(composition, {Kind::tree, groups});
}

/// Adds postal trees, which suit short messages: of long ones a rank can receive only one or two
/// within the latency. A tree in which the root receives all messages is `direct` and left out. The
/// cost of a tree takes long to compute and is computed once.
void add_postal_trees(const Composition& composition, int groups,
                      std::initializer_list<int> lambdas, Collection& collection) {
  for (const int lambda : lambdas) {
    const Composition tree =
        with(composition, {.kind = Kind::tree, .groups = groups, .lambda = lambda});
    if (groups > 3 && !collection.has_seen(tree) && !is_flat_postal_tree(groups, lambda))
      collection.add(tree);
  }
}

/// Adds chains of `groups` groups. The more segments, the closer the transfer time is to that of
/// one vector; long chains take too many rounds.
void add_chains(const Composition& composition, int groups, Collection& collection) {
  constexpr int longest = 16;
  if (groups < 3 || groups > longest) return;
  for (const int segments : {8, 16, 32, 64})
    collection.add(
        with(composition, {.kind = Kind::chain, .groups = groups, .segments = segments}));
}

/// The most groups that exchange in one round. More messages of a rank gain little, and share links
/// that the model does not know. A prime number of groups may be larger, up to
/// `largest_prime_at_once`.
constexpr int most_at_once = 9;
constexpr int largest_prime_at_once = 127;

bool may_exchange_at_once(int groups) {
  return groups <= most_at_once ||
         (groups <= largest_prime_at_once && prime_factors(groups).size() == 1);
}

/// Adds compositions that exchange whole vectors in rounds of several back-to-back messages. One
/// round among all ranks is `direct` and left out.
void add_multiplying(int twos, const std::vector<int>& rings, Collection& collection) {
  for (int radix = 3; radix <= most_at_once; ++radix) {
    const Composition composition = multiplying_composition(twos, rings, radix);
    const bool is_one_round =
        composition.size() == 1 && composition[0].radix == composition[0].groups;
    if (!is_one_round) collection.add(composition);
  }
}

/// Adds compositions in which all members of a group exchange in one round. If they divide the
/// piece, this takes two latencies and gaps, otherwise one. The groups are `rings`, and `twos`
/// butterflies of which each `merged` become one ring.
void add_exchanges(const Task& task, int twos, int merged, const std::vector<int>& rings,
                   Collection& collection) {
  std::vector<int> groups(static_cast<std::size_t>(twos / merged), 1 << merged);
  if (twos % merged != 0) groups.push_back(1 << (twos % merged));
  groups.insert(groups.end(), rings.begin(), rings.end());
  if (!std::ranges::all_of(groups, may_exchange_at_once)) return;
  for (std::size_t dividing = 1; dividing <= groups.size(); ++dividing) {
    Composition composition;
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (i < dividing || !has_root(task.collective))
        composition.push_back({.kind = groups[i] == 2 ? Kind::butterfly : Kind::ring,
                               .groups = groups[i],
                               .halvings = i < dividing ? 1 : 0,
                               .radix = groups[i]});
    const auto left = static_cast<int>(task.ranks / ranks_of(composition));
    if (left == 1 || !goes_in_shares(task.collective)) collection.add(with_tree(composition, left));
    if (has_root(task.collective)) add_postal_trees(composition, left, {3, 4}, collection);
  }
}

/// Adds the compositions of `twos` butterflies and the given rings, with a last factor of `last`
/// groups.
void add_forms(Collective collective, int twos, const std::vector<int>& rings, int last,
               Collection& collection) {
  const auto subsets = 1U << rings.size();
  for (int halved = 0; halved <= twos; ++halved)
    for (unsigned divided = 0; divided < subsets; ++divided) {
      Composition divide(static_cast<std::size_t>(halved), {Kind::butterfly, 2, 1});
      Composition exchange(static_cast<std::size_t>(twos - halved), {Kind::butterfly, 2, 0});
      for (std::size_t i = 0; i < rings.size(); ++i)
        (divided >> i & 1U) != 0 ? divide.push_back({Kind::ring, rings[i], 1})
                                 : exchange.push_back({Kind::ring, rings[i], 0});
      const int groups = static_cast<int>(ranks_of(exchange)) * last;
      if (groups == 1 || !goes_in_shares(collective)) collection.add(with_tree(divide, groups));
      if (has_root(collective)) add_chains(divide, groups, collection);
      if (has_root(collective) && divide.empty())
        add_postal_trees({}, groups, {3, 4, 5, 6, 8, 12, 16}, collection);
      if (exchange.empty() && last > 1) collection.add(with(divide, {Kind::blocks, last}));
      const int halvings = exchange.empty() ? floor_log2(last) : 0;
      divide.insert(divide.end(), exchange.begin(), exchange.end());
      if (last == 1) collection.add(divide);
      for (int h = 0; last > 1 && h <= halvings; ++h)
        collection.add(with(divide, {Kind::overlapping, last, h}));
      // In class F the ring comes last, whether it divides or not.
      if (rings.size() == 1 && last == 1 && halved < twos && divided != 0) {
        Composition ring_last(static_cast<std::size_t>(halved), {Kind::butterfly, 2, 1});
        ring_last.insert(ring_last.end(), static_cast<std::size_t>(twos - halved),
                         {Kind::butterfly, 2, 0});
        ring_last.push_back({Kind::ring, rings[0], 1});
        collection.add(ring_last);
      }
    }
}

}  // namespace

std::vector<Composition> compositions(const Task& task) {
  const int twos = std::countr_zero(static_cast<unsigned>(task.ranks));
  const int odd = task.ranks >> twos;
  Collection collection(task);
  for (int last = 1; last <= odd; last += 2) {
    if (odd % last != 0) continue;
    std::vector<std::vector<int>> products;
    std::vector<int> factors;
    add_products(odd / last, 3, factors, products);
    for (const std::vector<int>& rings : products) {
      if (last == 1 && !has_root(task.collective)) add_multiplying(twos, rings, collection);
      for (int merged = 1; last == 1 && task.ranks > 1 && merged <= std::max(twos, 1); ++merged)
        add_exchanges(task, twos, merged, rings, collection);
      add_forms(task.collective, twos, rings, last, collection);
    }
  }
  return std::move(collection).compositions();
}

}  // namespace allfold::algorithms
