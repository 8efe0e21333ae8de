#include "command/measure/progress.hpp"

#include <algorithm>
#include <cstdio>

#include "text/format.hpp"

namespace allfold::command::measure {

namespace {

constexpr std::chrono::seconds between_lines(10);
constexpr int bar_width = 24;
constexpr std::string_view erase_line = "\r\033[K";
// Long lines are cut at the margin, because a wrapped line could not be erased.
constexpr std::string_view cut_lines = "\033[?7l";
constexpr std::string_view wrap_lines = "\033[?7h";

}  // namespace

std::string readable_seconds(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds < 2 * minute) return text::format("{:.0f} s", seconds);
  if (seconds < 2 * hour) return text::format("{:.0f} min", seconds / minute);
  return text::format("{:.1f} h", seconds / hour);
}

Progress::Progress(Voice voice, std::string_view command, int points, Screen screen,
                   std::string_view unit)
    : voice_(voice),
      command_(command),
      points_(points),
      screen_(screen),
      unit_(unit),
      said_(Clock::now()) {}

void Progress::show(int done, double seconds_left, std::string_view now) {
  if (voice_ == Voice::quiet) return;
  const std::string text = text::format("{} of {} {}, {} left: {}", done, points_, unit_,
                                        readable_seconds(std::max(seconds_left, 0.0)), now);
  if (screen_.shows_errors) {
    const int filled = points_ == 0 ? bar_width : bar_width * done / points_;
    text::print(stderr, "{}{}[{:#<{}}{:.<{}}] {}{}", erase_line, cut_lines, "", filled, "",
                bar_width - filled, text, wrap_lines);
    is_shown_ = true;
  } else if (voice_ == Voice::loud && Clock::now() - said_ >= between_lines) {
    text::print(stderr, "{}: {}\n", command_, text);
    said_ = Clock::now();
  }
  static_cast<void>(std::fflush(stderr));
}

// A launcher may forward standard error later than standard output. The line is therefore erased on
// standard output, too. Otherwise the next line of output could follow it and be erased with it.
void Progress::clear() {
  if (!is_shown_) return;
  is_shown_ = false;
  text::print(stderr, "{}", erase_line);
  static_cast<void>(std::fflush(stderr));
  if (screen_.shows_output) text::print("{}", erase_line);
}

}  // namespace allfold::command::measure
