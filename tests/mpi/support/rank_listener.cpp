#include "support/rank_listener.h"

#include <cstdio>
#include <sstream>
#include <string>

#include "support/hang_report.h"

namespace allfold_test {

void RankListener::OnTestStart(const testing::TestInfo& test) {
  test_ = std::string(test.test_suite_name()) + "." + test.name();
  whereabouts("%s", test_.c_str());
}

void RankListener::OnTestPartResult(const testing::TestPartResult& result) {
  if (rank_ == 0 || !result.failed()) return;  // rank 0 has GoogleTest's own printer
  const std::string prefix = "[rank " + std::to_string(rank_) + "] ";
  std::ostringstream lines;
  lines << prefix << test_ << '\n'
        << prefix << (result.file_name() ? result.file_name() : "") << ':' << result.line_number()
        << ": Failure\n";
  std::istringstream message(result.message());
  for (std::string line; std::getline(message, line);) lines << prefix << line << '\n';
  // One write, so that the reports of the ranks do not mix.
  std::fputs(lines.str().c_str(), stdout);
  std::fflush(stdout);
}

}  // namespace allfold_test
