#include "text/format.hpp"

namespace allfold::text {

std::string formatted(fmt::string_view pattern, fmt::format_args values) {
  return fmt::vformat(pattern, values);
}

void print_formatted(std::FILE* file, fmt::string_view pattern, fmt::format_args values) {
  fmt::vprint(file, pattern, values);
}

}  // namespace allfold::text
