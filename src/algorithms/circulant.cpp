/// Circulant. Reduce-scatter and allgather along skips that halve, in ⌈lg p⌉ rounds each for any p.
///
/// Idea: the skips are s = p, ⌈p/2⌉, ⌈p/4⌉, ..., 1. R[j] is the partial result for block rank+j
/// modulo p. From skip s to the next one, h, each rank sends R[h] ... R[s-1] to rank+h, which has
/// them as R[0] ... R[s-h-1], and reduces what it receives from rank-h; at the end R[0] is
/// complete. In an Allreduce the skips in reverse order gather the blocks; in a Reduce they gather
/// them towards the root; a Reduce_scatter has no second half. A run of blocks that wraps around is
/// sent as two messages in one round. For short vectors `halvings` saves rounds if p = q*2^j: each
/// class of q ranks scatters on its own, then classes exchange whole reduced blocks, and each class
/// gathers. (There are no whole exchanges along an odd q, because they would give each rank another
/// bracketing.)
///
/// Restrictions: commutative operations; each block is bracketed in its own way. Any number of
/// ranks.
///
/// Cost of either collective, any p: 2⌈lg p⌉α + (1 - 1/p)(2mβ + mγ).
/// In classes, p = q*2^j: (2⌈lg q⌉ + j)α + (2 - 2/q + j/q)mβ + (1 - 1/q + j/q)mγ.
///
/// Reference: J. L. Träff, Optimal, Non-pipelined Reduce-scatter and Allreduce Algorithms, arXiv
/// 2410.14234; the gather to a root and the classes are ours.
///
/// Rounds (`A-B 0-3`: blocks A and B, reduced over ranks 0 to 3):
/// $ allfold plan --brief --algorithm circulant -p 6
/// rank  start  round 1    round 2           round 3  round 4  round 5    round 6
///    0  A-F 0  A-C 0,3    A 0-1,3-4; B 0,3  A 0-5    A-B 0-5  A-C 0-5    A-F 0-5
///    1  A-F 1  B-D 1,4    B 1-2,4-5; C 1,4  B 0-5    B-C 0-5  B-D 0-5    A-F 0-5
///    2  A-F 2  C-E 2,5    C 0,2-3,5; D 2,5  C 0-5    C-D 0-5  C-E 0-5    A-F 0-5
///    3  A-F 3  D-F 0,3    D 0-1,3-4; E 0,3  D 0-5    D-E 0-5  D-F 0-5    A-F 0-5
///    4  A-F 4  A,E-F 1,4  E 1-2,4-5; F 1,4  E 0-5    E-F 0-5  A,E-F 0-5  A-F 0-5
///    5  A-F 5  A-B,F 2,5  F 0,2-3,5; A 2,5  F 0-5    A,F 0-5  A-B,F 0-5  A-F 0-5
#include <algorithm>
#include <array>
#include <bit>

#include "algorithms/powers.hpp"
#include "algorithms/rows.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

namespace {

/// j: the rounds in which whole blocks are exchanged between classes.
int whole_rounds(const Task& task) {
  const int possible = std::countr_zero(static_cast<unsigned>(task.ranks));
  const int halvings = task.parameters.halvings;
  // In a Reduce_scatter each rank wants one of p blocks, and the scatter alone leaves it that one.
  if (halvings == Parameters::all_rounds || goes_in_shares(task.collective)) return 0;
  return std::clamp(ceil_log2(task.ranks) - halvings, 0, possible);
}

/// One rank, which is number rank mod q of its class.
class Circulant {
 public:
  explicit Circulant(const Task& task)
      : task_(task),
        whole_rounds_(whole_rounds(task)),
        size_(task.ranks >> whole_rounds_),
        number_(task.rank % size_),
        author_(task.ranks, task.rank, size_) {
    for (int skip = size_; skip > 1; skip = (skip + 1) / 2) skips_.push_back(skip);
    skips_.push_back(1);
  }

  Plan plan() && {
    author_.enter(Phase::ring);
    for (std::size_t k = 0; k + 1 < skips_.size(); ++k) scatter(skips_[k], skips_[k + 1]);
    author_.enter(Phase::butterfly);
    for (int z = 0; z < whole_rounds_ && is_active_; ++z) unite_classes(z);
    author_.enter(Phase::gather);
    const bool is_gathered = !goes_in_shares(task_.collective);
    for (std::size_t k = skips_.size() - 1; k-- > 0 && is_active_ && is_gathered;)
      goes_to_all(task_.collective) ? spread(skips_[k], skips_[k + 1]) : gather(k);
    return flat_plan(std::move(author_).finish());
  }

 private:
  void scatter(int s, int h) {
    author_.next_round();
    send(neighbour(h), held_, h, s);
    // The one block that is sent in the next round without having been reduced. It is copied to the
    // result, next to the others, so that they are one message.
    if (s == size_ && s % 2 == 1)
      for_each_piece(h - 1, h, [&](int, Blocks blocks) {
        author_.copy({.into = Memory::result, .from = Memory::input, .blocks = blocks});
      });
    receive_and_reduce(neighbour(-h), Side::left, s - h);
  }

  void unite_classes(int z) {
    const int own = task_.rank / size_;
    const int peer = (own ^ power(z)) * size_ + number_;
    const bool everyone = goes_to_all(task_.collective);
    const bool goes_on = everyone || ((own ^ task_.root / size_) >> z & 1) == 0;
    author_.next_round();
    if (everyone || !goes_on) send(peer, held_, 0, 1);
    if (goes_on) receive_and_reduce(peer, peer < task_.rank ? Side::left : Side::right, 1);
    is_active_ = goes_on;
  }

