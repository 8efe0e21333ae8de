#include "picture/text.hpp"

#include <algorithm>

#include "picture/width.hpp"
#include "text/format.hpp"

namespace allfold::picture {

namespace {

constexpr std::string_view nothing = "·";
constexpr std::string_view as_before = "\"";
constexpr std::size_t gap = 2;

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, width_of(text)), ' ');
}

std::string name_of_round(int round) {
  return round == 0 ? "start" : text::format("round {}", round);
}

/// One column, from its heading down.
using Column = std::vector<std::string>;

std::size_t widest(const Column& column) {
  std::size_t width = 0;
  for (const std::string& cell : column) width = std::max(width, width_of(cell));
  return width;
}

Column rank_column(const Trace& trace) {
  Column column{"rank"};
  for (int rank = 0; rank < trace.ranks; ++rank) column.push_back(text::format("{:>4}", rank));
  return column;
}

/// The first round of a band is written out even if nothing has changed.
enum class Place : std::uint8_t { first_of_band, later };

Column round_column(const Trace& trace, int round, Place place) {
  Column column{name_of_round(round)};
  const auto r = static_cast<std::size_t>(round);
  for (std::size_t rank = 0; rank < trace.held[r].size(); ++rank) {
    const Holdings& held = trace.held[r][rank];
    const bool has_changed =
        place == Place::first_of_band || r == 0 || held != trace.held[r - 1][rank];
    column.push_back(held.empty()  ? std::string(nothing)
                     : has_changed ? text_of(held)
                                   : std::string(as_before));
  }
  return column;
}

std::string lines_of(const std::vector<Column>& columns) {
  std::string text;
  for (std::size_t line = 0; line < columns[0].size(); ++line) {
    std::string whole;
    for (const Column& column : columns) whole += padded(column[line], widest(column) + gap);
    whole.erase(whole.find_last_not_of(' ') + 1);
    text += whole + '\n';
  }
  return text;
}

std::string legend_of(const Trace& trace) {
  std::string text =
      "X-Y i-j: blocks X to Y, reduced over ranks i to j, as held after the round and still of "
      "use;\n"
      "\": as before; ·: nothing";
  const auto is_apart = [](const Holding& each) { return each.form == Holding::Form::apart; };
  for (const auto& ranks : trace.held)
    for (const Holdings& held : ranks)
      if (std::ranges::any_of(held, is_apart)) return text + "; {i-j}: not reduced yet\n";
  return text + '\n';
}

std::string join(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts)
    text += text::format("{}{}", text.empty() ? "" : ", ", part);
  return text;
}

std::vector<std::string> deeds_of(const Trace& trace, int rank, int round) {
  std::vector<std::string> deeds;
  for (const Message& message : trace.messages)
    if (message.round == round && message.from == rank)
      deeds.push_back(text::format("send {} to {}", text_of(message.contents), message.to));
  for (const Message& message : trace.messages)
    if (message.round == round && message.to == rank)
      deeds.push_back(text::format("receive {} from {}", text_of(message.contents), message.from));
  for (const Reduction& reduction : trace.reductions)
    if (reduction.round == round && reduction.rank == rank)
      deeds.push_back(text::format("reduce {}", text_of(reduction.results)));
  return deeds;
}

std::string heading(const Trace& trace, const Caption& caption) {
  return title_of(caption, trace) + '\n' + cost_of(caption, trace) + '\n';
}

}  // namespace

std::string introduction(const Trace& trace, const Caption& caption) {
  return heading(trace, caption) + legend_of(trace) + '\n';
}

std::string table(const Trace& trace, int width) {
  std::string text;
  const Column ranks = rank_column(trace);
  for (int round = 0; round <= trace.rounds();) {
    std::vector<Column> band{ranks};
    std::size_t used = widest(ranks);
    for (; round <= trace.rounds(); ++round) {
      Column next =
          round_column(trace, round, band.size() == 1 ? Place::first_of_band : Place::later);
      used += gap + widest(next);
      if (band.size() > 1 && used > static_cast<std::size_t>(width)) break;
      band.push_back(std::move(next));
    }
    if (!text.empty()) text += '\n';
    text += lines_of(band);
  }
  return text;
}

std::string story(const Trace& trace, const Caption& caption, int rank) {
  const auto r = static_cast<std::size_t>(rank);
  const std::size_t width = width_of(name_of_round(trace.rounds()) + ":");
  std::string text = heading(trace, caption) + '\n' + text::format("rank {}\n", rank);
  for (int round = 0; round <= trace.rounds(); ++round) {
    const Holdings& held = trace.held[static_cast<std::size_t>(round)][r];
    std::vector<std::string> deeds = deeds_of(trace, rank, round);
    if (round == 0) deeds.push_back("hold " + text_of(held));
    if (deeds.empty()) deeds.emplace_back(nothing);
    text += padded(name_of_round(round) + ":", width) + " " + join(deeds) + '\n';
  }
  const Holdings& last = trace.held.back()[r];
  return text + text::format("{} hold {}\n", padded("end:", width),
                             last.empty() ? "nothing" : text_of(last));
}

}  // namespace allfold::picture
