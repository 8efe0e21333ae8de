#include "command/try_out/text.hpp"

#include <algorithm>

#include "command/tables.hpp"
#include "text/format.hpp"
#include "text/seconds.hpp"

namespace allfold::command::try_out {

namespace {

using text::rounded_ratio;
using text::rounded_seconds;
using text::rounded_share;
using Row = std::vector<std::string>;

/// For example "1.03 s (1.01 s to 1.05 s)".
std::string seconds_of_runs(const Side& side) {
  if (side.seconds.empty()) return "–";
  std::string text = rounded_seconds(side.median());
  if (side.seconds.size() == 1) return text;
  const auto [least, most] = std::ranges::minmax(side.seconds);
  return text + text::format(" ({} to {})", rounded_seconds(least), rounded_seconds(most));
}

std::string difference_text(const Findings& findings) {
  const double native = findings.native.median();
  const double allfold = findings.allfold.median();
  switch (findings.difference) {
    case Findings::Difference::faster:
      return text::format("{} shorter", rounded_share(native - allfold, native));
    case Findings::Difference::slower:
      return text::format("{} longer", rounded_share(allfold - native, native));
    case Findings::Difference::none: return "no difference beyond run-to-run variation";
    case Findings::Difference::too_few_runs: break;
  }
  return "too few runs to tell";
}

std::string part_of_run(const Side& side, double report::Time::*part) {
  if (!side.time) return "–";
  const double value = (*side.time).*part;
  return text::format("{}, {}", rounded_seconds(value), rounded_share(value, side.run));
}

std::string speed_of(const Findings& findings) {
  const auto speed = findings.speed();
  return speed ? text::format("{} times as fast", rounded_ratio(*speed)) : "";
}

Row row_of(std::string_view name, const Findings& findings, double report::Time::*part,
           std::string remark = "") {
  return {std::string(name), part_of_run(findings.native, part),
          part_of_run(findings.allfold, part), std::move(remark)};
}

std::string ends_of(const Side& side) {
  if (side.ends.empty()) return "–";
  std::string text;
  for (const Ends& each : side.ends)
    text +=
        (text.empty() ? "" : ", ") +
        (side.ends.size() == 1 ? each.text
                               : text::format("{} ({} of {})", each.text, each.runs, side.runs));
  return text;
}

std::string served_text(const Findings& findings) {
  const double native = findings.calls_not_served();
  if (native == 0) return text::format("all {:.0f}", findings.calls);
  return text::format("{:.0f} of {:.0f}", findings.calls - native, findings.calls);
}

std::string not_served_text(const Findings& findings) {
  std::string text;
  constexpr std::size_t most = 2;
  for (std::size_t i = 0; i < std::min(most, findings.not_served.size()); ++i)
    text += text::format("{}{:.0f} native: {}", i == 0 ? "" : "; ", findings.not_served[i].calls,
                         findings.not_served[i].reason);
  if (findings.not_served.size() > most)
    text += text::format("; {} more reasons", findings.not_served.size() - most);
  return text;
}

std::string slower_text(const Findings& findings) {
  std::string text;
  constexpr std::size_t most = 2;
  for (std::size_t i = 0; i < std::min(most, findings.slower.size()); ++i)
    text += text::format("{}{}: {} instead of {}", i == 0 ? "" : "; ", findings.slower[i].calls,
                         rounded_seconds(findings.slower[i].allfold),
                         rounded_seconds(findings.slower[i].native));
  if (findings.slower.size() > most)
    text += text::format("; {} more", findings.slower.size() - most);
  return text;
}

std::string check_text(const Check& check) {
  if (!check.outcome)
    return text::format("no report of compared calls; {}", text_of_failure(check.end));
  if (!check.has_usual_end) return text::format("the run failed; {}", text_of_failure(check.end));
  if (check.outcome->calls == 0) return "no call was compared";
  std::string text = text::format("{} calls compared: {}", check.outcome->calls,
                                  check.outcome->mismatches == 0
                                      ? "no mismatches"
                                      : text::format("{} MISMATCHES", check.outcome->mismatches));
  if (check.outcome->unexplained > 0)
    text +=
        text::format("; {} with operations of the program differ by more than reordering explains",
                     check.outcome->unexplained);
  return text;
}

std::string waiting_remark(const Findings& findings) {
  const auto not_split = [](const Side& side) { return side.time ? side.time->not_split : 0; };
  std::string remark = "no algorithm saves it";
  if (!findings.speed() && (not_split(findings.native) > 0 || not_split(findings.allfold) > 0))
    remark +=
        text::format("; {} and {} may be waiting, too", rounded_seconds(not_split(findings.native)),
                     rounded_seconds(not_split(findings.allfold)));
  return remark;
}

std::string headline_of(const Findings& findings, const Subject& subject) {
  std::string text = "allfold try: ";
  if (findings.program.empty())
    text += subject.command;
  else
    text += text::format("{}, {} rank{}, {}", findings.program, findings.ranks,
                         findings.ranks == 1 ? "" : "s", findings.mpi);
  const int made = std::min(findings.native.runs, findings.allfold.runs);
  return text +
         text::format(": {} run{} each way, in turns{}\n", made, made == 1 ? "" : "s",
                      made < subject.runs ? text::format(", of {} asked for", subject.runs) : "");
}

}  // namespace

std::string text_of(const Findings& findings, const Subject& subject) {
  std::vector<Row> rows{{"", "native", "with Allfold", ""},
                        {"run", seconds_of_runs(findings.native), seconds_of_runs(findings.allfold),
                         difference_text(findings)}};
  if (findings.native.time || findings.allfold.time) {
    rows.push_back(row_of("reductions", findings, &report::Time::seconds,
                          findings.is_of_one_rank ? "of rank 0 alone" : ""));
    rows.push_back(row_of("- waiting for late ranks", findings, &report::Time::waiting,
                          waiting_remark(findings)));
    rows.push_back(row_of("- the rest", findings, &report::Time::rest, speed_of(findings)));
  }
  if (findings.allfold.time)
    rows.push_back({"calls served", "", served_text(findings), not_served_text(findings)});
  rows.push_back({"exit status", ends_of(findings.native), ends_of(findings.allfold), ""});
  std::string text = headline_of(findings, subject) + table(rows, TableStyle::terminal);
  if (!findings.slower.empty()) text += text::format("Slower calls: {}.\n", slower_text(findings));
  if (findings.check) text += text::format("Check: {}.\n", check_text(*findings.check));
  const Conclusion conclusion = conclusion_of(findings, subject);
  text += conclusion.finding + "\n";
  if (!conclusion.next.empty()) text += text::format("Next: {}\n", conclusion.next);
  return text;
}

}  // namespace allfold::command::try_out
