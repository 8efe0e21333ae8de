#include "comparison/saved_call.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

#include "comparison/value_text.hpp"
#include "text/format.hpp"

namespace allfold_test {
namespace {

using namespace allfold::comparison;
using allfold::ops::ElementType;

SavedCall example() {
  SavedCall call{.ranks = 2,
                 .nodes = 1,
                 .count = 3,
                 .operation = "MPI_SUM",
                 .type = "MPI_FLOAT",
                 .element = ElementType::float32,
                 .algorithm = "ring",
                 .reason = "because",
                 .program = "a \"program\"",
                 .library = "MPI",
                 .call = 7,
                 .seen_by = 1,
                 .mismatch = 2};
  for (std::size_t i = 0; i < 4 * call.vector_bytes(); ++i)
    call.vectors += static_cast<char>(i * 37);
  return call;
}

std::string problem_of(std::string_view content) {
  std::string problem;
  EXPECT_FALSE(parse(content, problem).has_value());
  EXPECT_FALSE(problem.empty());
  return problem;
}

/// The text of the example with one entry of its header replaced.
std::string with(const std::string& entry, const std::string& other) {
  std::string content = text_of(example());
  const std::size_t at = content.find(entry);
  EXPECT_NE(at, std::string::npos) << entry;
  return content.replace(at, entry.size(), other);
}

TEST(SavedCalls, are_read_as_they_were_written) {
  std::string problem;
  const auto call = parse(text_of(example()), problem);
  ASSERT_TRUE(call) << problem;
  EXPECT_EQ(text_of(*call), text_of(example()));
  EXPECT_EQ(call->vectors, example().vectors);
  EXPECT_EQ(call->seen_by, 1);
  EXPECT_EQ(call->inputs().size(), 2U);
  EXPECT_EQ(static_cast<const char*>(call->allfold_result()) - call->vectors.data(), 36);
}

TEST(SavedCalls, of_which_a_part_is_missing_are_refused) {
  const std::string content = text_of(example());
  for (std::size_t length = 0; length < content.size(); ++length)
    problem_of(std::string_view(content).substr(0, length));
  problem_of(content + '\0');
}

TEST(SavedCalls, that_make_no_sense_are_refused) {
  using testing::HasSubstr;
  EXPECT_THAT(problem_of("#!/bin/sh\n"),
              HasSubstr("expected a file written with ALLFOLD_MODE=compare"));
  EXPECT_THAT(problem_of(with("\"ranks\":2", "\"ranks\":0")), HasSubstr("ranks: expected a whole"));
  EXPECT_THAT(problem_of(with("\"ranks\":2", "\"ranks\":3")), HasSubstr("48 bytes of vectors"));
  EXPECT_THAT(problem_of(with("\"ranks\":2", "\"ranks\":2.5")), HasSubstr("ranks"));
  EXPECT_THAT(problem_of(with("\"ranks\":2", "\"ranks\":\"2\"")), HasSubstr("ranks"));
  EXPECT_THAT(problem_of(with("\"ranks\":2", "\"ranks\":16777216")), HasSubstr("bytes"));
  EXPECT_THAT(problem_of(with("\"count\":3", "\"count\":2147483648")), HasSubstr("count"));
  EXPECT_THAT(problem_of(with("\"count\":3", "\"count\":18446744073709551615")),
              HasSubstr("count"));
  EXPECT_THAT(problem_of(with("\"mismatch\":2", "\"mismatch\":3")), HasSubstr("mismatch"));
  EXPECT_THAT(problem_of(with("\"root\":0", "\"root\":-1")), HasSubstr("root"));
  EXPECT_THAT(problem_of(with("\"seen by\":1", "\"seen by\":2")), HasSubstr("seen by"));
  EXPECT_THAT(problem_of(with("\"float32\"", "\"float33\"")), HasSubstr("unknown value 'float33'"));
  EXPECT_THAT(problem_of(with("\"sum\"", "\"maxloc\"")), HasSubstr("not defined for float32"));
  EXPECT_THAT(problem_of(with("\"allreduce\"", "\"bcast\"")), HasSubstr("unknown value 'bcast'"));
  EXPECT_THAT(problem_of(with("\"root\":0,", "")), HasSubstr("root"));
  EXPECT_THAT(problem_of(with("\"root\":0,", "\"root\":0,\"more\":1,")), HasSubstr("unknown key"));
  EXPECT_THAT(problem_of(with("\"in place\":false", "\"in place\":0")), HasSubstr("boolean"));
  EXPECT_THAT(
      problem_of(allfold::text::format("allfold comparison 1\n{}\n", std::string(1 << 16, '['))),
      HasSubstr("header"));
  EXPECT_THAT(
      problem_of(allfold::text::format("allfold comparison 1\n{}\n", std::string(30000, '['))),
      HasSubstr("parse"));
  EXPECT_THAT(problem_of("allfold comparison 1\n[]\n"), testing::Not(testing::IsEmpty()));
}

TEST(SavedCalls, whose_bytes_are_garbage_are_refused_or_usable) {
  const std::string content = text_of(example());
  const std::size_t header = content.find('\n', content.find('\n') + 1);
  unsigned random = 1;
  for (int trial = 0; trial < 20000; ++trial) {
    std::string garbled = content;
    for (int change = 0; change < 3; ++change) {
      random = random * 1103515245U + 12345U;
      garbled[(random >> 8U) % header] = static_cast<char>(random >> 24U);
    }
    std::string problem;
    if (const auto call = parse(garbled, problem)) {
      EXPECT_EQ(call->vectors.size(),
                (static_cast<std::size_t>(call->ranks) + 2) * call->vector_bytes());
      EXPECT_LT(call->mismatch, call->count);
    } else {
      EXPECT_FALSE(problem.empty());
    }
  }
}

TEST(Values, are_shown_with_all_digits) {
  const auto text = [](ElementType type, auto value) {
    return text_of(form_of_unknown(type), &value);
  };
  EXPECT_EQ(text(ElementType::float64, 0.1), "0.1");
  EXPECT_EQ(text(ElementType::float64, 0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(text(ElementType::float32, 0.1F), "0.1");
  // Of a format with 64 binary digits, 53 or 113.
  constexpr int digits = std::numeric_limits<long double>::digits;
  EXPECT_EQ(text(ElementType::long_double, 0.1L), digits == 64 ? "0.100000000000000000001"
                                                  : digits == 53
                                                      ? "0.10000000000000001"
                                                      : "0.100000000000000000000000000000000005");
  EXPECT_EQ(text(ElementType::uint8, std::uint8_t{65}), "65");
  EXPECT_EQ(text(ElementType::int64, std::int64_t{-5}), "-5");
  EXPECT_EQ(text(ElementType::complex_float32, std::array<float, 2>{1.5F, -2}), "(1.5, -2)");
  EXPECT_EQ(text(ElementType::int_int, std::array<int, 2>{3, 4}), "(3, 4)");
  const std::array<unsigned char, 20> bytes = {0x0a, 0xff};
  EXPECT_EQ(text_of(form_of_bytes(2), bytes.data()), "0x0aff");
  EXPECT_EQ(text_of(form_of_bytes(20), bytes.data()), "0x0aff0000000000000000000000000000...");
}

}  // namespace
}  // namespace allfold_test
