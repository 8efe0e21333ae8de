/// @file Standard input, which each run is given anew.
#pragma once

#include <cstdint>
#include <string>
#include <thread>

#include "system/descriptor.hpp"

namespace allfold::command::try_out {

/// Each run gets what the first one got. A file is read again from where this process found it; what
/// comes through a pipe is passed on to the first run and kept for the others; of a terminal, which may
/// say other things each time, runs get nothing.
class Input {
 public:
  /// What is kept goes to a file of that name.
  explicit Input(std::string file);
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;
  ~Input();

  /// The descriptor that the next run is to have as standard input; this object owns it.
  [[nodiscard]] int next();
  /// The run has ended.
  void ended();

 private:
  enum class Kind : std::uint8_t { nothing, as_it_is, file, pipe };
  void pass_on();
  void keep(const char* data, std::size_t bytes);

  std::string file_;
  Kind kind_ = Kind::nothing;
  off_t begin_ = 0;
  system::Descriptor kept_{-1};     ///< what came through a pipe; or nothing (/dev/null)
  int failure_ = 0;                 ///< errno of what could not be kept, as where the disk is full
  system::Descriptor run_end_{-1};  ///< of a pipe to the first run
  system::Descriptor own_end_{-1};
  system::Descriptor is_over_{-1};  ///< an eventfd
  std::thread passes_on_;
};

}  // namespace allfold::command::try_out
