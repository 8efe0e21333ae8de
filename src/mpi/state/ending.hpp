/// @file Ending: how a program ends without MPI_Finalize, and what a rank then reports.
#pragma once

#include <atomic>
#include <string_view>

namespace allfold::mpi::state {

class Process;

/// By MPI_Abort, or by leaving main().
enum class Ending : unsigned char { by_abort, by_exit };

/// For example "the program called MPI_Abort".
[[nodiscard]] std::string_view text_of(Ending ending);

/// A report of this rank alone.
class OwnReport {
 public:
  /// Whether this rank reports now, at most once: if it called MPI_Abort, or is rank 0.
  [[nodiscard]] bool is_due(const Process& process, Ending ending);

 private:
  std::atomic<bool> was_due_ = false;
};

}  // namespace allfold::mpi::state
