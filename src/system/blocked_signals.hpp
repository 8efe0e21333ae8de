/// @file Signals kept from the program for a while.
#pragma once

#include <csignal>

namespace allfold::system {

/// While an object of this class exists, signals are blocked in the calling thread; other threads
/// are not affected. errno is preserved.
class BlockedSignals {
 public:
  enum class Which : unsigned char {
    /// Those sent meanwhile are handled at the end. For what a signal would end unfinished, and for
    /// starting a thread, which inherits the mask.
    all,
    /// A write beyond the limit on file sizes (ulimit -f) fails with EFBIG, and one to a pipe that
    /// nobody reads with EPIPE; the system also sends SIGXFSZ or SIGPIPE to the thread that writes,
    /// which by default ends the program. Those sent meanwhile are removed at the end: no handler
    /// of the program runs.
    of_failed_writes,
  };
  explicit BlockedSignals(Which which);
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;
  ~BlockedSignals();

 private:
  Which which_;
  sigset_t mask_ = {};     ///< of the thread, before
  sigset_t pending_ = {};  ///< sent before: not ours to remove
};

}  // namespace allfold::system
