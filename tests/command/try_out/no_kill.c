/* Preloaded into `allfold try`, it makes all processes survive SIGKILL and SIGTERM, as processes do that wait for a file
 * server. */
#include <signal.h>
#include <sys/types.h>

int kill(pid_t process, int signal);

int kill(pid_t process, int signal) {
  (void)process;
  (void)signal;
  return 0;
}
