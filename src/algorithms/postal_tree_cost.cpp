/// The cost of postal trees: the paths of vectors to the root.
///
/// Which path takes longest depends on the gap. If the formula took the most latencies, gaps and
/// reductions of all paths together, Reduces on 65 to 130 ranks would be served by other algorithms
/// in a third of the choices. These take 1.06 times as long in the mean, and up to 1.38 times
/// (bench/notes/formulas.md).
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "algorithms/mesh_line.hpp"
#include "algorithms/postal_shape.hpp"
#include "algorithms/postal_tree.hpp"

namespace allfold::algorithms {

namespace {

/// The path of a vector to the root.
struct Path {
  int latencies = 0;
  int gaps = 0;  // between messages for which the vector waits
  int reductions = 0;

  /// Whether this path takes at least as long as `other` on every machine whose gap is at most its
  /// latency.
  [[nodiscard]] bool covers(const Path& other) const {
    return latencies >= other.latencies && latencies + gaps >= other.latencies + other.gaps &&
           reductions >= other.reductions;
  }
  [[nodiscard]] cost::Cost cost() const {
    const double messages = latencies + gaps;
    return cost::one_way({.rounds = messages,
                          .volume = messages,
                          .reductions = static_cast<double>(reductions),
                          .gaps = static_cast<double>(gaps)});
  }
};

/// Paths of which none covers another.
class Paths {
 public:
  void add(const Path& path) {
    const auto covers = [](const Path& a, const Path& b) { return a.covers(b); };
    if (std::ranges::any_of(all_, [&](const Path& known) { return covers(known, path); })) return;
    std::erase_if(all_, [&](const Path& known) { return covers(path, known); });
    all_.push_back(path);
  }
  [[nodiscard]] const std::vector<Path>& all() const { return all_; }

 private:
  std::vector<Path> all_;
};

bool is_receive(const Move& move) { return move.kind == Move::Kind::receive; }

int messages_of(const std::vector<Move>& moves) {
  return static_cast<int>(std::ranges::count_if(moves, is_receive));
}

/// The paths to the root of a tree, and the most messages of a head.
class Survey {
 public:
  Survey(int members, int lambda)
      : shape_(members, lambda), paths_(static_cast<std::size_t>(shape_.levels())) {
    paths_of_leaf_.add({});
    for (int level = 1; level < shape_.levels(); ++level)
      for (const auto pairs : PostalShape::all_pairs)
        if (const auto part = shape_.find(level, pairs)) add(*part, shape_.first(*part), of(*part));
    for (const int root : shape_.telling_roots()) add(shape_.whole(), root, to_root_);
  }

  [[nodiscard]] const Paths& to_root() const { return to_root_; }
  /// The most messages that one head receives.
  [[nodiscard]] int most_messages() const { return most_messages_; }

 private:
  [[nodiscard]] Paths& of(Part part) {
    return paths_[static_cast<std::size_t>(part.level)]
                 [static_cast<std::size_t>(shape_.pairs_of(part))];
  }
  [[nodiscard]] const Paths& paths_to_head(Part part) {
    const Paths& known = of(part);
    return known.all().empty() ? paths_of_leaf_ : known;
  }

  void add(Part part, int head, Paths& paths) {
    const std::vector<Move> moves = shape_.moves(part, head);
    most_messages_ = std::max(most_messages_, messages_of(moves));
    // A path has a message, the later messages for which it waits (`gaps`), and then the reductions
    // after the last of these.
    for (auto move = moves.begin(); move != moves.end(); ++move) {
      if (!is_receive(*move)) continue;
      const Paths& below = paths_to_head(move->part);
      int gaps = 0;
      auto reductions = static_cast<int>(std::count_if(move, moves.end(), std::not_fn(is_receive)));
      for (auto last = move; last != moves.end(); ++last) {
        if (!is_receive(*last)) {
          --reductions;
          continue;
        }
        // A path that also waits for the next message is longer, unless this one is reduced before.
        if (!is_receive(*std::next(last)))
          for (const Path& path : below.all())
            paths.add({path.latencies + 1, path.gaps + gaps, path.reductions + reductions});
        ++gaps;
      }
    }
  }

  PostalShape shape_;
  std::vector<std::array<Paths, PostalShape::all_pairs.size()>> paths_;  // by level
  Paths paths_of_leaf_;
  Paths to_root_;
  int most_messages_ = 0;
};

/// The way back has the same messages in reverse order, and no reductions.
Paths both_ways(const Paths& up) {
  Paths both;
  for (const Path& one : up.all())
    for (const Path& other : up.all())
      both.add({one.latencies + other.latencies, one.gaps + other.gaps, one.reductions});
  return both;
}

}  // namespace

Claim postal_tree_cost(Collective collective, int members, int lambda) {
  if (lambda == 1) return tree_claim({.collective = collective, .ranks = members});
  const Survey survey(members, lambda);
  const Paths paths = goes_to_all(collective) ? both_ways(survey.to_root()) : survey.to_root();
  // On a power of two all roots are alike.
  Claim claim{.kind = is_power(members) ? Claim::Kind::exactly : Claim::Kind::at_most,
              .cost = paths.all().front().cost()};
  for (std::size_t i = 1; i < paths.all().size(); ++i)
    claim.others.push_back(paths.all()[i].cost());
  return claim;
}

int postal_tree_work_vectors(int members, int lambda) {
  return lambda == 1 ? 2 : 1 + Survey(members, lambda).most_messages();
}

bool is_flat_postal_tree(int members, int lambda) {
  const PostalShape shape(members, lambda);
  return messages_of(shape.moves(shape.whole(), 0)) == members - 1;
}

}  // namespace allfold::algorithms
