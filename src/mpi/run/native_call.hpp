/// @file Native call: the MPI library's own function serves the call.
#pragma once

#include "mpi/call/call.hpp"
#include "mpi/call/operand.hpp"
#include "mpi/run/context.hpp"
#include "mpi/run/outcome.hpp"
#include "select/configuration.hpp"

namespace allfold::mpi::run {

class NativeCall {
 public:
  /// What the MPI library gets if buffers are on a device: copies, unless the user has chosen it
  /// for all calls, or for those on a device. Then it is assumed to support such buffers.
  enum class OfDevice : std::uint8_t { copies, buffers };
  [[nodiscard]] static OfDevice of_device(schedule::Collective collective,
                                          const select::Configuration& configuration);

  /// `operand` must outlive this.
  NativeCall(const call::Operand& operand, OfDevice of_device)
      : operand_(operand), of_device_(of_device) {}

  Outcome run(const call::Arguments& call, Context& context) const;
  /// Bytes of memory besides the object itself.
  [[nodiscard]] static std::size_t bytes_kept() { return 0; }

 private:
  [[nodiscard]] Outcome run_on_copies(const call::Arguments& call,
                                      const gpu::DeviceBuffers& on_device) const;

  const call::Operand& operand_;
  OfDevice of_device_;
};

}  // namespace allfold::mpi::run
