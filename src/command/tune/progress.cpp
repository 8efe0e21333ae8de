#include "command/tune/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "command/measure/start.hpp"
#include "text/format.hpp"

namespace allfold::command::tune {

namespace {

constexpr double seconds_between_lines = 10;
constexpr int bar_width = 24;
constexpr std::string_view erase_line = "\r\033[K";

}  // namespace

Progress::Progress(Voice voice, int points, double budget)
    : voice_(voice),
      points_(points),
      begin_(measure::now()),
      budget_(budget),
      said_(begin_),
      is_terminal_(isatty(STDERR_FILENO) == 1) {}

void Progress::show(int done, std::string_view now) {
  if (voice_ == Voice::quiet) return;
  const double time = measure::now();
  const double left = std::max(begin_ + budget_ - time, 0.0);
  if (is_terminal_) {
    const int filled = points_ == 0 ? bar_width : bar_width * done / points_;
    text::print(stderr, "{}[{:#<{}}{:.<{}}] {} of {} points, {:.0f} s left: {}", erase_line, "",
                filled, "", bar_width - filled, done, points_, left, now);
  } else if (time - said_ >= seconds_between_lines) {
    text::print(stderr, "allfold tune: {} of {} points, {:.0f} s left: {}\n", done, points_, left,
                now);
    said_ = time;
  }
  static_cast<void>(std::fflush(stderr));
}

void Progress::end() {
  if (voice_ == Voice::loud && is_terminal_) text::print(stderr, "{}", erase_line);
}

}  // namespace allfold::command::tune
