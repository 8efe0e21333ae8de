#include "smpi_options.hpp"

#include <simgrid/version.h>

#include "simulation/time.hpp"
#include "text/format.hpp"

namespace allfold::bench {

std::vector<std::string> smpi_options(const std::string& overhead, const std::string& folder) {
#if SIMGRID_VERSION_MAJOR > 3 || SIMGRID_VERSION_MINOR >= 34
  const std::string precision = "--cfg=precision/timing:1e-12";
#else
  const std::string precision = "--cfg=surf/precision:1e-12";
#endif
  const std::string of_messages = text::format(":{}:0", overhead);
  const std::string eager = std::to_string(simulation::eager_bytes);
  return {precision,
          "--cfg=network/model:SMPI",
          "--cfg=network/weight-S:0",
          "--cfg=network/crosstraffic:0",
          "--cfg=network/TCP-gamma:0",
          "--cfg=smpi/bw-factor:0:1",
          "--cfg=smpi/lat-factor:0:1",
          "--cfg=smpi/os:0" + of_messages,
          "--cfg=smpi/ois:0" + of_messages,
          "--cfg=smpi/or:0" + of_messages,
          "--cfg=smpi/async-small-thresh:" + eager,
          "--cfg=smpi/send-is-detached-thresh:" + eager,
          "--cfg=smpi/simulate-computation:no",
          "--cfg=smpi/cpu-threshold:0",
          "--cfg=smpi/wtime:0",
          "--cfg=smpi/test:0",
          "--cfg=smpi/iprobe:0",
          "--cfg=smpi/privatization:dlopen",
          "--cfg=smpi/tmpdir:" + folder,
          "--cfg=contexts/stack-size:512",
          "--log=root.thres:warning"};
}

}  // namespace allfold::bench
