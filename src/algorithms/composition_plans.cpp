#include "algorithms/composition_plans.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/binary_blocks.hpp"
#include "algorithms/chain.hpp"
#include "algorithms/elimination.hpp"
#include "algorithms/tree_f.hpp"

namespace allfold::algorithms {

namespace {

using Kind = Factor::Kind;

Step::Form form_of(const Factor& factor) {
  return factor.halvings > 0 ? Step::Form::halving : Step::Form::full;
}

/// One exchange among all members of a line.
Step exchange(const Line& line, const Factor& factor) {
  Step step{.kind = factor.kind == Kind::ring ? Step::Kind::ring : Step::Kind::butterfly,
            .form = form_of(factor),
            .members = {},
            .place = line.own,
            .destination = line.destination(line.count, [&](int m) { return m == line.root; })};
  for (int member = 0; member < line.count; ++member) step.members.push_back(line.rank_of(member));
  return step;
}

void take(Steps& steps, const Line& line, const Factor& factor) {
  switch (factor.kind) {
    case Kind::butterfly:
    case Kind::ring: steps.take(exchange(line, factor)); break;
    case Kind::overlapping: eliminate_overlapping(steps, line, factor.halvings); break;
    case Kind::non_overlapping: eliminate_non_overlapping(steps, line, factor.halvings); break;
    case Kind::blocks: reduce_in_blocks(steps.author(), line, steps.piece()); break;
    case Kind::tree: climb_f(steps, line); break;
    case Kind::chain: reduce_in_chain(steps.author(), line, steps.piece(), factor.segments); break;
  }
}

/// The cost of a factor for whole vectors.
Claim claim_of(const Factor& factor, Collective collective) {
  const double r = factor.groups;
  const double share = (r - 1) / r;
  const double levels = ceil_log2(factor.groups);
  const double ways = collective == Collective::allreduce ? 2 : 1;
  Claim claim{.kind = Claim::Kind::exactly, .cost = {}};
  switch (factor.kind) {
    case Kind::butterfly:
    case Kind::ring:
      claim.cost = {.rounds = levels, .volume = r - 1, .reductions = r - 1};
      if (factor.halvings > 0)
        claim.cost = {.rounds = r - 1 + levels, .volume = 2 * share, .reductions = share};
      if (factor.halvings > 0 && collective == Collective::reduce) {
        claim.cost.one_way_rounds = levels;
        claim.cost.one_way_volume = share;
      }
      return claim;
    case Kind::overlapping:
    case Kind::non_overlapping: return elimination_cost(collective, factor.groups, factor.halvings);
    case Kind::blocks: return blocks_cost(collective, factor.groups);
    case Kind::chain: return chain_cost(collective, factor.groups, factor.segments);
    case Kind::tree:
      claim.cost = {.rounds = ways * levels,
                    .volume = ways * levels,
                    .reductions = levels,
                    .one_way_rounds = ways * levels,
                    .one_way_volume = ways * levels};
      return claim;
  }
  return claim;
}

/// All products of odd factors above 1, in ascending order, that make `odd`.
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

/// Collects compositions, without those that another one is never worse than.
class Collection {
 public:
  explicit Collection(const Task& task) : task_(task) {}

  void add(const Composition& composition) {
    const Found added{.composition = composition,
                      .paths = paths_of(claim_of(task_, composition)),
                      .is_f = bracketing_of(composition) == Bracketing::class_f};
    if (std::ranges::any_of(found_, [&](const Found& f) { return replaces(f, added); })) return;
    std::erase_if(found_, [&](const Found& f) { return replaces(added, f); });
    found_.push_back(added);
  }
  [[nodiscard]] std::vector<Composition> compositions() && {
    std::vector<Composition> all;
    for (Found& found : found_) all.push_back(std::move(found.composition));
    return all;
  }

 private:
  struct Found {
    Composition composition;
    std::vector<cost::Cost> paths;
    bool is_f;
  };
  static std::vector<cost::Cost> paths_of(Claim claim) {
    claim.others.push_back(claim.cost);
    return std::move(claim.others);
  }
  /// On every machine whose one-way messages, and whose gaps, cost no more than others.
  static bool is_no_dearer(const cost::Cost& a, const cost::Cost& b) {
    return a.rounds <= b.rounds && a.volume <= b.volume && a.reductions <= b.reductions &&
           a.rounds - a.one_way_rounds <= b.rounds - b.one_way_rounds &&
           a.rounds - a.gaps <= b.rounds - b.gaps &&
           a.volume - a.one_way_volume <= b.volume - b.one_way_volume;
  }
  /// On every such machine, and in every class.
  static bool replaces(const Found& a, const Found& b) {
    return (a.is_f || !b.is_f) && std::ranges::all_of(a.paths, [&](const cost::Cost& path) {
             return std::ranges::any_of(
                 b.paths, [&](const cost::Cost& longer) { return is_no_dearer(path, longer); });
           });
  }

