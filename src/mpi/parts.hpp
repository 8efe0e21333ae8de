/// @file Parts: long vectors are reduced in parts, and those on a device in the host's memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>

#include "mpi/device_staging.hpp"
#include "mpi/operand.hpp"
#include "mpi/outcome.hpp"
#include "mpi/process.hpp"
#include "node/elements.hpp"

namespace allfold::mpi {

/// The parts of calls with vectors of one length, so that work buffers and linked programs stay
/// small: equal ones, then a shorter one.
class Parts {
 public:
  /// Of vectors of so many elements, on so many ranks, each with work memory for `work_vectors`
  /// parts. Those that are not divided are one part.
  Parts(std::int64_t elements, const Operand& operand, int ranks, schedule::Division division,
        int work_vectors = 1);

  /// The elements of each part but the last.
  [[nodiscard]] std::int64_t at_once() const { return at_once_; }

  /// Runs run_part(part) for each part of the vectors, in the memory of the host. All parts run,
  /// even after an error: the other ranks wait for the messages of each. Their own errors are to
  /// be raised.
  template <class RunPart>
  Outcome run(const node::Vectors& vectors, const DeviceBuffers& on_device,
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
  int run_all(const node::Vectors& vectors, const DeviceBuffers& on_device,
              RunPart run_part) const {
    DeviceStaging staging(on_device, layout_, process().staging,
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

}  // namespace allfold::mpi
