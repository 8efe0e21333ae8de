#include "command/collective.hpp"

#include <fmt/format.h>

#include "command/usage_error.hpp"

namespace allfold {

Collective parse_collective(std::string_view name) {
  if (const auto collective = find_collective(name)) return *collective;
  throw UsageError(
      fmt::format("--collective: '{}' is none that Allfold serves (there are two) use allreduce or "
                  "reduce",
                  name));
}

}  // namespace allfold
