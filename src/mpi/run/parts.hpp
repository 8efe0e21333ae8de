/// @file Parts: long vectors are reduced in parts, and buffers on a device in host memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include "mpi/call/operand.hpp"
#include "mpi/gpu/device_staging.hpp"
#include "mpi/run/outcome.hpp"
#include "mpi/state/process.hpp"
#include "node/elements.hpp"

namespace allfold::mpi::run {

/// The parts of calls with vectors of one length, so that work buffers and programs stay small. All
/// parts are equal, except that the last may be shorter.
class Parts {
 public:
  /// For vectors of `elements` elements on `ranks` ranks, each with work memory for `work_vectors`
  /// parts. With a division of none, the whole vector is one part.
  Parts(std::int64_t elements, const call::Operand& operand, int ranks, schedule::Division division,
        int work_vectors = 1);

  /// The elements of each part but the last.
  [[nodiscard]] std::int64_t at_once() const { return at_once_; }

  /// Runs run_part(part) for each part of the vectors, in host memory. All parts run, even after an
  /// error, since other ranks wait for the messages of each. Returns the first error, which has yet
  /// to be raised.
  template <class RunPart>
  Outcome run(const node::Vectors& vectors, const gpu::DeviceBuffers& on_device,
              RunPart run_part) const {
    try {
      if (vectors.count <= at_once_ && !on_device.any()) return {.error = run_part(vectors)};
      return {.error = run_all(vectors, on_device, run_part)};
    } catch (const std::bad_alloc&) {
      return lack_of_memory();
    }
  }

 private:
  template <class RunPart>
  int run_all(const node::Vectors& vectors, const gpu::DeviceBuffers& on_device,
              RunPart run_part) const {
    gpu::DeviceStaging staging(on_device, layout_, state::process().staging,
                               {.copy = MPI_ERR_OTHER, .no_memory = MPI_ERR_NO_MEM});
    int error = MPI_SUCCESS;
    for (std::int64_t done = 0; done < vectors.count; done += at_once_) {
      const node::Vectors part{.input = exec::moved(vectors.input, done * layout_.extent),
                               .result = exec::moved(vectors.result, done * layout_.extent),
                               .count = std::min(vectors.count - done, at_once_)};
      const int own =
          on_device.any() ? staging.take_back(run_part(staging.bring(part))) : run_part(part);
      if (error == MPI_SUCCESS) error = own;
    }
    return error;
  }

  exec::Layout layout_;
  std::int64_t at_once_;
};

}  // namespace allfold::mpi::run
