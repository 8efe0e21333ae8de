/// @file Positions: where the parts of a drawn schedule lie, in pixels.
#pragma once

#include <vector>

#include "picture/label.hpp"

namespace allfold::picture {

/// The most holdings that are shown of a rank at one time.
inline constexpr std::size_t most_shown_holdings = 2;

/// Ranks are columns. Rounds are rows of boxes, and messages cross the gaps between them.
class Positions {
 public:
  Positions(const Trace& trace, const Caption& caption);

  static constexpr int margin = 16;
  static constexpr int title_size = 17;
  static constexpr int text_size = 12;

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return bottom(static_cast<int>(top_.size()) - 1) + margin; }
  /// The middle of a rank's column.
  [[nodiscard]] int column(int rank) const { return first_column_ + rank * pitch_; }
  [[nodiscard]] int pitch() const { return pitch_; }
  /// The edges of the boxes of a round; round 0 is the start.
  [[nodiscard]] int top(int round) const { return top_[static_cast<std::size_t>(round)]; }
  [[nodiscard]] int bottom(int round) const { return bottom_[static_cast<std::size_t>(round)]; }
  /// The baseline of a line of text in the boxes of a round.
  [[nodiscard]] int baseline(int round, int line) const {
    return top(round) + padding + line * line_height() + label_size_;
  }
  /// The size of the labels in boxes.
  [[nodiscard]] int label_size() const { return label_size_; }
  /// A label, truncated to the width of a column.
  [[nodiscard]] std::string fitted(const std::string& label) const;

  // The lines of the heading.
  [[nodiscard]] static int title_line() { return margin + title_size; }
  [[nodiscard]] static int cost_line() { return title_line() + 20; }
  [[nodiscard]] static int legend_line() { return cost_line() + 22; }
  [[nodiscard]] static int rank_line() { return legend_line() + 30; }

  /// The approximate width of a text, in pixels.
  [[nodiscard]] static int width_of_text(std::size_t characters, int size) {
    return static_cast<int>(characters) * size * 3 / 5;
  }

 private:
  static constexpr int padding = 4;
  static constexpr int gutter = 68;  // for the names of rounds

  [[nodiscard]] int line_height() const { return label_size_ + 3; }
  void place_columns(const Trace& trace);
  void place_rows(const Trace& trace);

  int label_size_;
  int pitch_ = 0;
  int first_column_ = 0;
  int width_ = 0;
  std::vector<int> top_;
  std::vector<int> bottom_;
};

}  // namespace allfold::picture
