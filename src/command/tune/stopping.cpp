#include "command/tune/stopping.hpp"

#include <csignal>
#include <initializer_list>

namespace allfold::command::tune {

namespace {

volatile std::sig_atomic_t noted = 0;

void note(int signal) { noted = signal; }

}  // namespace

void note_signals() {
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

int noted_signal() { return noted; }

}  // namespace allfold::command::tune
