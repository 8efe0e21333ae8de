#include "command/bench/report.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "allfold/allfold.h"
#include "command/measure/format.hpp"
#include "command/sizes.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  std::string version(all.substr(0, all.find_first_of(",\n")));
  // MPICH separates name and number by tabs.
  std::ranges::replace(version, '\t', ' ');
  return version;
}

std::string allfold_text(const measure::Setup& setup, schedule::Collective collective) {
  const char* variable = schedule::row_of(collective).variable;
  const char* value = std::getenv(variable);
  if (setup.algorithm != "auto" || value == nullptr) return setup.algorithm;
  return text::format("as {}={} has it", variable, value);
}

void Report::begin(const measure::Setup& setup, const measure::Surroundings& there) const {
  title(text::format("Allfold {} against {}", allfold_version(), mpi_version()));
  text::print("{} on {}, {} each; {} of {}{}.\n", measure::counted(there.ranks, "rank"),
              measure::counted(there.hosts, "host"),
              measure::counted(there.processors, "processor"), setup.op->name, setup.type->name,
              setup.in_place ? ", in place" : "");
  if (there.is_crowded())
    text::print("{} ranks share {}: times vary.\n", there.neighbours,
                measure::counted(there.processors, "processor"));
  for (const std::string& note : setup.notes)
    text::print("{}", measure::wrapped(text::format("Note: {}.", note)));
  text::print(
      "Times in µs, of the slowest rank: median, and p95 (95 % of the turns take at most this "
      "time).\nRatio: native / Allfold with its 95 % interval; above 1 Allfold is faster; ~: the "
      "interval contains 1.\n");
  if (bandwidths_ == Bandwidths::shown)
    text::print(
        "Bandwidths in GB/s: alg is length / time; bus is alg × 2(p − 1)/p for an Allreduce, the "
        "least that\neach rank sends.\n");
  text::print(
      "Calls (separated, fresh: each; back to back: each series) start {}.\n",
      there.is_clock_shared() ? "at a time agreed on by synchronized clocks" : "after a barrier");
}

void Report::begin_table(const measure::Setup& setup, const measure::Match& match,
                         measure::Timing timing, int ranks) const {
  title(text::format("{}, {}, {}", schedule::name_of(match.collective), measure::name_of(timing),
                     measure::counted(ranks, "rank")));
  text::print("{}",
              measure::wrapped(text::format("native: {}; Allfold: {}", measure::native_text(match),
                                            allfold_text(setup, match.collective))));
  head(size_columns(match));
}

void Report::add(const measure::Match& match, const Row& row) const {
  std::vector<std::string> cells = {readable_bytes(row.bytes)};
  if (!match.also.empty()) cells.push_back(row.times.algorithm);
  add_time(cells, row, row.times.native.median, row.times.native_p95);
  add_time(cells, row, row.times.allfold.median, row.times.allfold_p95);
  cells.insert(cells.end(), {measure::marked_ratio(row.times.ratio),
                             measure::interval(row.times.ratio, measure::ratio_text)});
  if (!match.others.empty()) {
    const NativeTime& best = row.times.natives.front();
    cells.insert(cells.end(), {best.name, measure::microseconds(best.time.median),
                               measure::marked_ratio(row.times.best_ratio),
                               measure::interval(row.times.best_ratio, measure::ratio_text)});
  }
  cells.push_back(row.times.served.by);
  line(size_columns(match), cells);
}

void Report::add_time(std::vector<std::string>& cells, const Row& row, double seconds,
                      double p95) const {
  cells.insert(cells.end(), {measure::microseconds(seconds), measure::microseconds(p95)});
  if (bandwidths_ == Bandwidths::left_out) return;
  cells.insert(cells.end(), {measure::gigabytes(bandwidth(row.bytes, seconds)),
                             measure::gigabytes(bus_bandwidth(row, seconds))});
}

