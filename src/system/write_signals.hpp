/// @file The signals of a write that fails, kept from the program.
#pragma once

#include <csignal>

namespace allfold {

/// A write beyond the limit on file sizes (ulimit -f) fails with EFBIG, and one to a pipe that
/// nobody reads with EPIPE; the system also sends SIGXFSZ or SIGPIPE to the thread that writes,
/// which by default ends the program. While an object of this class exists these two signals are
/// blocked in the calling thread, and those that it has caused are removed at the end: no handler
/// of the program runs, and other threads are not affected. errno is preserved.
class WriteSignalsBlocked {
 public:
  WriteSignalsBlocked();
  WriteSignalsBlocked(const WriteSignalsBlocked&) = delete;
  WriteSignalsBlocked& operator=(const WriteSignalsBlocked&) = delete;
  ~WriteSignalsBlocked();

 private:
  sigset_t mask_ = {};     ///< of the thread, before
  sigset_t pending_ = {};  ///< sent before: not ours to remove
};

}  // namespace allfold
