#include "command/cost/cost.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "command/cost/record.hpp"
#include "command/cost/table1.hpp"
#include "command/cost/winners.hpp"
#include "command/job.hpp"
#include "command/sizes.hpp"
#include "command/tables.hpp"
#include "command/usage_error.hpp"
#include "select/model.hpp"
#include "select/written_file.hpp"

namespace allfold::cost {

namespace {

std::string_view relation_of(const Estimate& estimate) {
  return estimate.basis == Estimate::Basis::upper_bound ? "≤ " : "";
}

std::string readable_time(const Estimate& estimate) {
  return fmt::format("{}{}", relation_of(estimate), readable_seconds(estimate.seconds));
}

std::vector<std::string> row_of(const Estimate& estimate, double least) {
  constexpr double rounding = 1 + 1e-9;
  const std::string_view relation = relation_of(estimate);
  return {estimate.seconds <= least * rounding ? "*" : "",
          estimate.name(),
          estimate.kernel->order == OperandOrder::rank_order ? "rank order" : "any",
          fmt::format("{}{:.6g}", relation, estimate.cost.rounds),
          fmt::format("{}{:.4g} m", relation, estimate.cost.volume),
          fmt::format("{}{:.4g} m", relation, estimate.cost.reductions),
          readable_time(estimate),
          fmt::format("{:.2f}", least > 0 ? estimate.seconds / least : 1)};
}

void print(const Ranking& ranking, const CostModel& model, TableStyle style) {
  fmt::print("{} on {} ranks, m = {}; {}\n\n", name_of(ranking.task.collective), ranking.task.ranks,
             readable_bytes(ranking.bytes), description_of(model));
  std::vector<std::vector<std::string>> rows{
      {"", "kernel", "order", "rounds", "volume", "reductions", "time", "of the best"}};
  for (const Estimate& estimate : ranking.estimates)
    rows.push_back(row_of(estimate, ranking.estimates.front().seconds));
  fmt::print("{}\n", table(rows, style));
  fmt::print("With ALLFOLD_REPRODUCIBLE=1: {}, {}.\n\n", ranking.reproducible.name(),
             readable_time(ranking.reproducible));
}

/// Writes what an option asks for.
void write(std::string_view option, const std::string& file, const std::string& content) {
  if (const std::string problem = write_file(file, content); !problem.empty())
    throw std::runtime_error(
        fmt::format("{}: cannot write {} ({}) name another file", option, file, problem));
}

void rank_kernels(const Request& request) {
  const Setup setup = setup_of(request);
  std::vector<Ranking> rankings;
  for (const int p : setup.ranks)
    for (const std::int64_t bytes : setup.bytes) {
      Task task{.collective = setup.collective, .ranks = p, .root = setup.root};
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
    write("--json", request.json_file, json_of(setup.model, rankings));
}

void map_winners(const Request& request) {
  const Setup setup = setup_of(request);
  const WinnerMap map = winner_map(setup.collective, setup.ranks, setup.bytes, setup.model);
  fmt::print("The cheapest {} over ranks and bytes; {}\n\n{}", name_of(map.collective),
             description_of(setup.model), text_of(map));
  if (!request.svg_file.empty())
    write("--svg", request.svg_file, svg_of(map, description_of(setup.model)));
}

void add_machine(CLI::App& cost, Request& request) {
  cost.add_option(
      "--alpha", request.alpha,
      "time a message, as in 2us; default, also of the next two: those of a high-speed network");
  cost.add_option("--beta", request.beta, "time a byte sent");
  cost.add_option("--gamma", request.gamma, "time a byte reduced");
  cost.add_option("--gap", request.gap,
                  "time a message right after another; default, as in the papers: alpha");
  cost.add_option("--f-alpha", request.f_alpha, "share of alpha where a message goes one way only")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost.add_option("--f-beta", request.f_beta, "the same of beta")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost.add_option("--ranks-per-node", request.ranks_per_node, "consecutive ranks share a node")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  cost.add_option("--alpha-inside", request.alpha_inside, "alpha inside a node");
  cost.add_option("--beta-inside", request.beta_inside, "beta inside a node");
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* cost = app.add_subcommand("cost", "What kernels take in the cost model, without MPI");
  cost->add_option("-p,--ranks", request.ranks, "number of ranks, as in 13; 12,13; FROM:TO");
  cost->add_option("--bytes", request.bytes,
                   "length of the vectors, as in 8,32k or 8:64m:4; default: 32k");
  cost->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  cost->add_option("--root", request.root, "of a reduce")->capture_default_str();
  add_machine(*cost, request);
  cost->add_flag("--sweep", request.sweep, "the map of winners over ranks and bytes");
  cost->add_option("--svg", request.svg_file, "with --sweep: also draw it to this file");
  cost->add_flag("--table1", request.table1,
                 "table 1 of Rabenseifner and Träff 2004, computed, beside the paper's figures");
  cost->add_flag("--markdown", request.markdown, "tables for documents");
  cost->add_option("--json", request.json_file, "also write all estimates to this file");
  cost->parse_complete_callback([cost, &request] {
    for (const CLI::Option* option : cost->get_options())
      if (option->count() > 0) request.given.push_back(option->get_name());
  });
  return cost;
}

int run(const Request& request) {
  try {
    if (request.table1) {
      check_table1(request);
      fmt::print("{}", table1());
    } else if (request.sweep) {
      map_winners(request);
    } else {
      rank_kernels(request);
    }
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "cost", error.what());
  } catch (const std::runtime_error& error) {
    return give_up(Status::failed, "cost", error.what());
  }
}

}  // namespace allfold::cost
