#include <optional>
#include <string_view>

#include "command/report/text.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

/// Quotes a text as in RFC 4180.
std::string csv_text(std::string_view text) {
  std::string all = "\"";
  for (const char c : text) all += c == '"' ? std::string("\"\"") : std::string(1, c);
  return all + '"';
}

std::string csv_range(const std::optional<rules::Interval>& median) {
  return median ? text::format("{:.9g},{:.9g},{:.9g}", median->median, median->low, median->high)
                : ",,";
}

}  // namespace

std::string csv_of(const Account& account) {
  std::string text =
      "class,calls,bytes,seconds,waiting,rest,not_split,judged,saved,saved_low,saved_high\n";
  for (const auto& [name, common, time] : account.classes) {
    text += text::format("{},{:.0f},{:.0f},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}", csv_text(name),
                         time.calls, time.bytes, time.seconds, time.waiting, time.rest,
                         time.not_split, time.judged);
    text += time.judged > 0 ? text::format(",{:.9g},{:.9g},{:.9g}\n", time.saved.value,
                                           time.saved.low, time.saved.high)
                            : ",,,\n";
  }
  return text;
}

std::string csv_of(const Measured& measured) {
  std::string text =
      "collective,operation,ranks,ranks_per_node,bytes,timing,asked_for,served_by,"
      "native,native_low,native_high,allfold,allfold_low,allfold_high,ratio,ratio_low,ratio_high\n";
  for (const MeasuredPoint& point : measured.points())
    text += text::format("{},{},{},{},{:.0f},{},{},{},{},{},{}\n",
                         schedule::name_of(point.at.collective), rules::name_of(point.at.operation),
                         point.at.ranks, point.at.ranks_per_node, point.at.bytes, point.timing,
                         csv_text(point.asked_for), csv_text(point.served_by),
                         csv_range(point.native), csv_range(point.allfold), csv_range(point.ratio));
  return text;
}

}  // namespace allfold::command::report
