#include "contest.hpp"

#include <nlohmann/json.hpp>

namespace allfold::simulation {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(NodeTime, part, ranks, lanes, bytes, seconds)

}  // namespace allfold::simulation

namespace allfold::bench {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Groups, hosts, taper, links)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SharedLinks, switches, groups, chassis, columns, rows,
                                   link_latency)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Contest, contestants, collectives, bytes, ranks_per_host,
                                   reduction, copy, gap, node_times, shared, knows_sharing,
                                   is_checked, is_predicted)

std::string text_of(const Contest& contest) { return nlohmann::json(contest).dump(); }

Contest contest_of(std::string_view text) { return nlohmann::json::parse(text).get<Contest>(); }

}  // namespace allfold::bench
