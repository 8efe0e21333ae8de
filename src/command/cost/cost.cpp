#include "command/cost/cost.hpp"

#include <fmt/format.h>

#include <fstream>

#include "command/cost/estimate.hpp"
#include "command/cost/table1.hpp"
#include "command/cost/winners.hpp"
#include "command/job.hpp"
#include "command/sizes.hpp"
#include "command/tables.hpp"
#include "command/usage_error.hpp"
#include "select/model.hpp"

namespace allfold::cost {

namespace {

constexpr std::int64_t most_ranks = 1 << 20;
constexpr std::int64_t most_ranks_in_sweep = 256;

double time_of(const std::string& option, const std::string& text, double by_default) {
  if (text.empty()) return by_default;
  const auto seconds = parse_seconds(text);
  if (!seconds)
    throw UsageError(
        fmt::format("{}: '{}' is no time (it needs a number and a unit) write as in {} 0.1ns",
                    option, text, option));
  return *seconds;
}

CostModel model_of(const Request& request) {
  CostModel model = default_model;
  LinkCost& link = model.link;
  link.alpha = time_of("--alpha", request.alpha, link.alpha);
  link.beta = time_of("--beta", request.beta, link.beta);
  model.gamma = time_of("--gamma", request.gamma, model.gamma);
  link.f_alpha = request.f_alpha;
  link.f_beta = request.f_beta;
  model.ranks_per_node = request.ranks_per_node;
  model.inside = link;
  model.inside.alpha = time_of("--alpha-inside", request.alpha_inside, link.alpha);
  model.inside.beta = time_of("--beta-inside", request.beta_inside, link.beta);
  return model;
}

Collective collective_of(const Request& request) {
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    if (name_of(collective) == request.collective) return collective;
  throw UsageError(
      fmt::format("--collective: '{}' is none of Allfold's (it serves two) use allreduce or reduce",
                  request.collective));
}

/// "2:64" are all numbers from 2 to 64, others as sizes are written.
std::vector<int> ranks_of(const Request& request, std::int64_t most) {
  if (request.ranks.empty())
    throw UsageError("-p is missing (costs depend on the number of ranks) write as in -p 13");
  std::vector<std::int64_t> numbers = parse_sizes(request.ranks, "-p");
  const std::size_t colon = request.ranks.find(':');
  if (colon != std::string::npos &&
      request.ranks.find_first_of(",:", colon + 1) == std::string::npos)
    for (std::int64_t p = numbers.front() + 1, last = std::min(numbers.back(), most); p < last; ++p)
      numbers.push_back(p);
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  if (numbers.front() < 1 || numbers.back() > most)
    throw UsageError(
        fmt::format("-p: {} ranks cannot be (there is one at least, and here {} at most) use "
                    "another number",
                    numbers.front() < 1 ? numbers.front() : numbers.back(), most));
  return {numbers.begin(), numbers.end()};
}

std::string readable_seconds(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.3f} µs", seconds * 1e6)
         : seconds < 1  ? fmt::format("{:.3f} ms", seconds * 1e3)
                        : fmt::format("{:.3f} s", seconds);
}

std::vector<std::string> row_of(const Estimate& estimate, double least) {
  const bool is_bound = estimate.basis == Estimate::Basis::upper_bound;
  constexpr double rounding = 1 + 1e-9;
  return {estimate.seconds <= least * rounding ? "*" : "",
          estimate.name(),
          estimate.kernel->order == OperandOrder::rank_order ? "rank order" : "any",
          fmt::format("{}{:.6g}", is_bound ? "≤ " : "", estimate.cost.rounds),
          fmt::format("{:.4g} m", estimate.cost.volume),
          fmt::format("{:.4g} m", estimate.cost.reductions),
          (is_bound ? "≤ " : "") + readable_seconds(estimate.seconds),
          fmt::format("{:.2f}", least > 0 ? estimate.seconds / least : 1)};
}

void print_estimates(const Request& request, const CostModel& model) {
  const std::vector<int> ranks = ranks_of(request, most_ranks);
  const TableStyle style = request.markdown ? TableStyle::markdown : TableStyle::terminal;
  for (const int p : ranks)
    for (const std::int64_t bytes : parse_sizes(request.bytes, "--bytes")) {
      Task task{.collective = collective_of(request), .ranks = p};
      if (task.collective == Collective::reduce) task.root = request.root;
      if (request.root < 0 || request.root >= p)
        throw UsageError(fmt::format("--root: {} is no rank (there are {}) use 0 to {}",
                                     request.root, p, p - 1));
      const auto all = estimates(task, model, static_cast<double>(bytes));
      fmt::print("{} on {} ranks, m = {}; {}\n\n", name_of(task.collective), p,
                 readable_bytes(bytes), text_of(model));
      std::vector<std::vector<std::string>> rows{
          {"", "kernel", "order", "rounds", "volume", "reductions", "time", "of the best"}};
      for (const Estimate& estimate : all) rows.push_back(row_of(estimate, all.front().seconds));
      fmt::print("{}\n", table(rows, style));
      const Estimate one = reproducible_estimate(task, model, static_cast<double>(bytes));
      fmt::print("With ALLFOLD_REPRODUCIBLE=1: {}, {}.\n\n", one.name(),
                 readable_seconds(one.seconds));
    }
}

void print_winners(const Request& request, const CostModel& model) {
  Request whole = request;
  if (whole.ranks.empty()) whole.ranks = "2:33";
  const WinnerMap map = winner_map(
      collective_of(whole), ranks_of(whole, most_ranks_in_sweep),
      parse_sizes(whole.bytes == Request{}.bytes ? "8:128m:4" : whole.bytes, "--bytes"), model);
  fmt::print("The cheapest {} over ranks and bytes; {}\n\n{}", name_of(map.collective),
             text_of(model), text_of(map));
  if (request.svg_file.empty()) return;
  std::ofstream file(request.svg_file);
  file << svg_of(map, model);
  file.close();
  if (!file)
    throw std::runtime_error(fmt::format(
        "--svg: '{}' cannot be written (see its directory) name another file", request.svg_file));
}

}  // namespace

