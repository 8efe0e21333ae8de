#include "support/hang_report.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

namespace allfold_test {
namespace {

// A signal handler reads these, possibly in the middle of a change; each always ends in a zero
// byte.
char who[32];
char where[256];

extern "C" void report(int) {
  // One write, so that the lines of the ranks do not mix.
  char line[sizeof who + sizeof where + 1];
  char* end = stpcpy(stpcpy(line, who), where);
  *end++ = '\n';
  if (write(STDERR_FILENO, line, static_cast<size_t>(end - line)) < 0) return;
}

}  // namespace

void report_whereabouts_after(int seconds, int rank) {
  snprintf(who, sizeof who, "rank %d is still in: ", rank);
  struct sigaction action = {};
  action.sa_handler = report;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, nullptr);
  alarm(static_cast<unsigned>(seconds));
}

void whereabouts(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(where, sizeof where, format, arguments);
  va_end(arguments);
}

}  // namespace allfold_test
