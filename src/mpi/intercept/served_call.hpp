/// @file Served call: one call on a communicator that is set up.
#pragma once

#include <string_view>

#include "mpi/call/call.hpp"
#include "mpi/communicator/communicator.hpp"
#include "mpi/gpu/device_staging.hpp"
#include "mpi/observe/observation.hpp"
#include "mpi/run/outcome.hpp"

namespace allfold::mpi::intercept {

/// Asks all that may be asked of a call: see run::Decision::run_ready() for calls where nothing is.
class ServedCall {
 public:
  ServedCall(const call::Arguments& call, communicator::Communicator& communicator,
             const observe::Observation& observation)
      : use_(communicator), call_(call), communicator_(communicator), observation_(observation) {}

  int run();

 private:
  int run_natively(std::string_view reason) const;
  int run(const run::Decision& decision) const;
  [[nodiscard]] run::Outcome run_with_care(const run::Decision& decision) const;
  [[nodiscard]] run::Outcome run_on_trial(const run::Decision& decision) const;
  [[nodiscard]] gpu::DeviceBuffers look_for_devices(const exec::Layout& layout,
                                                    const call::Description& description) const;

  const communicator::Communicator::InUse use_;
  const call::Arguments& call_;
  communicator::Communicator& communicator_;
  const observe::Observation& observation_;
};

}  // namespace allfold::mpi::intercept
