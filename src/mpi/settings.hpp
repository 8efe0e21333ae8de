/// @file Settings: what the user has set, as this process has read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "select/configuration.hpp"

namespace allfold::mpi {

struct Settings {
  select::Configuration configuration;
  std::vector<std::string> errors;  ///< what was wrong with the environment
  std::uint64_t fingerprint = 0;    ///< select::fingerprint() of the configuration
};

}  // namespace allfold::mpi
