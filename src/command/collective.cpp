#include "command/collective.hpp"

#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command {

schedule::Collective parse_collective(std::string_view name) {
  if (const auto collective = schedule::find_collective(name)) return *collective;
  throw UsageError(text::format("--collective: unknown collective '{}': expected {}", name,
                                schedule::expected_names()));
}

}  // namespace allfold::command
