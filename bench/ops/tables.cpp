#include "tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace allfold::bench {
namespace {

double gigabytes_per_second(const Case& c, double seconds) {
  return 3e-9 * static_cast<double>(c.bytes) / seconds;
}
double to_triad(const Result& r) { return r.times.triad / r.times.allfold; }
std::optional<double> to_mpi(const Result& r) {
  if (!r.times.mpi) return std::nullopt;
  return *r.times.mpi / r.times.allfold;
}

std::string text(std::optional<double> value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "–";
}

void print_row(const Result& r) {
  std::optional<double> mpi_rate;
  if (r.times.mpi) mpi_rate = gigabytes_per_second(r.c, *r.times.mpi);
  fmt::print("| {} | {} | {:.1f} | {} | {:.1f} | {:.2f} | {} |\n", ops::name_of(r.c.op),
             ops::name_of(r.c.type), gigabytes_per_second(r.c, r.times.allfold),
             text(mpi_rate, "{:.1f}"), gigabytes_per_second(r.c, r.times.triad), to_triad(r),
             text(to_mpi(r), "{:.2f}"));
}

void print_summary(const char* what, std::vector<std::pair<double, const Result*>> ratios) {
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  const auto& [least, worst] = ratios.front();
  fmt::print("- {}: median {:.2f}, least {:.2f} ({} of {})\n", what,
             ratios[ratios.size() / 2].first, least, ops::name_of(worst->c.op),
             ops::name_of(worst->c.type));
}

void print_below(const char* what, double bound,
                 const std::vector<std::pair<double, const Result*>>& ratios) {
  std::string names;
  for (const auto& [ratio, r] : ratios) {
    if (ratio >= bound) continue;
    names += fmt::format("{}{} of {} ({:.2f})", names.empty() ? "" : ", ", ops::name_of(r->c.op),
                         ops::name_of(r->c.type), ratio);
  }
  fmt::print("- Below {:.2f} of {}: {}\n", bound, what, names.empty() ? "none" : names);
}

void print_size(std::size_t bytes, const std::vector<Result>& results) {
  std::vector<std::pair<double, const Result*>> triad;
  std::vector<std::pair<double, const Result*>> mpi;
  for (const Result& r : results) {
    if (r.c.bytes != bytes) continue;
    triad.emplace_back(to_triad(r), &r);
    if (const auto ratio = to_mpi(r)) mpi.emplace_back(*ratio, &r);
  }
  if (triad.empty()) return;
  fmt::print("\n### Vectors of {}\n\n", size_name(bytes));
  fmt::print(
      "| operation | type | Allfold, GB/s | MPI, GB/s | triad, GB/s | Allfold ÷ triad "
      "| Allfold ÷ MPI |\n|---|---|--:|--:|--:|--:|--:|\n");
  for (const auto& [ratio, r] : triad) print_row(*r);
  fmt::print("\n");
  print_summary("Allfold ÷ triad", triad);
  print_summary("Allfold ÷ MPI", mpi);
  print_below("the triad", 0.85, triad);
  print_below("MPI", 1.0, mpi);
}

}  // namespace

void print_tables(const std::vector<Result>& results) {
  for (const std::size_t bytes : vector_sizes()) print_size(bytes, results);
}

}  // namespace allfold::bench
