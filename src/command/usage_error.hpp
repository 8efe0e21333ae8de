/// @file The error for an invalid command line.
#pragma once

#include <stdexcept>

namespace allfold::command {

/// The message is "option: problem: what was expected; what to do".
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace allfold::command
