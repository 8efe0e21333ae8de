/// The model against measured times of ext_mpi_collectives: see docs/internals/node-model.md.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "known_nodes.hpp"
#include "measurement.hpp"

namespace allfold::bench {
namespace {

/// A row of published times that a candidate imitates.
struct Row {
  std::string node;
  int ranks = 0;
  std::int64_t bytes = 0;
  double microseconds = 0;
  std::string candidate;
};

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream file(ALLFOLD_PUBLISHED);
  std::string line;
  std::getline(file, line);
  EXPECT_EQ(line, "node\tranks\tbytes\tmicroseconds\tlibrary\tcandidate\tsource");
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::string> field;
    for (std::string each; std::getline(fields, each, '\t');) field.push_back(each);
    EXPECT_EQ(field.size(), 7U) << line;
    if (field[5] != "-")
      all.push_back(
          {field[0], std::stoi(field[1]), std::stoll(field[2]), std::stod(field[3]), field[5]});
  }
  return all;
}

// The modelled time over the measured one: at 8 B the latencies decide, and from 64 KiB on the
// bandwidths. In between the model is too fast.
TEST(Validation, ModelledTimesAreWithinTheStatedBounds) {
  constexpr std::int64_t most_bytes = 1 << 20;  // longer ones take gigabytes of memory
  int compared = 0;
  for (const Row& row : rows()) {
    if (row.bytes > most_bytes) continue;
    const Measured model = measure({.node = read_node(row.node).node,
                                    .ranks = row.ranks,
                                    .inputs = Inputs::unchanged,
                                    .bytes = row.bytes,
                                    .candidate = row.candidate});
    const double ratio = model.seconds * 1e6 / row.microseconds;
    const bool is_between = row.bytes > 8 && row.bytes < (64 << 10);
    EXPECT_GT(ratio, is_between ? 0.45 : 0.65) << row.node << ' ' << row.bytes;
    EXPECT_LT(ratio, is_between ? 0.9 : 1.15) << row.node << ' ' << row.bytes;
    ++compared;
  }
  EXPECT_EQ(compared, 15);
}

}  // namespace
}  // namespace allfold::bench
