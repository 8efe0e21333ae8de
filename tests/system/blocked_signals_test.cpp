#include "system/blocked_signals.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace allfold::system {
namespace {

volatile std::sig_atomic_t handled = 0;

/// Counts a signal during its lifetime.
class Handler {
 public:
  explicit Handler(int signal) : signal_(signal) {
    handled = 0;
    struct sigaction counts = {};
    counts.sa_handler = [](int) { handled = handled + 1; };
    sigaction(signal_, &counts, &before_);
  }
  ~Handler() { sigaction(signal_, &before_, nullptr); }
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;

 private:
  int signal_;
  struct sigaction before_ = {};
};

TEST(BlockedSignals, AllAreHandledAtTheEnd) {
  const Handler handler(SIGUSR1);
  {
    const BlockedSignals blocked(BlockedSignals::Which::all);
    pthread_kill(pthread_self(), SIGUSR1);
    EXPECT_EQ(handled, 0);
  }
  EXPECT_EQ(handled, 1);
}

TEST(BlockedSignals, ThoseOfFailedWritesAreRemovedAndOthersHandledAtOnce) {
  for (const int signal : {SIGXFSZ, SIGPIPE}) {
    const Handler handler(signal);
    {
      const BlockedSignals blocked(BlockedSignals::Which::of_failed_writes);
      pthread_kill(pthread_self(), signal);
    }
    EXPECT_EQ(handled, 0) << signal;
  }
  const Handler handler(SIGUSR1);
  const BlockedSignals blocked(BlockedSignals::Which::of_failed_writes);
  pthread_kill(pthread_self(), SIGUSR1);
  EXPECT_EQ(handled, 1);
}

TEST(BlockedSignals, ThoseOfTheProgramThatWerePendingBeforeStay) {
  const Handler handler(SIGPIPE);
  {
    const BlockedSignals by_program(BlockedSignals::Which::all);
    pthread_kill(pthread_self(), SIGPIPE);
    const BlockedSignals blocked(BlockedSignals::Which::of_failed_writes);
  }
  EXPECT_EQ(handled, 1);
}

}  // namespace
}  // namespace allfold::system
