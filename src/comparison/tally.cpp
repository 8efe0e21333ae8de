#include "comparison/tally.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "comparison/outcome.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::comparison {

namespace {

using Json = nlohmann::json;

/// Numbers are packed as bits, since JSON has no infinity.
std::uint64_t bits_of(double number) { return std::bit_cast<std::uint64_t>(number); }
double number_of(std::uint64_t bits) { return std::bit_cast<double>(bits); }

Json packed_row(const CallKind& kind, const CallSums& sums) {
  return {static_cast<int>(kind.collective),
          kind.ranks,
          kind.size_class,
          kind.operation,
          kind.type,
          kind.algorithm,
          sums.calls,
          sums.within,
          sums.order_sensitive,
          sums.mismatches,
          bits_of(sums.native_seconds),
          bits_of(sums.allfold_seconds),
          bits_of(sums.worst),
          sums.by_program,
          sums.unexplained};
}

void unpack_row(const Json& row, Tally& tally) {
  const CallKind kind{.collective = static_cast<schedule::Collective>(row[0].get<int>()),
                      .ranks = row[1],
                      .size_class = row[2],
                      .operation = row[3],
                      .type = row[4],
                      .algorithm = row[5]};
  tally.compared[kind] = {.calls = row[6],
                          .within = row[7],
                          .order_sensitive = row[8],
                          .mismatches = row[9],
                          .by_program = row[13],
                          .unexplained = row[14],
                          .native_seconds = number_of(row[10]),
                          .allfold_seconds = number_of(row[11]),
                          .worst = number_of(row[12])};
}

constexpr auto line =
    "allfold: {:<10}  {:>5}  {:>8}  {:<12}  {:<21}  {:>8}  {:>10}  {:>10}  {:>7}  {:>7}  {:>8}  "
    "{:>8}  {}";

std::string text_of_row(const CallKind& kind, const CallSums& sums) {
  return text::format(
      line, schedule::name_of(kind.collective), kind.ranks, text::size_class_name(kind.size_class),
      kind.operation, kind.type, sums.calls, text::format("{:.6f}", sums.native_seconds),
      text::format("{:.6f}", sums.allfold_seconds), sums.within, text::format("{:.3g}", sums.worst),
      sums.order_sensitive, sums.mismatches, kind.algorithm);
}

}  // namespace

void CallSums::add(const CallSums& other) {
  calls += other.calls;
  within += other.within;
  order_sensitive += other.order_sensitive;
  mismatches += other.mismatches;
  by_program += other.by_program;
  unexplained += other.unexplained;
  native_seconds += other.native_seconds;
  allfold_seconds += other.allfold_seconds;
  worst = std::max(worst, other.worst);
}

void Tally::add(const Tally& more) {
  for (const auto& [kind, sums] : more.compared) compared[kind].add(sums);
  for (const auto& [reason, calls] : more.not_compared) not_compared[reason] += calls;
  for (const std::string& each : more.mismatches) add_mismatch(each);
  for (const std::string& difference : more.unexplained) add_unexplained(difference);
}

void Tally::merge(const Tally& other) {
  Tally theirs = other;
  for (auto& [kind, sums] : theirs.compared) {
    CallSums& own = compared[kind];
    for (double CallSums::*seconds : {&CallSums::native_seconds, &CallSums::allfold_seconds}) {
      own.*seconds = std::max(own.*seconds, sums.*seconds);
      sums.*seconds = 0;
    }
  }
  add(theirs);
}

void Tally::add_mismatch(std::string text) {
  if (mismatches.size() < most_mismatches) mismatches.push_back(std::move(text));
}

void Tally::add_unexplained(std::string text) {
  if (unexplained.size() < most_mismatches) unexplained.push_back(std::move(text));
}

Tally Tally::without_calls() const {
  Tally rest = *this;
  for (auto& [kind, sums] : rest.compared)
    sums.calls = sums.within = sums.order_sensitive = sums.mismatches = sums.by_program =
        sums.unexplained = 0;
  rest.not_compared.clear();
  return rest;
}

std::string packed(const Tally& tally) {
  Json all = {{"compared", Json::array()},
              {"not_compared", tally.not_compared},
              {"mismatches", tally.mismatches},
              {"unexplained", tally.unexplained}};
  for (const auto& [kind, sums] : tally.compared) all["compared"].push_back(packed_row(kind, sums));
  // Names of types come from the program, and need not be UTF-8.
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void merge_packed(Tally& tally, std::string_view packed) {
  const Json all = Json::parse(packed);
  Tally other;
  for (const Json& row : all["compared"]) unpack_row(row, other);
  other.not_compared = all["not_compared"];
  other.mismatches = all["mismatches"];
  other.unexplained = all["unexplained"];
  tally.merge(other);
}

std::string text_of(const Tally& tally, std::string_view of_whom) {
  std::string text =
      text::format("allfold: comparison of {}: native calls and Allfold's\n", of_whom);
  if (!tally.compared.empty())
    text += text::format(line, "collective", "ranks", "bytes", "operation", "type", "compared",
                         "native s", "Allfold s", "rounded", "worst", "by order", "mismatch",
                         "algorithm") +
            '\n';
  Outcome outcome;
  for (const auto& [kind, sums] : tally.compared) {
    text += text_of_row(kind, sums) + '\n';
    outcome.calls += sums.calls;
    outcome.mismatches += sums.mismatches;
    outcome.by_program += sums.by_program;
    outcome.unexplained += sums.unexplained;
  }
  for (const auto& [reason, count] : tally.not_compared)
    text += text::format("allfold: not compared: {} calls: {}\n", count, reason);
  for (const std::string& each : tally.mismatches)
    text += text::format("allfold: mismatch: {}\n", each);
  for (const std::string& difference : tally.unexplained)
    text += text::format("allfold: unexplained: {}\n", difference);
  return text + text_of(outcome);
}

}  // namespace allfold::comparison
