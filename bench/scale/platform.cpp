#include "platform.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "text/format.hpp"

namespace allfold::bench {

namespace {

int ceil_of(int dividend, int divisor) { return (dividend + divisor - 1) / divisor; }

/// A network of SimGrid: its parameters, and the number of hosts that they result in.
struct Topology {
  std::string attributes;
  int hosts;
  std::string description;
  SharedLinks shared = {};
};

Topology flat(const Platform& platform) {
  return {.attributes = "",
          .hosts = platform.hosts,
          .description = "messages share the links of their hosts only"};
}

Topology ideal(const Platform& platform) {
  return {.attributes = "", .hosts = platform.hosts, .description = "messages share nothing"};
}

/// Two levels: hosts at switches, and these at upper switches. Fewer links lead up than down.
Topology fat_tree(const Platform& platform) {
  const int down = std::min(platform.hosts, 16);
  const int switches = ceil_of(platform.hosts, down);
  const int up = std::max(1, static_cast<int>(std::lround(down / platform.taper)));
  return {.attributes = text::format(R"( topology="FAT_TREE" topo_parameters="2;{},{};1,{};1,1")",
                                     down, switches, up),
          .hosts = down * switches,
          .description = text::format("switches of {} hosts, {} links up", down, up),
          .shared = {.groups = {.hosts = down, .taper = static_cast<double>(down) / up},
                     .link_latency = platform.latency / 2}};
}

/// Groups of two chassis of four or more routers with four hosts each. All links to other groups
/// end at routers of one chassis, so there are as many routers as links; SimGrid does not check
/// that these exist. The bandwidth of a link between groups is that of all hosts of a router,
/// divided by the taper. In a group, a router has a link to each other router of its chassis, and
/// one to the other chassis.
Topology dragonfly(const Platform& platform) {
  constexpr int hosts = 4;
  constexpr int chassis = 2;
  const auto groups_with = [&](int routers) {
    return ceil_of(platform.hosts, hosts * routers * chassis);
  };
  int routers = 4;
  while (groups_with(routers) > routers) ++routers;
  const int groups = groups_with(routers);
  const int links = std::max(1, static_cast<int>(std::lround(hosts / platform.taper)));
  const int all = chassis * routers * hosts;
  return {
      .attributes = text::format(R"( topology="DRAGONFLY" topo_parameters="{},{};{},1;{},1;{}")",
                                 groups, links, chassis, routers, hosts),
      .hosts = groups * all,
      .description = text::format("groups of {} hosts, {} links between two groups", all, links),
      .shared = {
          .switches = {.hosts = hosts, .taper = hosts, .links = Groups::Links::to_each_other},
          .groups = groups > 1 ? Groups{.hosts = all,
                                        .taper = static_cast<double>(all) / links,
                                        .links = Groups::Links::to_each_other}
                               : Groups{},
          .chassis = routers * hosts,
          .link_latency = platform.latency / 2}};
}

/// Two dimensions of nearly equal length.
Topology torus(const Platform& platform) {
  const int rows = std::max(1, static_cast<int>(std::sqrt(platform.hosts)));
  const int columns = ceil_of(platform.hosts, rows);
  return {.attributes = text::format(R"( topology="TORUS" topo_parameters="{},{}")", columns, rows),
          .hosts = rows * columns,
          .description = text::format("{} by {} hosts", columns, rows),
          .shared = {.columns = columns, .rows = rows, .link_latency = platform.latency / 2}};
}

struct Kind {
  std::string_view name;
  Topology (*topology)(const Platform&);
};
constexpr std::array kinds{Kind{"flat", flat}, Kind{"fat-tree", fat_tree},
                           Kind{"dragonfly", dragonfly}, Kind{"torus", torus},
                           Kind{"ideal", ideal}};

Topology topology_of(const Platform& platform) {
  return std::ranges::find(kinds, platform.kind, &Kind::name)->topology(platform);
}

}  // namespace

std::string_view kinds_of_platforms() { return "flat, fat-tree, dragonfly, torus or ideal"; }

bool is_kind(std::string_view name) {
  return std::ranges::find(kinds, name, &Kind::name) != kinds.end();
}

std::string text_of(const Platform& platform) {
  const Topology topology = topology_of(platform);
  // The loopback stands for memory inside a host. SimGrid 4.0 accepts a cluster of switches only
  // inside a zone.
  return text::format(
      R"(<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="machine" routing="Full">
    <cluster id="cluster" prefix="host" suffix="" radical="0-{}" speed="1Gf"
             bw="{:.9g}Bps" lat="{:.9g}s" sharing_policy="{}"
             loopback_bw="{:.9g}Bps" loopback_lat="{:.9g}s"{}/>
  </zone>
</platform>
)",
      topology.hosts - 1, platform.rate, platform.latency / 2,
      platform.kind == "ideal" ? "FATPIPE" : "SPLITDUPLEX", platform.inside.rate,
      platform.inside.latency, topology.attributes);
}

std::string description_of(const Platform& platform) {
  return text::format("{} ({}), latency {:.3g} µs, {:.4g} GB/s", platform.kind,
                      topology_of(platform).description, platform.latency * 1e6,
                      platform.rate / 1e9);
}

SharedLinks shared_links_of(const Platform& platform) {
  return is_kind(platform.kind) ? topology_of(platform).shared : SharedLinks{};
}

std::string text_of_places(int ranks, int ranks_per_host) {
  std::string text;
  for (int rank = 0; rank < ranks; ++rank) text += text::format("host{}\n", rank / ranks_per_host);
  return text;
}

}  // namespace allfold::bench
