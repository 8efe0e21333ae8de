#include "command/library.hpp"

#include <stdexcept>
#include <string>

#include "command/job.hpp"
#include "command/loading/own_library.hpp"
#include "text/format.hpp"

namespace allfold::command::library {

int run() {
  return finished("library", [] {
    const std::string file = loading::own_library().file;
    if (file.empty())
      throw std::runtime_error(
          "liballfold.so: not found: expected the library of this installation; run 'allfold "
          "doctor'");
    text::print("{}\n", file);
  });
}

}  // namespace allfold::command::library
