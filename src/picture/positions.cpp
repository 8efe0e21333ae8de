#include "picture/positions.hpp"

#include <algorithm>
#include <cstdlib>

#include "picture/width.hpp"

namespace allfold::picture {

namespace {

constexpr int narrowest_pitch = 44;
constexpr int widest_pitch = 112;
constexpr int usual_width = 1600;  // of all columns; labels become smaller to keep it if possible
constexpr int largest_label = 12;
constexpr int smallest_label = 8;
constexpr int side = 6;  // on both sides of a label

/// The height of the gap before a round: messages over larger distances need more to be
/// distinguished.
int gap_for(int farthest) { return std::min(22 + 6 * farthest, 60 + 3 * farthest / 2); }

}  // namespace

Positions::Positions(const Trace& trace, const Caption& caption) : label_size_(largest_label) {
  place_columns(trace);
  place_rows(trace);
  width_ =
      std::max({column(trace.ranks - 1) + pitch_ / 2 + margin,
                2 * margin + width_of_text(width_of(title_of(caption, trace)), title_size),
                2 * margin + width_of_text(width_of(cost_of(caption, trace)), text_size), 420});
}

void Positions::place_columns(const Trace& trace) {
  std::size_t longest = 0;
  for (const auto& ranks : trace.held)
    for (const Holdings& held : ranks)
      for (const Holding& each : held)
        longest = std::max({longest, text_of(each.blocks).size(), ranks_of(each).size()});
  const int most = std::clamp(usual_width / trace.ranks, narrowest_pitch, widest_pitch);
  const auto needed = [&] { return width_of_text(longest, label_size_) + 2 * side; };
  while (label_size_ > smallest_label && needed() > most) --label_size_;
  pitch_ = std::clamp(needed(), narrowest_pitch, most);
  first_column_ = margin + gutter + pitch_ / 2;
}

void Positions::place_rows(const Trace& trace) {
  std::vector<int> farthest(trace.held.size(), 0);
  for (const Message& message : trace.messages) {
    int& distance = farthest[static_cast<std::size_t>(message.round)];
    distance = std::max(distance, std::abs(message.from - message.to));
  }
  int next = rank_line() + 8;
  for (std::size_t round = 0; round < trace.held.size(); ++round) {
    std::size_t shown = 1;
    for (const Holdings& held : trace.held[round])
      shown = std::max(shown, std::min(held.size(), most_shown_holdings));
    if (round > 0) next += gap_for(farthest[round]);
    top_.push_back(next);
    next += 2 * static_cast<int>(shown) * line_height() + 2 * padding;
    bottom_.push_back(next);
  }
}

std::string Positions::fitted(const std::string& label) const {
  const auto most = static_cast<std::size_t>((pitch_ - 6) * 5 / (3 * label_size_));
  return label.size() <= most ? label : label.substr(0, most - 1) + "…";
}

}  // namespace allfold::picture
