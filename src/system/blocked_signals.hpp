/// @file Signals that are blocked for a while.
#pragma once

#include <csignal>

namespace allfold::system {

/// Blocks signals in the calling thread while an object of this class exists. Other threads are not
/// affected. errno is preserved.
class BlockedSignals {
 public:
  enum class Which : unsigned char {
    /// All signals. Those that arrive meanwhile are handled when the object ends. For work that a
    /// signal must not interrupt, and for starting a thread, which inherits the signal mask.
    all,
    /// SIGXFSZ and SIGPIPE. A write beyond the limit on file sizes (ulimit -f) fails with EFBIG,
    /// and a write to a pipe without a reader fails with EPIPE. The kernel also sends SIGXFSZ or
    /// SIGPIPE to the writing thread, which by default ends the program. Signals of these two kinds
    /// that arrive meanwhile are discarded when the object ends, so no handler of the program runs.
    of_failed_writes,
  };
  explicit BlockedSignals(Which which);
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals();

 private:
  Which which_;
  sigset_t mask_ = {};     ///< the thread's mask before
  sigset_t pending_ = {};  ///< pending before the object was made: not to be discarded
};

}  // namespace allfold::system