  const Task& task_;
  std::vector<Found> found_;
};

Composition with(Composition composition, const Factor& last) {
  composition.push_back(last);
  return composition;
}

Composition with_tree(const Composition& composition, int groups) {
  return groups == 1 ? composition : with(composition, {Kind::tree, groups});
}

/// Adds chains of as many groups. The more segments, the nearer comes what a link has to take to
/// one vector; long chains take too many rounds.
void add_chains(const Composition& composition, int groups, Collection& collection) {
  constexpr int longest = 16;
  if (groups < 3 || groups > longest) return;
  for (const int segments : {8, 16, 32, 64})
    collection.add(
        with(composition, {.kind = Kind::chain, .groups = groups, .segments = segments}));
}

/// Adds those of `twos` butterflies and the given rings, and what is left to the last factor.
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
      collection.add(with_tree(divide, groups));
      if (collective == Collective::reduce) add_chains(divide, groups, collection);
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

Plan plan_of(const Task& task, const Composition& composition) {
  Author author(task.ranks, task.rank, blocks_of(composition));
  Steps steps(author);
  int distance = 1;
  for (const Factor& factor : composition) {
    if (!steps.is_active()) break;
    const int own = task.rank / distance % factor.groups;
    const int group = task.rank / distance / factor.groups;
    const bool has_root =
        task.collective == Collective::reduce && task.root / distance / factor.groups == group;
    take(steps,
         {.collective = task.collective,
          .count = factor.groups,
          .distance = distance,
          .first = task.rank - own * distance,
          .own = own,
          .root = has_root ? task.root / distance % factor.groups : -1},
         factor);
    distance *= factor.groups;
  }
  steps.route();
  Plan plan = flat_plan(std::move(author).finish());
  // A chain begins with the segments that arrive first.
  if (!composition.empty() && composition.back().kind == Kind::chain)
    plan.stages[0].schedule.pace = schedule::Pace::as_ready;
  return plan;
}

Claim claim_of(const Task& task, const Composition& composition) {
  Claim claim{.kind = Claim::Kind::exactly, .cost = {}};
  double piece = 1;
  for (const Factor& factor : composition) {
    const Claim own = claim_of(factor, task.collective);
    // Only a last factor has several paths.
    for (const cost::Cost& other : own.others)
      claim.others.push_back(claim.cost + cost::of_share(piece, other));
    claim.cost = claim.cost + cost::of_share(piece, own.cost);
    if (own.kind == Claim::Kind::at_most) claim.kind = own.kind;
    piece /= static_cast<double>(blocks_of({factor}));
  }
  return claim;
}

std::vector<Composition> compositions(const Task& task) {
  const int twos = std::countr_zero(static_cast<unsigned>(task.ranks));
  const int odd = task.ranks >> twos;
  Collection collection(task);
  for (int last = 1; last <= odd; last += 2) {
    if (odd % last != 0) continue;
    std::vector<std::vector<int>> products;
    std::vector<int> factors;
    add_products(odd / last, 3, factors, products);
    for (const std::vector<int>& rings : products)
      add_forms(task.collective, twos, rings, last, collection);
  }
  return std::move(collection).compositions();
}

int work_vectors_of(const Composition& composition) {
  int most = 2;
  for (const Factor& factor : composition)
    if (factor.kind == Kind::ring && factor.halvings == 0) most = std::max(most, factor.groups);
  return most;
}

Bracketing bracketing_of(const Composition& composition) {
  const auto is_butterfly = [](const Factor& factor) { return factor.kind == Kind::butterfly; };
  const auto first_other = std::ranges::find_if_not(composition, is_butterfly);
  if (first_other == composition.end()) return Bracketing::class_f;
  if (std::next(first_other) != composition.end()) return Bracketing::own;
  switch (first_other->kind) {
    case Kind::blocks: return Bracketing::aligned;
    case Kind::chain: return Bracketing::own;
    default: return Bracketing::class_f;
  }
}

}  // namespace allfold::algorithms
