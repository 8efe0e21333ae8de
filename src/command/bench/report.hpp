/// @file The tables that the user reads, row by row as they are measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/bench/against_limits.hpp"
#include "command/bench/summary.hpp"

namespace allfold::command::bench {

/// Who is set against whom, for the head of the output.
[[nodiscard]] std::string allfold_text(const measure::Setup& setup,
                                       schedule::Collective collective);
[[nodiscard]] std::string mpi_version();

/// Prints to standard output, at once. Only the rank that reports has one.
class Report {
 public:
  Report(TableStyle style, const measure::Surroundings& surroundings)
      : style_(style), surroundings_(surroundings) {}

  void begin(const measure::Setup& setup) const;
  void begin_table(const measure::Setup& setup, const measure::Match& match,
                   measure::Timing timing) const;
  void add(const measure::Match& match, const Row& row) const;
  void summarise(const std::vector<Row>& rows) const;
  void overhead(const std::vector<Row>& rows) const;
  void communicators(const Times& times) const;
  void limits(const std::vector<LimitRow>& rows, double flag_latency) const;

 private:
  struct Column {
    std::string_view name;
    int width;
    enum class Side { left, right } side = Side::right;
  };
  using Columns = std::vector<Column>;

  [[nodiscard]] static Columns size_columns(const measure::Match& match);
  void title(const std::string& text) const;
  void head(const Columns& columns) const;
  void line(const Columns& columns, const std::vector<std::string>& cells) const;

  TableStyle style_;
  measure::Surroundings surroundings_;
};

}  // namespace allfold::command::bench
