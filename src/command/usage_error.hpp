/// @file What is wrong with a command line.
#pragma once

#include <stdexcept>

namespace allfold::command {

/// The message is "option: problem: expected; what to do".
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace allfold::command
