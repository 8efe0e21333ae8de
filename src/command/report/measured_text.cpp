#include <algorithm>

#include "command/measure/format.hpp"
#include "command/report/text.hpp"
#include "command/sizes.hpp"
#include "command/tables.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::report {

namespace {

std::string headline_of(const MeasuredOn& on) {
  std::string text = on.file + ":";
  const char* separator = " ";
  const auto add = [&](const std::string& what) {
    if (what.empty()) return;
    text += separator + what;
    separator = ", ";
  };
  add(on.mpi);
  add(on.processor);
  if (on.processors > 0) add(measure::counted(on.processors, "processor"));
  add(on.network);
  if (!on.operation.empty()) add(text::format("{} of {}", on.operation, on.type));
  return text + "\n";
}

/// The kind of points. What Allfold was asked for is named only if it is not its own choice.
std::string kind_of(const Summary& summary) {
  std::string text(schedule::name_of(summary.collective));
  if (!summary.timing.empty()) text += ", " + summary.timing;
  const bool is_usual = summary.asked_for == "auto" || summary.asked_for == "rules";
  return is_usual ? text : text::format("{}, {}", text, summary.asked_for);
}

std::string sentence_of(const Summary& summary) {
  const Question& worst = summary.worst->at;
  return text::format(
      "{}: {:.2f} times as fast as native (geometric mean of {}); faster at {}, slower at {} "
      "(95 % interval above or below 1); lowest ratio {:.2f}, at {} on {}.\n",
      kind_of(summary), summary.mean, measure::counted(static_cast<int>(summary.points), "point"),
      summary.faster, summary.slower, summary.worst->ratio.median,
      readable_bytes(static_cast<std::int64_t>(worst.bytes)),
      measure::counted(worst.ranks, "rank"));
}

std::string known(const std::optional<rules::Interval>& seconds) {
  return seconds ? text::rounded_seconds(seconds->median) : "–";
}

std::string dash_if_empty(const std::string& text) { return text.empty() ? "–" : text; }

}  // namespace

std::string caution_of(const Measured& measured) {
  const auto chose = [](const MeasuredPoint& point) {
    return point.turns == MeasuredPoint::Turns::that_chose;
  };
  const auto doubtful = std::ranges::count_if(measured.points(), chose);
  if (doubtful == 0) return "";
  return text::format(
      "At {} of {} the speed-up is overstated: the times shown also chose the fastest candidate; "
      "measure again with 'allfold tune --resume'.\n",
      doubtful, measure::counted(static_cast<int>(measured.points().size()), "point"));
}

std::string text_of(const Measured& measured) {
  std::string text;
  for (const MeasuredOn& on : measured.files()) text += headline_of(on);
  text += '\n';
  for (const Summary& summary : summaries_of(measured)) text += sentence_of(summary);
  text += caution_of(measured);
  std::vector<std::vector<std::string>> rows{{"collective", "ranks", "on a node", "bytes", "timing",
                                              "native", "Allfold", "native/Allfold", "served by",
                                              "because"}};
  for (const MeasuredPoint& point : measured.points())
    rows.push_back({std::string(schedule::name_of(point.at.collective)),
                    text::format("{}", point.at.ranks), text::format("{}", point.at.ranks_per_node),
                    readable_bytes(static_cast<std::int64_t>(point.at.bytes)),
                    dash_if_empty(point.timing), known(point.native), known(point.allfold),
                    measure::marked_ratio(point.ratio), dash_if_empty(point.served_by),
                    dash_if_empty(point.reason)});
  return text::format("{}\n{}", text, table(rows, TableStyle::terminal));
}

}  // namespace allfold::command::report
