/// @file What another command prints.
#pragma once

#include <span>
#include <string>

namespace allfold::command::loading {

struct Answer {
  static constexpr int none = -1;  ///< it could not be started, was killed, or took too long
  int status = none;               ///< the exit status
  std::string text = {};           ///< of both, standard output and standard error
};

/// Runs a command, without a shell and without input, with these "NAME=value" besides this
/// process's environment. It is stopped after ten seconds, or a mebibyte of text.
[[nodiscard]] Answer answer_of(std::span<const std::string> words,
                               std::span<const std::string> settings = {});

}  // namespace allfold::command::loading
