#include "command/measure/processor_wait.hpp"

#include <fstream>

namespace allfold::command::measure {

double seconds_waited_for_processor() {
  std::ifstream file("/proc/thread-self/schedstat");
  double ran = 0;
  double waited = 0;  // both in nanoseconds
  file >> ran >> waited;
  return file ? 1e-9 * waited : 0;
}

}  // namespace allfold::command::measure
