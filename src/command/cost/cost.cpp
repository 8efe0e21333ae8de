#include "command/cost/cost.hpp"

#include "command/cost/record.hpp"
#include "command/cost/table1.hpp"
#include "command/cost/winners.hpp"
#include "command/job.hpp"
#include "command/output.hpp"
#include "command/sizes.hpp"
#include "command/tables.hpp"
#include "command/usage_error.hpp"
#include "cost/parameters.hpp"
#include "text/format.hpp"

namespace allfold::command::cost {

namespace {

std::string_view relation(bool is_bound) { return is_bound ? "≤ " : ""; }

std::string readable_time(const Estimate& estimate) {
  return text::format("{}{}", relation(estimate.basis == Estimate::Basis::upper_bound),
                      allfold::cost::readable_seconds(estimate.seconds));
}

std::vector<std::string> row_of(const Estimate& estimate, double least) {
  constexpr double rounding = 1 + 1e-9;
  const std::string_view terms = relation(estimate.terms == Estimate::Terms::bounds);
  return {estimate.seconds <= least * rounding ? "*" : "",
          estimate.name(),
          estimate.kernel->order == schedule::OperandOrder::rank_order ? "rank order" : "any",
          text::format("{}{:.6g}", terms, estimate.cost.rounds),
          text::format("{}{:.4g} m", terms, estimate.cost.volume),
          text::format("{}{:.4g} m", terms, estimate.cost.reductions),
          readable_time(estimate),
          text::format("{:.2f}", least > 0 ? estimate.seconds / least : 1)};
}

void print(const Ranking& ranking, const allfold::cost::CostModel& model, TableStyle style) {
  text::print("{} on {} ranks, m = {}; {}\n\n", schedule::name_of(ranking.task.collective),
              ranking.task.ranks, readable_bytes(ranking.bytes), description_of(model));
  std::vector<std::vector<std::string>> rows{
      {"", "algorithm", "order", "rounds", "volume", "reductions", "time", "over the fastest"}};
  for (const Estimate& estimate : ranking.estimates)
    rows.push_back(row_of(estimate, ranking.estimates.front().seconds));
  text::print("{}\n", table(rows, style));
  text::print("With ALLFOLD_REPRODUCIBLE=1: {}, {}.\n\n", ranking.reproducible.name(),
              readable_time(ranking.reproducible));
}

void rank_kernels(const Request& request) {
  const Setup setup = setup_of(request);
  std::vector<Ranking> rankings;
  for (const int p : setup.ranks)
    for (const std::int64_t bytes : setup.bytes) {
      algorithms::Task task{.collective = setup.collective, .ranks = p, .root = setup.root};
      task.nodes = nodes_in(setup.model, p);
      const auto length = static_cast<double>(bytes);
      rankings.push_back({.task = task,
                          .bytes = bytes,
                          .estimates = estimates(task, setup.model, length),
                          .reproducible = reproducible_estimate(task, setup.model, length)});
      print(rankings.back(), setup.model,
            request.markdown ? TableStyle::markdown : TableStyle::terminal);
    }
  if (!request.json_file.empty())
    write_output("--json", request.json_file, json_of(setup.model, rankings));
}

void map_winners(const Request& request) {
  const Setup setup = setup_of(request);
  const WinnerMap map = winner_map(setup.collective, setup.ranks, setup.bytes, setup.model);
  text::print("The cheapest {} over ranks and bytes; {}\n\n{}", schedule::name_of(map.collective),
              description_of(setup.model), text_of(map));
  if (!request.svg_file.empty())
    write_output("--svg", request.svg_file, svg_of(map, description_of(setup.model)));
}

}  // namespace

int run(const Request& request) {
  return finished("cost", [&] {
    if (request.table1) {
      check_table1(request);
      text::print("{}", table1());
    } else if (request.sweep) {
      map_winners(request);
    } else {
      rank_kernels(request);
    }
  });
}

}  // namespace allfold::command::cost
