/// @file The fuzzed readers. Each file beside this one defines the function below for one reader,
/// and is linked with libFuzzer, or with replay.cpp, which passes it the corpus.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace allfold::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program unless the condition holds.
inline void require(bool holds, const char* what) {
  if (holds) return;
  static_cast<void>(std::fprintf(stderr, "does not hold: %s\n", what));
  std::abort();
}

}  // namespace allfold::fuzz
