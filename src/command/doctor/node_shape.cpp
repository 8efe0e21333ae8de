#include "command/doctor/node_shape.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Kind = Part::Kind;

/// The cores of each part of a kind. If the system does not describe cores, each processor is one.
std::vector<int> sizes_of(const Part& node, Kind kind) {
  std::vector<int> sizes;
  for (const Part* part : all_of(node, kind)) {
    const std::size_t cores = all_of(*part, Kind::core).size();
    sizes.push_back(static_cast<int>(cores > 0 ? cores : part->processors.size()));
  }
  return sizes;
}

std::vector<int> threads_of_cores(const Part& node) {
  std::vector<int> threads;
  for (const Part* core : all_of(node, Kind::core))
    threads.push_back(static_cast<int>(core->processors.size()));
  return threads;
}

/// Of several, the largest.
int most_frequent(std::span<const int> sizes) {
  std::map<int, int> frequencies;
  for (const int size : sizes) ++frequencies[size];
  int best = 1;
  int frequency = 0;
  for (const auto& [size, times] : frequencies)
    if (times >= frequency) {
      best = size;
      frequency = times;
    }
  return best;
}

/// The number of cores of parts with these sizes: `modelled`. Without parts it is assumed, as
/// `assumed` says.
Width width(std::span<const int> sizes, int modelled, std::string_view assumed) {
  if (sizes.empty())
    return {.cores = modelled,
            .source = text::format("not known to the system: assumed {}", assumed)};
  const auto [least, most] = std::ranges::minmax(sizes);
  std::string source = "read from /sys/devices/system/cpu";
  if (least != most)
    source += text::format(": {} to {}; the model has equal parts", least, most);
  else if (least != modelled)
    source += text::format(": {}; the model has equal parts", least);
  return {.cores = modelled, .source = source};
}

/// The nearest multiple of a part, at least one.
int multiple(int whole, int part) { return std::max((whole + part / 2) / part, 1) * part; }

}  // namespace

NodeShape shape_of(const Part& node, int most_caches) {
  const std::vector<int> threads = threads_of_cores(node);
  const std::vector<int> all = sizes_of(node, Kind::node);
  const std::vector<int> sockets = sizes_of(node, Kind::socket);
  const std::vector<int> numa_nodes = sizes_of(node, Kind::numa_node);
  const std::vector<int> caches = sizes_of(node, Kind::cache);
  int of_socket = sockets.empty() ? all.front() : most_frequent(sockets);
  int of_numa_node =
      std::min(numa_nodes.empty() ? of_socket : most_frequent(numa_nodes), of_socket);
  int of_cache = std::min(caches.empty() ? of_numa_node : most_frequent(caches), of_socket);
  const auto number_of_sockets = static_cast<int>(std::max<std::size_t>(sockets.size(), 1));
  const bool are_too_many = number_of_sockets * (of_socket / of_cache) > most_caches;
  if (are_too_many) of_cache = of_numa_node;
  // The larger of both consists of whole ones of the other, and a socket of whole ones of it.
  int& larger = of_cache > of_numa_node ? of_cache : of_numa_node;
  larger = multiple(larger, std::min(of_cache, of_numa_node));
  of_socket = multiple(of_socket, larger);
  NodeShape shape{
      .all = width(all, number_of_sockets * of_socket, ""),
      .of_socket = width(sockets, of_socket, "one socket"),
      .of_numa_node = width(numa_nodes, of_numa_node, "one of each socket"),
      .of_cache = width(caches, of_cache, "one of each NUMA node"),
      .threads = width(threads, threads.empty() ? 1 : most_frequent(threads), "one of each core")};
  if (are_too_many)
    shape.of_cache.source += text::format(
        ", but the model has at most {} caches: one of each NUMA node instead", most_caches);
  return shape;
}

}  // namespace allfold::command::doctor
