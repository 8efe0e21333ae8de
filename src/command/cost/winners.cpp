#include "command/cost/winners.hpp"

#include <algorithm>
#include <array>

#include "algorithms/registry.hpp"
#include "command/cost/estimate.hpp"
#include "command/letter_map.hpp"
#include "command/sizes.hpp"
#include "text/format.hpp"

namespace allfold::command::cost {

namespace {

/// The winners for one number of ranks, by bytes.
std::vector<const algorithms::Kernel*> column(const algorithms::Task& task,
                                              const std::vector<std::int64_t>& bytes,
                                              const allfold::cost::CostModel& model) {
  std::vector<const algorithms::Kernel*> winners(bytes.size(), nullptr);
  std::vector<double> least(bytes.size(), 0);
  constexpr double better = 1 - 1e-9;
  for (const algorithms::Kernel& kernel : algorithms::kernels()) {
    if (!kernel.serves(task.collective) || !algorithms::suits_nodes(kernel, task.nodes)) continue;
    const Estimator estimator(kernel, task, model);
    for (std::size_t b = 0; b < bytes.size(); ++b) {
      const double time = estimator.cheapest(static_cast<double>(bytes[b])).seconds;
      if (winners[b] != nullptr && time >= least[b] * better) continue;
      winners[b] = &kernel;
      least[b] = time;
    }
  }
  return winners;
}

std::size_t index_of(const std::vector<const algorithms::Kernel*>& kernels,
                     const algorithms::Kernel* kernel) {
  return static_cast<std::size_t>(std::ranges::find(kernels, kernel) - kernels.begin());
}

// Colours that colour-blind readers can distinguish (P. Tol's schemes "bright" and "muted").
constexpr std::array<std::string_view, 16> colours{
    "#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#bbbbbb", "#332288",
    "#ddcc77", "#117733", "#88ccee", "#882255", "#44aa99", "#999933", "#cc6677", "#dddddd"};

std::string escaped(std::string_view text) {
  std::string safe;
  for (const char c : text) safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return safe;
}

/// The dimensions of the map, in pixels.
struct Geometry {
  const WinnerMap& map;
  static constexpr double left = 90, top = 60, height = 22, foot = 60, legend = 260;
  [[nodiscard]] double width() const {
    return std::clamp(900.0 / static_cast<double>(map.ranks.size()), 8.0, 40.0);
  }
  [[nodiscard]] double x(std::size_t column) const {
    return left + static_cast<double>(column) * width();
  }
  /// The row of the longest vectors is on top.
  [[nodiscard]] double y(std::size_t row) const {
    return top + static_cast<double>(map.bytes.size() - 1 - row) * height;
  }
  [[nodiscard]] double right() const { return x(map.ranks.size()); }
  [[nodiscard]] double bottom() const { return y(0) + height; }
};

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return text::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y,
                      anchor, escaped(text));
}

std::string cells(const WinnerMap& map, const Geometry& at) {
  const auto winners = map.kernels();
  std::string svg;
  for (std::size_t row = 0; row < map.bytes.size(); ++row) {
    svg += text_at(Geometry::left - 6, at.y(row) + 15, "end", readable_bytes(map.bytes[row]));
    for (std::size_t column = 0; column < map.ranks.size(); ++column)
      svg += text::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n",
          at.x(column), at.y(row), at.width() - 0.5, Geometry::height - 0.5,
          colours[index_of(winners, map.winners[row][column]) % colours.size()]);
  }
  const auto stride = static_cast<std::size_t>(28 / at.width()) + 1;
  for (std::size_t column = 0; column < map.ranks.size(); column += stride)
    svg += text_at(at.x(column) + at.width() / 2, at.bottom() + 16, "middle",
                   std::to_string(map.ranks[column]));
  return svg;
}

std::string legend(const WinnerMap& map, const Geometry& at) {
  std::string svg;
  const auto winners = map.kernels();
  for (std::size_t i = 0; i < winners.size(); ++i) {
    const double y = Geometry::top + 20 * static_cast<double>(i);
    svg +=
        text::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"14\" height=\"14\" fill=\"{}\"/>\n",
                     at.right() + 16, y, colours[i % colours.size()]);
    svg += text_at(at.right() + 36, y + 12, "start", winners[i]->name);
  }
  return svg;
}

}  // namespace

std::vector<const algorithms::Kernel*> WinnerMap::kernels() const {
  std::vector<const algorithms::Kernel*> all;
  for (const algorithms::Kernel& kernel : allfold::algorithms::kernels())
    if (std::ranges::any_of(
            winners, [&](const auto& row) { return std::ranges::find(row, &kernel) != row.end(); }))
      all.push_back(&kernel);
  return all;
}

WinnerMap winner_map(schedule::Collective collective, std::vector<int> ranks,
                     std::vector<std::int64_t> bytes, const allfold::cost::CostModel& model) {
  WinnerMap map{.collective = collective,
                .ranks = std::move(ranks),
                .bytes = std::move(bytes),
                .winners = {}};
  map.winners.resize(map.bytes.size());
  for (const int p : map.ranks) {
    const algorithms::Nodes nodes = nodes_in(model, p);
    const auto winners =
        column({.collective = collective, .ranks = p, .nodes = nodes}, map.bytes, model);
    for (std::size_t row = 0; row < winners.size(); ++row) map.winners[row].push_back(winners[row]);
  }
  return map;
}

std::string text_of(const WinnerMap& map) {
  LetterMap letters{.ranks = map.ranks, .bytes = map.bytes, .names = {}, .legend = {}};
  for (const auto& row : map.winners) {
    letters.names.emplace_back();
    for (const algorithms::Kernel* winner : row) letters.names.back().emplace_back(winner->name);
  }
  for (const algorithms::Kernel* kernel : map.kernels()) letters.legend.emplace_back(kernel->name);
  return text_of(letters);
}

std::string svg_of(const WinnerMap& map, std::string_view machine) {
  const Geometry at{map};
  std::string svg = text::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" "
      "height=\"{1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      at.right() + Geometry::legend, at.bottom() + Geometry::foot);
  svg += text_at(
      Geometry::left, 24, "start",
      text::format("The cheapest {} over ranks and bytes", schedule::name_of(map.collective)));
  svg += text_at(Geometry::left, 42, "start", machine);
  svg += cells(map, at);
  svg += text_at((Geometry::left + at.right()) / 2, at.bottom() + 40, "middle", "ranks p");
  return svg + legend(map, at) + "</svg>\n";
}

}  // namespace allfold::command::cost
