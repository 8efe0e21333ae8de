/// @file Provides each run with the same standard input.
#pragma once

#include <cstdint>
#include <string>
#include <thread>

#include "system/descriptor.hpp"

namespace allfold::command::try_out {

/// Each run reads the same input as the first one:
///   - A file is read again from the position at which this process found it.
///   - Data from a pipe is passed on to the first run, and kept in a file for the others.
///   - If the input is a terminal, the runs read nothing, because a user may type something else
///     each time.
class Input {
 public:
  /// `file` is the name of the file for data from a pipe.
  explicit Input(std::string file);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// The standard input for the next run. The descriptor is owned by this object.
  [[nodiscard]] int next();
  /// To be called when the run has ended.
  void ended();

 private:
  enum class Kind : std::uint8_t { nothing, as_it_is, file, pipe };
  void pass_on();
  void keep(const char* data, std::size_t bytes);

  std::string file_;
  Kind kind_ = Kind::nothing;
  off_t begin_ = 0;
  system::Descriptor kept_{-1};     ///< the file for data from a pipe, or /dev/null
  int failure_ = 0;                 ///< errno of the first failed write, as on a full disk
  system::Descriptor run_end_{-1};  ///< of the pipe to the first run
  system::Descriptor own_end_{-1};
  system::Descriptor is_over_{-1};  ///< an eventfd
  std::thread passes_on_;
};

}  // namespace allfold::command::try_out
