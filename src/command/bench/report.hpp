/// @file The tables that the user reads, row by row as they are measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/bench/against_limits.hpp"
#include "command/bench/comparison.hpp"

namespace allfold::bench {

/// One line of results.
struct Row {
  Collective collective;
  Timing timing;
  std::int64_t bytes;
  Times times;
  std::string kernels;  ///< of Allfold's, that served the calls
};

/// Geometric means of the ratios of one collective under one timing.
struct Summary {
  Collective collective;
  Timing timing;
  double all = 0;
  double to_best = 0;       ///< of the best native algorithm at each size, where all compete
  double long_vectors = 0;  ///< from `long_bytes` on; 0 where there are none
  Row worst;                ///< the row of the lowest ratio

  static constexpr std::int64_t long_bytes = std::int64_t{256} * 1024;
};

/// One for each collective and timing, in the order of the rows.
[[nodiscard]] std::vector<Summary> summaries(const std::vector<Row>& rows);

/// Which of the MPI library's algorithms did not compete where, and why.
[[nodiscard]] std::vector<std::string> left_out(const std::vector<Row>& rows);

/// Who is set against whom, for the head of the output.
[[nodiscard]] std::string native_text(const Match& match);
[[nodiscard]] std::string allfold_text(const Setup& setup, Collective collective);
[[nodiscard]] std::string mpi_version();

/// Prints to standard output, at once. Only the rank that reports has one.
class Report {
 public:
  Report(TableStyle style, const Surroundings& surroundings)
      : style_(style), surroundings_(surroundings) {}

  void begin(const Setup& setup) const;
  void begin_table(const Setup& setup, const Match& match, Timing timing) const;
  void add(const Row& row) const;
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

  /// Who competes.
  enum class Field { two, all };

  [[nodiscard]] static Columns size_columns(Field field);
  void title(const std::string& text) const;
  void head(const Columns& columns) const;
  void line(const Columns& columns, const std::vector<std::string>& cells) const;

  TableStyle style_;
  Surroundings surroundings_;
};

}  // namespace allfold::bench
