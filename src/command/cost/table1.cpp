#include "command/cost/table1.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "algorithms/powers.hpp"
#include "command/tables.hpp"
#include "cost/formula.hpp"
#include "text/format.hpp"

namespace allfold::command::cost {

namespace {

/// A row as printed in the paper, except for two points after 600. Gamma is a tenth of beta.
struct Row {
  int ranks;
  double beta;  ///< m*beta in multiples of alpha
  std::array<std::string_view, 4> printed;
};

constexpr std::array rows{
    Row{3,
        0.1,
        {"2 + 0.2 + 0.02 = 2.22 *", "3 + 0.3 + 0.02 = 3.32", "4 + 0.13 + 0.01 = 4.14",
         "4 + 0.20 + 0.01 = 4.21"}},
    Row{3,
        1,
        {"2 + 2.0 + 0.20 = 4.20 *", "3 + 3.0 + 0.20 = 6.20", "4 + 1.33 + 0.07 = 5.40",
         "4 + 2.00 + 0.10 = 6.10"}},
    Row{3,
        10,
        {"2 + 20. + 2.00 = 24.0", "3 + 30. + 2.00 = 35.0", "4 + 13.3 + 0.67 = 18.0 *",
         "4 + 20.0 + 1.00 = 25.0"}},
    Row{5,
        0.1,
        {"3 + 0.4 + 0.04 = 3.44 *", "4 + 0.4 + 0.03 = 4.43", "7 + 0.16 + 0.01 = 7.17",
         "6 + 0.25 + 0.01 = 6.26"}},
    Row{5,
        1,
        {"3 + 4.0 + 0.40 = 7.40 *", "4 + 4.0 + 0.30 = 8.30", "7 + 1.60 + 0.08 = 8.68",
         "6 + 2.50 + 0.13 = 8.63"}},
    Row{5,
        10,
        {"3 + 40. + 4.00 = 47.0", "4 + 40. + 3.00 = 47.0", "7 + 16.0 + 0.80 = 23.8 *",
         "6 + 25.0 + 1.25 = 32.3"}},
    Row{7,
        0.1,
        {"3 + 0.6 + 0.06 = 3.66 *", "4 + 0.4 + 0.03 = 4.43", "9 + 0.17 + 0.01 = 9.18",
         "6 + 0.25 + 0.01 = 6.26"}},
    Row{7,
        1,
        {"3 + 6.0 + 0.60 = 9.60", "4 + 4.0 + 0.30 = 8.30 *", "9 + 1.71 + 0.09 = 10.8",
         "6 + 2.50 + 0.13 = 8.63"}},
    Row{7,
        10,
        {"3 + 60. + 6.00 = 69.0", "4 + 40. + 3.00 = 47.0", "9 + 17.1 + 0.86 = 27.0 *",
         "6 + 25.0 + 1.25 = 32.3"}},
    Row{13,
        0.1,
        {"4 + 1.2 + 0.12 = 5.32 *", "5 + 0.5 + 0.04 = 5.54", "16 + 0.19 + 0.01 = 16.2",
         "8 + 0.28 + 0.01 = 8.29"}},
    Row{13,
        1,
        {"4 + 12. + 1.20 = 17.2", "5 + 5.0 + 0.40 = 10.4 *", "16 + 1.85 + 0.09 = 18.0",
         "8 + 2.75 + 0.14 = 10.9"}},
    Row{13,
        10,
        {"4 + 120. + 12.0 = 136.", "5 + 50. + 4.00 = 59.0", "16 + 18.5 + 0.92 = 35.4 *",
         "8 + 27.5 + 1.38 = 36.9"}},
    Row{15,
        0.1,
        {"4 + 1.4 + 0.14 = 5.54 *", "5 + 0.5 + 0.04 = 5.54 *", "18 + 0.19 + 0.01 = 18.2",
         "8 + 0.28 + 0.01 = 8.29"}},
    Row{15,
        1,
        {"4 + 14. + 1.40 = 19.4", "5 + 5.0 + 0.40 = 10.4 *", "18 + 1.87 + 0.09 = 20.0",
         "8 + 2.75 + 0.14 = 10.9"}},
    Row{15,
        10,
        {"4 + 140. + 14.0 = 158.", "5 + 50. + 4.00 = 59.0", "18 + 18.7 + 0.93 = 37.6",
         "8 + 27.5 + 1.38 = 36.9 *"}},
    Row{23,
        0.1,
        {"5 + 2.2 + 0.22 = 7.42", "6 + 0.6 + 0.05 = 6.65 *", "27 + 0.19 + 0.01 = 27.2",
         "10 + 0.29 + 0.01 = 10.3"}},
    Row{23,
        1,
        {"5 + 22. + 2.20 = 29.2", "6 + 6.0 + 0.50 = 12.5 *", "27 + 1.91 + 0.10 = 29.0",
         "10 + 2.88 + 0.14 = 13.0"}},
    Row{23,
        10,
        {"5 + 220. + 22.0 = 247.", "6 + 60. + 5.00 = 71.0", "27 + 19.1 + 0.96 = 47.1",
         "10 + 28.8 + 1.44 = 40.2 *"}},
    Row{23,
        100,
        {"5 + 2200 + 220. = 2425", "6 + 600. + 50.0 = 656.", "27 + 191. + 9.60 = 228. *",
         "10 + 288. + 14.4 = 312."}},
    Row{63,
        0.1,
        {"6 + 6.2 + 0.62 = 12.8", "7 + 0.6 + 0.06 = 7.66 *", "68 + 0.19 + 0.01 = 68.2",
         "12 + 0.29 + 0.01 = 12.3"}},
    Row{63,
        1,
        {"6 + 62. + 6.20 = 74.2", "7 + 6.0 + 0.60 = 13.6 *", "68 + 1.97 + 0.10 = 70.1",
         "12 + 2.94 + 0.15 = 15.1"}},
    Row{63,
        10,
        {"6 + 620. + 62.0 = 688.", "7 + 60. + 6.00 = 73.0", "68 + 19.7 + 0.98 = 88.7",
         "12 + 29.4 + 1.47 = 42.9"}},
    Row{63,
        100,
        {"6 + 6200 + 620. = 6826", "7 + 600. + 60.0 = 667.", "68 + 197. + 9.80 = 275. *",
         "12 + 294. + 14.7 = 321."}},
};

/// The four protocols' costs in Rabenseifner, Träff (EuroPVM/MPI 2004), section 3.5.
std::array<allfold::cost::Cost, 4> costs_of(int ranks) {
  const double p = ranks;
  const double rounds = algorithms::ceil_log2(ranks);
  const double inverse = algorithms::inverse_power(algorithms::floor_log2(ranks));
  return {allfold::cost::Cost{.rounds = rounds, .volume = p - 1, .reductions = p - 1},
          allfold::cost::Cost{.rounds = rounds + 1, .volume = rounds + 1, .reductions = rounds},
          allfold::cost::Cost{
              .rounds = rounds + p - 1, .volume = 2 * (1 - 1 / p), .reductions = 1 - 1 / p},
          allfold::cost::Cost{
              .rounds = 2 * rounds, .volume = 2 * (1.5 - inverse), .reductions = 1.5 - inverse}};
}

/// Rounds half up.
std::string rounded(double value, int digits) {
  const double unit = std::pow(10, digits);
  constexpr double nothing = 1e-9;
  return text::format("{:.{}f}", std::floor(value * unit + 0.5 + nothing) / unit, digits);
}

/// Formats with three digits as in the paper, or two if `digits_below_ten` is 1 (whole vectors).
std::string in_papers_precision(double value, int digits_below_ten) {
  if (value >= 1000) return rounded(value, 0);
  if (value >= 100) return rounded(value, 0) + '.';
  if (value >= 10) return digits_below_ten == 1 ? rounded(value, 0) + '.' : rounded(value, 1);
  return rounded(value, digits_below_ten);
}

double total(const allfold::cost::Cost& cost, double beta) {
  return allfold::cost::seconds(cost, {.link = {.alpha = 1, .beta = beta}, .gamma = beta / 10}, 1);
}

/// A cell, for example "3 + 0.3 + 0.02 = 3.32 *".
std::string cell(std::size_t protocol, const Row& row) {
  const auto costs = costs_of(row.ranks);
  const allfold::cost::Cost& cost = costs[protocol];
  const auto total_of = [&](const allfold::cost::Cost& each) { return total(each, row.beta); };
  constexpr double rounding = 1e-9;
  const double fastest = total_of(*std::ranges::min_element(costs, {}, total_of));
  const bool is_fastest = total_of(cost) < fastest + rounding;
  return text::format("{} + {} + {} = {}{}", cost.rounds,
                      in_papers_precision(cost.volume * row.beta, protocol < 2 ? 1 : 2),
                      in_papers_precision(cost.reductions * row.beta / 10, 2),
                      in_papers_precision(total_of(cost), 2), is_fastest ? " *" : "");
}

std::string_view size_name(double beta) {
  return beta < 1 ? "S" : beta < 10 ? "M" : beta < 100 ? "L" : "XL";
}

}  // namespace

std::string table1() {
  std::vector<std::vector<std::string>> cells{{"p", "m", "Ring, latency-opt.",
                                               "Elimination, lat.-opt.", "Ring, bandwidth-opt.",
                                               "Elimination, bw-opt."}};
  for (const Row& row : rows) {
    cells.push_back({std::to_string(row.ranks), std::string(size_name(row.beta))});
    for (std::size_t protocol = 0; protocol < row.printed.size(); ++protocol) {
      const std::string computed = cell(protocol, row);
      const std::string_view printed = row.printed[protocol];
      cells.back().push_back(
          computed == printed ? computed : text::format("{} [paper: {}]", computed, printed));
    }
  }
  return table(cells, TableStyle::terminal) +
         "message size m: S: βm = 0.1α, γm = 0.01α; M: βm = 1.0α, γm = 0.10α;\n"
         "                L: βm = 10α, γm = 1.00α; XL: βm = 100α, γm = 10.0α;\n"
         "times in multiples of α; the fastest protocol of each line is marked (*)\n";
}

}  // namespace allfold::command::cost
