/// @file What Allfold says to the user.
#pragma once

#include <algorithm>
#include <cstdio>
#include <string>

namespace allfold::mpi {

/// Writes to standard error, at once: the program may end soon. A failure to write is nothing that
/// anybody could be told of.
inline void print(const char* text) {
  static_cast<void>(std::fputs(text, stderr));
  static_cast<void>(std::fflush(stderr));
}

inline void print(const std::string& text) { print(text.c_str()); }

/// The same of a line. It stays one, whatever names and values of the user's are in it.
inline void say(std::string text) {
  constexpr unsigned char blank = ' ';
  constexpr unsigned char deleted = 0x7f;
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < blank || c == deleted; }, '?');
  print("allfold: " + text + '\n');
}

}  // namespace allfold::mpi
