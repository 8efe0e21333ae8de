#include "algorithms/elimination.hpp"

namespace allfold {

TripleAndPairs::Part TripleAndPairs::part_of(int group) const {
  if (triple >= 0 && triple - 2 <= group && group <= triple)
    return {.groups = {triple - 2, triple - 1, triple}, .place = group - (triple - 2)};
  const int shift = triple >= 0 && group > triple ? 1 : 0;
  const int first = ((group - shift) & ~1) + shift;
  return {.groups = {first, first + 1, -1}, .place = group - first};
}

std::optional<Claim> elimination_claim(const Task& task) {
  const int halvings = HybridForm(task).halvings();
  const double floor = floor_log2(task.ranks);
  const double ceil = ceil_log2(task.ranks);
  const bool all = halvings == floor_log2(task.ranks);
  const double share = inverse_power(halvings);
  if (is_power(task.ranks) && (task.collective == Collective::allreduce || all))
    return Claim{.kind = Claim::Kind::exactly,
                 .cost = {.rounds = floor + halvings,
                          .volume = 2 * (1 - share) + (floor - halvings) * share,
                          .reductions = 1 - share + (floor - halvings) * share}};
  const auto kind =
      task.collective == Collective::allreduce ? Claim::Kind::exactly : Claim::Kind::at_most;
  if (all) {
    const int k = std::countr_zero(static_cast<unsigned>(task.ranks));
    const double m = 1 + inverse_power(k + 1) - share;
    return Claim{.kind = kind, .cost = {.rounds = 2 * ceil, .volume = 2 * m, .reductions = m}};
  }
  if (halvings == 0)
    return Claim{.kind = kind,
                 .cost = {.rounds = ceil + 1, .volume = ceil + 1, .reductions = ceil}};
  return std::nullopt;
}

}  // namespace allfold
