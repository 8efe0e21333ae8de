/// @file The tables for the user, printed row by row during the measurement.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/bench/against_limits.hpp"
#include "command/bench/summary.hpp"

namespace allfold::command::bench {

/// Names Allfold's candidates of a collective, for the head of the output.
[[nodiscard]] std::string allfold_text(const measure::Setup& setup,
                                       schedule::Collective collective);
[[nodiscard]] std::string mpi_version();

/// Prints to standard output, without buffering whole tables. Only rank 0 has one.
class Report {
 public:
  enum class Bandwidths { left_out, shown };
  Report(TableStyle style, Bandwidths bandwidths) : style_(style), bandwidths_(bandwidths) {}

  void begin(const measure::Setup& setup, const measure::Surroundings& there) const;
  void begin_table(const measure::Setup& setup, const measure::Match& match, measure::Timing timing,
                   int ranks) const;
  void add(const measure::Match& match, const Row& row) const;
  void summarise(const std::vector<Row>& rows) const;
  void overhead(const std::vector<Row>& rows) const;
  void communicators(const Times& times, int ranks) const;
  void begin_limits(int ranks, double flag_latency) const;
  void add(const LimitRow& row) const;
  /// Prints a sentence below the tables.
  static void say(const std::string& text);

 private:
  struct Column {
    std::string_view name;
    int width;
    enum class Side { left, right } side = Side::right;
  };
  using Columns = std::vector<Column>;

  [[nodiscard]] Columns size_columns(const measure::Match& match) const;
  [[nodiscard]] static Columns limit_columns();
  void add_time(std::vector<std::string>& cells, const Row& row, double seconds, double p95) const;
  void title(const std::string& text) const;
  void head(const Columns& columns) const;
  void line(const Columns& columns, const std::vector<std::string>& cells) const;

  TableStyle style_;
  Bandwidths bandwidths_;
};

}  // namespace allfold::command::bench
