/// @file Output to the user.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

namespace allfold::mpi::user {

/// Writes to standard error and flushes, since the program may end soon. Failures are ignored:
/// there is nowhere to report them.
inline void print(const char* text) {
  static_cast<void>(std::fputs(text, stderr));
  static_cast<void>(std::fflush(stderr));
}

inline void print(const std::string& text) { print(text.c_str()); }

/// Prints one line. Control characters in names and values are replaced, so it stays one line.
inline void say(std::string text) {
  constexpr unsigned char blank = ' ';
  constexpr unsigned char deleted = 0x7f;
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < blank || c == deleted; }, '?');
  print("allfold: " + text + '\n');
}

}  // namespace allfold::mpi::user
