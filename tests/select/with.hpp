/// @file Configurations in which one variable is set.
#pragma once

#include <gtest/gtest.h>

#include <string_view>

#include "select/configuration.hpp"

namespace allfold::select {

inline Configuration with(std::string_view name, std::string_view value) {
  Configuration configuration;
  EXPECT_EQ(set_variable(configuration, name, value), "");
  return configuration;
}

}  // namespace allfold::select
