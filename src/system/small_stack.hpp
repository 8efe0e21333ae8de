/// @file The stack of a thread that needs little.
#pragma once

#include <pthread.h>

namespace allfold::system {

/// Attributes for pthread_create. The usual stack of 8 MiB is addresses that a program may need
/// itself, where they are limited (ulimit -v).
class SmallStack {
 public:
  SmallStack() noexcept;
  ~SmallStack();
  SmallStack(const SmallStack&) = delete;
  SmallStack& operator=(const SmallStack&) = delete;

  /// For a stack with 128 KiB for the thread's functions. Null, for the usual stack, where the C
  /// library does not say what it takes of a stack itself.
  [[nodiscard]] const pthread_attr_t* attributes() const {
    return is_set_ ? &attributes_ : nullptr;
  }

 private:
  pthread_attr_t attributes_ = {};
  bool is_made_ = false;
  bool is_set_ = false;
};

}  // namespace allfold::system
