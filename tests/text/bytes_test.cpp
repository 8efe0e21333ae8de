#include "text/bytes.hpp"

#include <gtest/gtest.h>

namespace allfold::text {
namespace {

TEST(Bytes, AreReadWithAndWithoutUnit) {
  EXPECT_EQ(bytes_of("0"), 0);
  EXPECT_EQ(bytes_of("65536"), 65536);
  EXPECT_EQ(bytes_of("64k"), 65536);
  EXPECT_EQ(bytes_of("3m"), 3 << 20);
  EXPECT_EQ(bytes_of("5g"), std::int64_t{5} << 30);
  EXPECT_EQ(bytes_of("4294967296g"), std::int64_t{1} << 62);
}

TEST(Bytes, AreNotReadFromAnythingElse) {
  for (const char* const text : {"", "k", "-1", "-1k", "1.5m", "1kb", "1 k", "1kk", " 1", "auto",
                                 "4294967297g", "99999999999999999999"})
    EXPECT_EQ(bytes_of(text), std::nullopt) << text;
}

TEST(Bytes, MayBeAutomatic) {
  EXPECT_EQ(automatic_or_bytes_of("auto", -1), -1);
  EXPECT_EQ(automatic_or_bytes_of("64k", -1), 65536);
  EXPECT_EQ(automatic_or_bytes_of("-1", -1), std::nullopt);
  EXPECT_EQ(automatic_or_bytes_of("automatic", -1), std::nullopt);
  EXPECT_EQ(text_of_automatic_or_bytes(-1, -1), "auto");
  EXPECT_EQ(text_of_automatic_or_bytes(65536, -1), "64k");
}

TEST(Bytes, AreWrittenWithTheLargestUnit) {
  EXPECT_EQ(text_of_bytes(0), "0");
  EXPECT_EQ(text_of_bytes(1000), "1000");
  EXPECT_EQ(text_of_bytes(1536), "1536");
  EXPECT_EQ(text_of_bytes(3072), "3k");
  EXPECT_EQ(text_of_bytes(1 << 20), "1m");
  EXPECT_EQ(text_of_bytes(std::int64_t{1} << 40), "1024g");
}

}  // namespace
}  // namespace allfold::text
