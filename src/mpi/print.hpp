/// @file What Allfold says to the user.
#pragma once

#include <cstdio>
#include <string>

namespace allfold {

/// Writes to standard error, at once: the program may end soon. A failure to write is nothing that
/// anybody could be told of.
inline void print(const std::string& text) {
  static_cast<void>(std::fputs(text.c_str(), stderr));
  static_cast<void>(std::fflush(stderr));
}

/// The same of a line.
inline void say(const std::string& text) { print("allfold: " + text + '\n'); }

}  // namespace allfold
