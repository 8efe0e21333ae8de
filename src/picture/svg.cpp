#include "picture/svg.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "picture/positions.hpp"
#include "text/format.hpp"

namespace allfold::picture {

namespace {

struct Ink {
  schedule::Phase phase;
  std::string_view css_class;
  std::string_view colour;  // distinguishable with colour blindness (Okabe, Ito)
};
constexpr std::array inks{
    Ink{.phase = schedule::Phase::butterfly, .css_class = "butterfly", .colour = "#0072b2"},
    Ink{.phase = schedule::Phase::three_two, .css_class = "three-two", .colour = "#d55e00"},
    Ink{.phase = schedule::Phase::two_one, .css_class = "two-one", .colour = "#b0408a"},
    Ink{.phase = schedule::Phase::fold, .css_class = "fold", .colour = "#e69f00"},
    Ink{.phase = schedule::Phase::ring, .css_class = "ring", .colour = "#56b4e9"},
    Ink{.phase = schedule::Phase::tree, .css_class = "tree", .colour = "#6a4c93"},
    Ink{.phase = schedule::Phase::gather, .css_class = "gather", .colour = "#009e73"},
};

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  return safe;
}

class Drawing {
 public:
  Drawing(const Trace& trace, const Caption& caption)
      : trace_(trace), caption_(caption), positions_(trace, caption) {}

  std::string whole() && {
    begin();
    heading();
    for (int rank = 0; rank < trace_.ranks; ++rank) lifelines(rank, Life::busy);
    for (int round = 0; round <= trace_.rounds(); ++round) groups(round);
    for (int rank = 0; rank < trace_.ranks; ++rank) lifelines(rank, Life::idle);
    for (const Message& message : trace_.messages) arrow(message);
    for (int round = 0; round <= trace_.rounds(); ++round) labels(round);
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  static constexpr int many_ranks = 24;  // with more, messages are drawn as thin lines
  /// Whether a rank holds anything.
  enum class Life : std::uint8_t { busy, idle };

  [[nodiscard]] const Holdings& held(int round, int rank) const {
    return trace_.held[static_cast<std::size_t>(round)][static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] bool is_used(const Ink& ink) const {
    return std::ranges::any_of(trace_.messages,
                               [&](const Message& message) { return message.phase == ink.phase; });
  }

  void begin() {
    text_ += text::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\">\n<title>{2}</title>\n<style>\n"
        "text {{ font-family: 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif; "
        "font-size: {3}px; fill: #222 }}\n"
        ".label text {{ font-size: {4}px; text-anchor: middle }}\n"
        ".label .ranks {{ fill: #666 }}\n.label .blocks {{ font-weight: bold }}\n"
        ".label .rest {{ fill: #666; font-weight: normal }}\n"
        ".label .before {{ fill: #aaa; font-weight: normal }}\n"
        ".box {{ fill: #eef2f8; stroke: #8fa3bd }}\n.own {{ fill: #fff; stroke: #b5b5b5 }}\n"
        ".done {{ fill: #e8f5ed; stroke: #86b89a }}\n"
        ".life {{ stroke: #c8c8c8 }}\n.idle {{ stroke: #d8d8d8; stroke-dasharray: 3 4 }}\n"
        ".message {{ stroke-width: {5}; fill: none }}\n",
        positions_.width(), positions_.height(), escaped(title_of(caption_, trace_)),
        Positions::text_size, positions_.label_size(), trace_.ranks > many_ranks ? 1.1 : 1.6);
    for (const Ink& ink : inks)
      if (is_used(ink))
        text_ += text::format(".{0} {{ stroke: {1} }} .{0}-head {{ fill: {1} }}\n", ink.css_class,
                              ink.colour);
    text_ += "</style>\n<defs>\n";
    for (const Ink& ink : inks)
      if (is_used(ink))
        text_ += text::format(
            "<marker id=\"{0}-head\" markerUnits=\"userSpaceOnUse\" markerWidth=\"9\" "
            "markerHeight=\"8\" refX=\"8.5\" refY=\"4\" orient=\"auto\">"
            "<path class=\"{0}-head\" d=\"M0 0.5 L9 4 L0 7.5 z\"/></marker>\n",
            ink.css_class);
    text_ += "</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
  }

  void heading() {
    text(Positions::margin, Positions::title_line(), title_of(caption_, trace_),
         text::format("style=\"font-size: {}px; font-weight: bold\"", Positions::title_size));
    text(Positions::margin, Positions::cost_line(), cost_of(caption_, trace_));
    int x = Positions::margin;
    for (const Ink& ink : inks) {
      if (!is_used(ink)) continue;
      text_ += text::format(
          "<path class=\"message {0}\" marker-end=\"url(#{0}-head)\" d=\"M{1} {2} h26\"/>\n",
          ink.css_class, x, Positions::legend_line() - 4);
      const std::string_view name = name_of(ink.phase);
      text(x + 32, Positions::legend_line(), name);
      x += 52 + Positions::width_of_text(name.size(), Positions::text_size);
    }
    text(Positions::margin, Positions::rank_line(), "rank");
    for (int rank = 0; rank < trace_.ranks; ++rank)
      text(positions_.column(rank), Positions::rank_line(), std::to_string(rank),
           R"(text-anchor="middle" font-weight="bold")");
  }

  void text(int x, int y, std::string_view content, std::string_view attributes = "") {
    text_ += text::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", x, y,
                          attributes.empty() ? "" : " ", attributes, escaped(content));
  }

