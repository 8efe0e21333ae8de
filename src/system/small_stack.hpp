/// @file A small stack for a thread.
#pragma once

#include <pthread.h>

namespace allfold::system {

/// Attributes for pthread_create. The default stack reserves 8 MiB of address space, which the
/// program may need itself where address space is limited (ulimit -v).
class SmallStack {
 public:
  SmallStack() noexcept;
  ~SmallStack();
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  /// Attributes of a stack that leaves 128 KiB to the thread's functions. Null, for the default
  /// stack, if the C library does not tell how much of a stack it needs itself.
  [[nodiscard]] const pthread_attr_t* attributes() const {
    return is_set_ ? &attributes_ : nullptr;
  }

 private:
  pthread_attr_t attributes_ = {};
  bool is_made_ = false;
  bool is_set_ = false;
};

}  // namespace allfold::system
