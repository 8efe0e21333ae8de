#include "command/tune/setup.hpp"

#include <algorithm>

#include "command/duration.hpp"
#include "command/ranks.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::tune {

namespace {

constexpr int most_ranks = 1 << 20;
constexpr int small_job = 16;  // ranks

std::vector<int> ranks_of(const Request& request) {
  if (request.ranks.empty()) return {};
  std::vector<int> ranks = parse_ranks(request.ranks, most_ranks, "--ranks");
  if (ranks.front() < 2)
    throw UsageError("--ranks: 1: expected 2 or more: one rank sends no messages; begin with 2");
  return ranks;
}

bool is_telling(int ranks) {
  const auto is_power = [](int number) { return (number & (number - 1)) == 0; };
  return is_power(ranks) || is_power(ranks - 1) || is_power(ranks + 1) ||
         (ranks % 3 == 0 && is_power(ranks / 3));
}

}  // namespace

Setup understand(const Request& request) {
  if (request.file.empty())
    throw UsageError("-o: missing: expected the rules file to write, for example -o rules.json");
  if (request.timing == "both")
    throw UsageError(
        "--timing: both: expected one timing; use separated, fresh, cold or back-to-back");
  Setup setup{.file = request.file,
              .budget = parse_duration(request.budget, "--budget"),
              .ranks = ranks_of(request),
              .calls = measure::understand({.collective = request.collective,
                                            .sizes = request.sizes,
                                            .timing = request.timing,
                                            .op = request.op}),
              .timing = request.timing,
              .resume = request.resume,
              .quiet = request.quiet,
              .style = request.markdown ? TableStyle::markdown : TableStyle::terminal};
  if (request.op == "user") setup.operation = rules::OperationClass::commutative;
  if (request.op == "user-ordered") setup.operation = rules::OperationClass::ordered;
  // Empty vectors need no reduction.
  std::erase(setup.calls.counts, 0);
  if (setup.calls.counts.empty())
    throw UsageError(
        "--sizes: 0: expected at least one size of more than 0 bytes; add larger sizes");
  return setup;
}

std::vector<int> telling_ranks(int all) {
  std::vector<int> ranks = {all};
  for (int p = 2; p < all; ++p)
    if (all <= small_job || is_telling(p)) ranks.push_back(p);
  return ranks;
}

std::vector<Point> points_of(const Setup& setup, int all) {
  std::vector<Point> points;
  for (const int p : setup.ranks.empty() ? telling_ranks(all) : setup.ranks) {
    if (p > all)
      throw UsageError(
          text::format("--ranks: {}: expected at most {}, the ranks of this job; start more ranks, "
                       "or name fewer",
                       p, all));
    for (const measure::Match& match : setup.calls.matches)
      for (const int count : setup.calls.counts)
        points.push_back({.collective = match.collective, .ranks = p, .count = count});
  }
  return points;
}

}  // namespace allfold::command::tune
