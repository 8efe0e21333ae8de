#include "algorithms/folded_plan.hpp"

#include "algorithms/mesh_line.hpp"
#include "schedule/author.hpp"

namespace allfold::algorithms {

FoldedPlan::FoldedPlan(const Task& task, const Fold& fold, std::int64_t blocks)
    : task_(task),
      fold_(fold),
      plan_{.ranks = task.ranks, .rank = task.rank, .blocks = blocks, .stages = {}} {
  with_twin(tree);
}

void FoldedPlan::with_twin(Schedule (*generate)(const Task& line)) {
  if (!fold_.is_paired(task_.rank)) return;
  const int number = fold_.number(task_.rank);
  const int first = fold_.first_rank(number);
  const Task pair{.collective = Collective::reduce,
                  .ranks = 2,
                  .rank = task_.rank - first,
                  .root = fold_.survivor(number) - first};
  plan_.stages.push_back({.group = {first, first + 1}, .slice = all(), .schedule = generate(pair)});
}

void FoldedPlan::along(const NumberLine& line, int root, Blocks slice,
                       Schedule (*generate)(const Task& line)) {
  if (line.members < 2 || !fold_.survives(task_.rank)) return;
  std::vector<int> group;
  group.reserve(static_cast<std::size_t>(line.members));
  for (int place = 0; place < line.members; ++place)
    group.push_back(fold_.survivor(line.number_at(place)));
  const Task task{.collective = task_.collective,
                  .ranks = line.members,
                  .rank = line.index_of(fold_.number(task_.rank)),
                  .root = root};
  plan_.stages.push_back({.group = std::move(group), .slice = slice, .schedule = generate(task)});
}

Plan FoldedPlan::finish() && {
  if (goes_to_all(task_.collective)) with_twin(tree_broadcast);
  if (task_.ranks == 1)
    plan_.stages.push_back(
        {.group = {}, .slice = all(), .schedule = Author(1, 0, plan_.blocks).finish()});
  return std::move(plan_);
}

cost::Cost fold_cost(const Fold& fold, Collective collective) {
  return fold.pairs() > 0 ? tree_cost({.collective = collective, .ranks = 2}) : cost::Cost{};
}

}  // namespace allfold::algorithms
