// The formulas of choices among several nodes, compared with modelled nodes. Parameters are the usual ones
// (select/network.hpp).
#include "algorithms/lanes_costs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "known_nodes.hpp"
#include "measurement.hpp"
#include "text/format.hpp"

namespace allfold::bench {
namespace {

using schedule::Collective;

double formula_seconds(int ranks, int lanes, Collective collective, std::int64_t bytes) {
  const cost::CostModel inside{.link = {.alpha = 1e-7, .beta = 1e-10}, .gamma = 1e-11};
  double fastest = cost::unknown;
  for (const cost::Cost& way : algorithms::lanes_costs_in_clusters(ranks, lanes, collective))
    fastest = std::min(fastest, cost::seconds(way, inside, static_cast<double>(bytes)));
  return fastest;
}

double modelled_seconds(const node_model::Node& node, int ranks, int lanes, Collective collective,
                        std::int64_t bytes) {
  return measure({.node = node,
                  .ranks = ranks,
                  .collective = collective,
                  .bytes = bytes,
                  .candidate = text::format("allfold:halves.{}", lanes)})
      .seconds;
}

TEST(LanesCosts, AreThoseOfModelledNodes) {
  for (const char* name : {"milan", "genoa", "xeon"}) {
    const node_model::Node node = read_node(name).node;
    for (const int ranks : {16, 32, 64}) {
      // These share one cache, and are one cluster.
      if (node.cores.of_l3 > ranks) continue;
      for (const int lanes : {1, ranks})
        for (const Collective collective : {Collective::allreduce, Collective::reduce})
          for (const std::int64_t bytes : {8, 512, 4096, 65536, 524288}) {
            // A vector of fewer elements than lanes goes to some lanes only.
            constexpr std::int64_t element = 8;
            if (bytes < element * lanes) continue;
            const double ratio = formula_seconds(ranks, lanes, collective, bytes) /
                                 modelled_seconds(node, ranks, lanes, collective, bytes);
            EXPECT_GT(ratio, 0.5) << name << ", " << ranks << " ranks, " << lanes << " lanes, "
                                  << name_of(collective) << " of " << bytes << " bytes";
            EXPECT_LT(ratio, 2) << name << ", " << ranks << " ranks, " << lanes << " lanes, "
                                << name_of(collective) << " of " << bytes << " bytes";
          }
    }
  }
}

}  // namespace
}  // namespace allfold::bench