CLI::App* add_command(CLI::App& app, Request& request) {
  CLI::App* cost = app.add_subcommand("cost", "What kernels take in the cost model, without MPI");
  cost->add_option("-p,--ranks", request.ranks, "number of ranks, as in 13; 12,13; FROM:TO");
  cost->add_option("--bytes", request.bytes, "length of the vectors, as in 8,32k or 8:64m:4")
      ->capture_default_str();
  cost->add_option("--collective", request.collective, "allreduce or reduce")
      ->capture_default_str();
  cost->add_option("--root", request.root, "of a reduce")->capture_default_str();
  cost->add_option("--alpha", request.alpha, "time a message [default: as ALLFOLD_MODEL]");
  cost->add_option("--beta", request.beta, "time a byte sent");
  cost->add_option("--gamma", request.gamma, "time a byte reduced");
  cost->add_option("--f-alpha", request.f_alpha, "share of alpha where a message goes one way only")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost->add_option("--f-beta", request.f_beta, "the same of beta")
      ->capture_default_str()
      ->check(CLI::Range(0.0, 1.0));
  cost->add_option("--ranks-per-node", request.ranks_per_node, "consecutive ranks share a node")
      ->capture_default_str()
      ->check(CLI::Range(1, 4096));
  cost->add_option("--alpha-inside", request.alpha_inside, "alpha inside a node");
  cost->add_option("--beta-inside", request.beta_inside, "beta inside a node");
  cost->add_flag("--sweep", request.sweep, "the map of winners over ranks and bytes");
  cost->add_option("--svg", request.svg_file, "with --sweep: also draw it to this file");
  cost->add_flag("--table1", request.table1,
                 "table 1 of Rabenseifner and Träff 2004, computed, beside the paper's figures");
  cost->add_flag("--markdown", request.markdown, "tables for documents");
  return cost;
}

int run(const Request& request) {
  try {
    const CostModel model = model_of(request);
    if (!request.svg_file.empty() && !request.sweep)
      throw UsageError("--svg draws the map of winners (there is none without it) add --sweep");
    if (request.table1)
      fmt::print("{}", table1());
    else if (request.sweep)
      print_winners(request, model);
    else
      print_estimates(request, model);
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "cost", error.what());
  } catch (const std::runtime_error& error) {
    return give_up(Status::failed, "cost", error.what());
  }
}

}  // namespace allfold::cost