  /// The parts of a rank's line through the rounds that are of that kind.
  void lifelines(int rank, Life life) {
    for (int first = 0; first < trace_.rounds();) {
      const auto is_alike = [&](int round) {
        const bool is_idle = held(round, rank).empty() || held(round + 1, rank).empty();
        return is_idle == (life == Life::idle);
      };
      int last = first;
      while (last < trace_.rounds() && is_alike(last)) ++last;
      if (last > first)
        text_ += text::format(
            "<path class=\"{0}\" d=\"M{1} {2} V{3}\"/>\n", life == Life::idle ? "idle" : "life",
            positions_.column(rank), positions_.bottom(first),
            held(last, rank).empty() ? positions_.bottom(last) : positions_.top(last));
      first = last + 1;
    }
  }

  /// Neighbours that hold parts of one reduction share a box; idle ranks between them are inside.
  void groups(int round) {
    std::optional<int> first;
    int last = 0;
    for (int rank = 0; rank < trace_.ranks; ++rank) {
      if (held(round, rank).empty()) continue;
      if (first && held(round, rank)[0].ranks != held(round, last)[0].ranks) {
        box(round, *first, last);
        first.reset();
      }
      if (!first) first = rank;
      last = rank;
    }
    if (first) box(round, *first, last);
  }
  void box(int round, int first, int last) {
    constexpr int space = 2;
    const std::size_t reduced = held(round, first)[0].ranks.count();
    const bool is_done = reduced == static_cast<std::size_t>(trace_.ranks) && trace_.ranks > 1;
    const int left = positions_.column(first) - positions_.pitch() / 2 + space;
    const int right = positions_.column(last) + positions_.pitch() / 2 - space;
    text_ +=
        text::format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\"/>\n",
                     is_done        ? "done"
                     : reduced == 1 ? "own"
                                    : "box",
                     left, positions_.top(round), right - left,
                     positions_.bottom(round) - positions_.top(round));
  }

  void labels(int round) {
    text(Positions::margin, positions_.baseline(round, 0),
         round == 0 ? "start" : text::format("round {}", round));
    text_ += "<g class=\"label\">\n";
    for (int rank = 0; rank < trace_.ranks; ++rank) label(round, rank);
    text_ += "</g>\n";
  }
  void label(int round, int rank) {
    const Holdings& now = held(round, rank);
    const std::string_view before = round > 0 && now == held(round - 1, rank) ? " before" : "";
    for (std::size_t i = 0; i < now.size() && i < most_shown_holdings; ++i) {
      const bool is_more = i + 1 == most_shown_holdings && now.size() > most_shown_holdings;
      const int line = 2 * static_cast<int>(i);
      const auto write = [&](int offset, std::string_view kind, const std::string& content) {
        text(positions_.column(rank), positions_.baseline(round, line + offset),
             positions_.fitted(content), text::format("class=\"{}{}\"", kind, before));
      };
      if (is_more) return write(0, "ranks", "…");
      write(0, i == 0 ? "blocks" : "blocks rest", text_of(now[i].blocks));
      write(1, "ranks", ranks_of(now[i]));
    }
  }

  void arrow(const Message& message) {
    for (const Ink& ink : inks)
      if (ink.phase == message.phase)
        text_ += text::format(
            "<line class=\"message {0}\" marker-end=\"url(#{0}-head)\" x1=\"{1}\" y1=\"{2}\" "
            "x2=\"{3}\" y2=\"{4}\"><title>{5} to {6}: {7}</title></line>\n",
            ink.css_class, positions_.column(message.from), positions_.bottom(message.round - 1),
            positions_.column(message.to), positions_.top(message.round), message.from, message.to,
            escaped(text_of(message.contents)));
  }

  const Trace& trace_;
  const Caption& caption_;
  Positions positions_;
  std::string text_;
};

}  // namespace

std::string svg(const Trace& trace, const Caption& caption) {
  return Drawing(trace, caption).whole();
}

}  // namespace allfold::picture
