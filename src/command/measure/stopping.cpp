#include "command/measure/stopping.hpp"

#include <semaphore.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

namespace allfold::command::measure {

namespace {

volatile std::sig_atomic_t noted = 0;
sem_t came;

void note(int signal) {
  const int error = errno;
  noted = signal;
  sem_post(&came);
  errno = error;
}

}  // namespace

void note_signals() {
  sem_init(&came, 0, 0);
  struct sigaction action = {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
}

int noted_signal() { return noted; }

void wait_for_signal() {
  while (sem_wait(&came) != 0 && errno == EINTR) {
  }
}

void wake() { sem_post(&came); }

std::string_view name_of_signal(int signal) { return signal == SIGINT ? "SIGINT" : "SIGTERM"; }

}  // namespace allfold::command::measure