  void spread(int s, int h) {
    author_.next_round();
    send(neighbour(-h), Memory::result, 0, s - h);
    receive_result(neighbour(h), h, s);
  }

  [[nodiscard]] int number_from_root() const {
    return (number_ - task_.root % size_ + size_) % size_;
  }
  /// A range of numbers, counted from the root's. The first of them gathers the blocks of all.
  struct Range {
    int first;
    int size;
  };
  /// The range that contains this rank after all ranges were cut at the skips 1 ... k.
  [[nodiscard]] Range range_after(std::size_t k) const {
    const int number = number_from_root();
    Range range{.first = 0, .size = size_};
    for (std::size_t i = 1; i <= k; ++i) {
      const bool is_upper = number - range.first >= skips_[i];
      range = is_upper ? Range{.first = range.first + skips_[i], .size = range.size - skips_[i]}
                       : Range{.first = range.first, .size = std::min(range.size, skips_[i])};
    }
    return range;
  }
  void gather(std::size_t k) {
    const int h = skips_[k + 1];
    const Range whole = range_after(k);
    const Range part = range_after(k + 1);
    const int number = number_from_root();
    author_.next_round();
    if (number == whole.first) receive_result(neighbour(h), h, whole.size);
    if (number == part.first && part.first != whole.first)
      send(neighbour(-h), Memory::result, 0, part.size);
  }

  /// The rank of this class whose number is higher by `distance`, modulo q.
  [[nodiscard]] int neighbour(int distance) const {
    return task_.rank - number_ + (number_ + distance + size_) % size_;
  }
  /// Calls visit(index, blocks) for the one or two pieces of R[first] ... R[last-1].
  template <class Visit>
  void for_each_piece(int first, int last, Visit visit) const {
    const Blocks run{.first = number_ + first, .last = number_ + last};
    const Blocks straight{.first = run.first, .last = std::min<std::int64_t>(run.last, size_)};
    const Blocks wrapped{.first = std::max(run.first, straight.last) - size_,
                         .last = run.last - size_};
    if (!straight.empty()) visit(0, straight);
    if (!wrapped.empty()) visit(1, wrapped);
  }
  void send(int peer, Memory from, int first, int last) {
    for_each_piece(first, last, [&](int, Blocks blocks) { author_.send(peer, from, blocks); });
  }
  void receive_result(int peer, int first, int last) {
    for_each_piece(first, last, [&](int, Blocks blocks) { author_.receive_result(peer, blocks); });
  }
  /// Receives the contributions of `peer` to R[0] ... R[size-1] and reduces them.
  void receive_and_reduce(int peer, Side side, int size) {
    for_each_piece(0, size, [&](int piece, Blocks blocks) {
      author_.receive_and_reduce({.peer = peer,
                                  .side = side,
                                  .into = arrival(piece, blocks),
                                  .own = held_,
                                  .blocks = blocks});
    });
    held_ = Memory::result;
    turn_ ^= 1U;
  }
  /// Two scratch vectors alternate, each with room for both pieces. Later pieces are never longer.
  Memory arrival(int piece, Blocks blocks) {
    Memory& memory = arrivals_[2 * turn_ + static_cast<std::size_t>(piece)];
    if (!is_scratch(memory)) memory = author_.new_scratch(blocks, Scratch::Life::passing);
    return memory;
  }

  const Task& task_;
  int whole_rounds_;
  int size_;    // q
  int number_;  // in the class
  Author author_;
  std::vector<int> skips_;
  Memory held_ = Memory::input;  // where R lies
  bool is_active_ = true;
  std::array<Memory, 4> arrivals_ = {};
  std::size_t turn_ = 0;
};

Plan circulant_plan(const Task& task) { return Circulant(task).plan(); }

Claim circulant_claim(const Task& task) {
  const double whole = whole_rounds(task);
  const double share = 1.0 / (task.ranks >> whole_rounds(task));
  const double skips = ceil_log2(task.ranks) - whole;
  Claim claim{.kind = Claim::Kind::exactly,
              .cost = {.rounds = 2 * skips + whole,
                       .volume = 2 * (1 - share) + whole * share,
                       .reductions = 1 - share + whole * share}};
  if (goes_in_shares(task.collective)) {
    claim.cost.rounds = skips;
    claim.cost.volume = 1 - share;
  }
  if (has_root(task.collective)) {
    claim.cost.one_way_rounds = skips + whole;
    claim.cost.one_way_volume = 1 - share + whole * share;
  }
  return claim;
}

}  // namespace

constinit const Kernel row::circulant{
    .name = "circulant",
    .summary = "blocks are scattered and gathered along skips that halve, for any p",
    .formula =
        "2⌈lg p⌉α + (1 − 1/p)(2mβ + mγ); with j rounds of whole pieces, p = q·2^j, "
        "(2⌈lg q⌉ + j)α + (2 + (j − 2)/q)mβ + (1 + (j − 1)/q)mγ",
    .reference = "T24",
    .only_by_name =
        "where many ranks share links, which the model does not know, it takes up to "
        "1.35 times as long as the best other in simulations",
    .by_name_for = {Collective::allreduce, Collective::reduce},
    .collectives = Collectives::any(),
    .order = OperandOrder::any,
    .bracketing = always<Bracketing::by_block>,
    .parameters = parameter::circulant_halvings,
    .generate = circulant_plan,
    .claim = circulant_claim};

}  // namespace allfold::algorithms