void Report::summarise(const std::vector<Row>& rows) const {
  const std::vector<Summary> means = summaries(rows);
  const auto differ = [&](auto value) {
    return std::ranges::any_of(means, [&](const Summary& each) {
      return std::invoke(value, each) != std::invoke(value, means.front());
    });
  };
  const bool are_ranks_several = differ(&Summary::ranks);
  const bool are_several =
      differ([](const Summary& each) -> const std::string& { return each.worst.times.algorithm; });
  const bool is_best_known = !rows.empty() && !rows.front().times.natives.empty();
  Columns columns;
  if (are_ranks_several) columns.push_back({"ranks", 5});
  columns.insert(columns.end(), {{"collective", 10, Column::Side::left},
                                 {"timing", 12, Column::Side::left},
                                 {"all sizes", 9},
                                 {"256 KiB on", 10},
                                 {"worst", 6},
                                 {"95 %", 13},
                                 {"at", 8}});
  if (is_best_known) columns.push_back({"to the best", 11});
  if (are_several) columns.push_back({"by", 0, Column::Side::left});
  title(are_ranks_several || means.empty()
            ? "Geometric means of the ratios"
            : text::format("Geometric means of the ratios, {}",
                           measure::counted(means.front().ranks, "rank")));
  head(columns);
  for (const Summary& summary : means) {
    std::vector<std::string> cells;
    if (are_ranks_several) cells.push_back(std::to_string(summary.ranks));
    cells.insert(cells.end(),
                 {std::string(schedule::name_of(summary.collective)),
                  measure::name_of(summary.timing), measure::ratio_text(summary.all),
                  summary.long_vectors > 0 ? measure::ratio_text(summary.long_vectors) : "–",
                  measure::marked_ratio(summary.worst.times.ratio),
                  measure::interval(summary.worst.times.ratio, measure::ratio_text),
                  readable_bytes(summary.worst.bytes)});
    if (is_best_known) cells.push_back(measure::ratio_text(summary.to_best));
    if (are_several) cells.push_back(summary.worst.times.algorithm);
    line(columns, cells);
  }
  for (const std::string& each : left_out(rows)) say(text::format("Left out: {}.", each));
}

void Report::say(const std::string& text) {
  text::print("\n{}", measure::wrapped(text));
  static_cast<void>(std::fflush(stdout));
}

void Report::overhead(const std::vector<Row>& rows) const {
  const Columns columns = {{"collective", 10, Column::Side::left},
                           {"by", 14, Column::Side::left},
                           {"native", 7},
                           {"95 %", 13},
                           {"Allfold", 7},
                           {"95 %", 13},
                           {"added", 7},
                           {"95 %", 13}};
  title("Call overhead: one element on MPI_COMM_SELF, nanoseconds a call, back to back");
  head(columns);
  for (const Row& row : rows)
    line(columns, {std::string(schedule::name_of(row.collective)), row.times.algorithm,
                   measure::nanoseconds(row.times.native.median),
                   measure::interval(row.times.native, measure::nanoseconds),
                   measure::nanoseconds(row.times.allfold.median),
                   measure::interval(row.times.allfold, measure::nanoseconds),
                   measure::nanoseconds(row.times.added.median),
                   measure::interval(row.times.added, measure::nanoseconds)});
}

void Report::communicators(const Times& times, int ranks) const {
  const Columns columns = {{"native", 8}, {"95 %", 17}, {"Allfold", 8},
                           {"95 %", 17},  {"ratio", 6}, {"95 %", 13}};
  title(text::format(
      "Communicators that are used for one call (dup, Allreduce of one element, free), {}",
      measure::counted(ranks, "rank")));
  head(columns);
  line(columns,
       {measure::microseconds(times.native.median),
        measure::interval(times.native, measure::microseconds),
        measure::microseconds(times.allfold.median),
        measure::interval(times.allfold, measure::microseconds), measure::marked_ratio(times.ratio),
        measure::interval(times.ratio, measure::ratio_text)});
}

Report::Columns Report::size_columns(const measure::Match& match) const {
  using enum Column::Side;
  Columns columns = {{"size", 8}};
  if (!match.also.empty()) columns.push_back({"by", 18, left});
  for (const std::string_view who : {"native", "Allfold"}) {
    columns.insert(columns.end(), {{who, 7}, {"p95", 7}});
    if (bandwidths_ == Bandwidths::shown) columns.insert(columns.end(), {{"alg", 6}, {"bus", 6}});
  }
  columns.insert(columns.end(), {{"ratio", 6}, {"95 %", 11}});
  if (!match.others.empty())
    columns.insert(columns.end(),
                   {{"best native", 18, left}, {"time", 7}, {"ratio", 6}, {"95 %", 11}});
  columns.push_back({"algorithm", 0, left});
  return columns;
}

void Report::title(const std::string& text) const {
  text::print("{}{}\n", style_ == TableStyle::markdown ? "\n### " : "\n", text);
}

void Report::head(const Columns& columns) const {
  std::vector<std::string> names;
  for (const Column& column : columns) names.emplace_back(column.name);
  if (style_ == TableStyle::markdown) text::print("\n");
  line(columns, names);
  if (style_ != TableStyle::markdown) return;
  for (const Column& column : columns)
    text::print("{}", column.side == Column::Side::left ? "| --- " : "| ---: ");
  text::print("|\n");
}

void Report::line(const Columns& columns, const std::vector<std::string>& cells) const {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto width = static_cast<std::size_t>(columns[i].width);
    if (style_ == TableStyle::markdown)
      text += text::format("| {} ", cells[i].substr(0, cells[i].find_last_not_of(' ') + 1));
    else if (columns[i].side == Column::Side::left)
      text += text::format("{:<{}}  ", cells[i], width);
    else
      text += text::format("{:>{}}  ", cells[i], width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  text::print("{}{}\n", text, style_ == TableStyle::markdown ? " |" : "");
  static_cast<void>(std::fflush(stdout));
}

}  // namespace allfold::command::bench
