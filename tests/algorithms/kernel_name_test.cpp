#include "algorithms/kernel_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace allfold::algorithms {
namespace {

TEST(Parsing, says_what_is_wrong) {
  std::string error;
  EXPECT_EQ(parse_kernel("rings", error).kernel, nullptr);
  EXPECT_NE(error.find("'rings'"), std::string::npos);
  EXPECT_NE(error.find("did you mean 'ring'?"), std::string::npos)
      << "what would be right is named";
  EXPECT_EQ(error.find("auto"), std::string::npos) << "not everywhere";
  EXPECT_EQ(parse_kernel("rings", error, "auto or native").kernel, nullptr);
  EXPECT_TRUE(error.ends_with("; or use auto or native)")) << error;
  EXPECT_EQ(parse_kernel("nonsense", error).kernel, nullptr);
  EXPECT_EQ(error, "unknown algorithm 'nonsense': expected one of 'allfold list'");
  EXPECT_EQ(parse_kernel("ring:halvings=2", error).kernel, nullptr);
  EXPECT_NE(error.find("unknown parameter 'halvings'"), std::string::npos);
  EXPECT_EQ(parse_kernel("elimination-overlapping:halvings=two", error).kernel, nullptr);
  EXPECT_NE(error.find("'two'"), std::string::npos);
  EXPECT_EQ(parse_kernel("elimination-overlapping:halvings", error).kernel, nullptr);
  EXPECT_EQ(parse_kernel("elimination-overlapping:halvings=-1", error).kernel, nullptr);
  for (const std::string_view no_power : {"0", "3", "-4", "8192", "4x", ""})
    EXPECT_EQ(parse_kernel("dual-root:segments=" + std::string(no_power), error).kernel, nullptr)
        << no_power;
  EXPECT_NE(error.find("expected a power of two"), std::string::npos) << error;
  EXPECT_EQ(parse_kernel("dual-root:segments=16", error).parameters.segments, 16);
}

}  // namespace
}  // namespace allfold::algorithms
