/// @file A file descriptor that is closed at the end.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace allfold::system {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    static_cast<void>(close());
    number_ = std::exchange(other.number_, -1);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { static_cast<void>(close()); }

  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }
  /// Some file systems report only here that the data could not be stored: false, with errno.
  [[nodiscard]] bool close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0;
  }

 private:
  int number_;
};

/// A descriptor that stays open, by a number that programs do not use for standard streams or by their
/// own choice: one that has closed its standard output would write to the file else. Returns the new
/// number; -1, and closes it, if there is none beyond the standard streams.
[[nodiscard]] inline int moved_up(int number) {
  constexpr int usual = 64;
  constexpr int standard = 3;
  if (number < 0) return number;
  for (const int least : {usual, standard}) {
    if (number >= least) return number;
    if (const int moved = fcntl(number, F_DUPFD_CLOEXEC, least); moved >= 0) {
      ::close(number);
      return moved;
    }
  }
  ::close(number);
  return -1;
}

}  // namespace allfold::system
