#include "command/output.hpp"

#include <stdexcept>

#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command {

void write_output(std::string_view option, const std::string& file, const std::string& content) {
  if (file.empty()) return;
  if (const std::string problem = system::write_file(file, content); !problem.empty())
    throw std::runtime_error(
        text::format("{}: {}: cannot be written: {}; name another file", option, file, problem));
}

}  // namespace allfold::command
