#include "node_model/node.hpp"

#include <array>
#include <type_traits>

#include "text/format.hpp"

namespace allfold::node_model {

namespace {

/// A row of the table below: the member `part.field`.
template <auto part, auto field>
Parameter row(const char* name, const char* meaning, double least) {
  using Value = std::remove_cvref_t<decltype(Node{}.*part.*field)>;
  using Kind = Parameter::Kind;
  return {.name = name,
          .meaning = meaning,
          .get = [](const Node& node) { return static_cast<double>(node.*part.*field); },
          .set = [](Node& node, double value) { node.*part.*field = static_cast<Value>(value); },
          .kind = std::is_same_v<Value, bool>  ? Kind::yes_or_no
                  : std::is_same_v<Value, int> ? Kind::whole
                                               : Kind::number,
          .least = least};
}

/// The cores that share something are so many that the groups fill the next larger unit.
struct Division {
  const char* name;
  int part;
  const char* name_of_whole;
  int whole;
};

}  // namespace

const std::vector<Parameter>& parameters() {
  using Cores = Node::Cores;
  using Latency = Node::Latency;
  using InFlight = Node::InFlight;
  using Capacity = Node::Capacity;
  using Bandwidth = Node::Bandwidth;
  using Time = Node::Time;
  constexpr double more_than_0 = 1e-3;
  static const std::vector<Parameter> all{
      row<&Node::cores, &Cores::all>("cores.all", "cores of the node", 1),
      row<&Node::cores, &Cores::of_socket>("cores.of_socket", "cores of a socket", 1),
      row<&Node::cores, &Cores::of_numa_node>("cores.of_numa_node", "cores of a NUMA node", 1),
      row<&Node::cores, &Cores::of_l3>("cores.of_l3", "cores that share an L3", 1),
      row<&Node::cores, &Cores::of_die>(
          "cores.of_die", "cores behind one link; 0: all cores of a socket are on one mesh", 0),
      row<&Node::cores, &Cores::threads>("cores.threads", "hardware threads of a core", 1),
      row<&Node::latency, &Latency::same_l3>("latency.same_l3",
                                             "ns, of a line from a core of the same L3", 0),
      row<&Node::latency, &Latency::same_socket>("latency.same_socket",
                                                 "ns, of a line from another L3 of the socket", 0),
      row<&Node::latency, &Latency::other_socket>("latency.other_socket",
                                                  "ns, of a line from another socket", 0),
      row<&Node::latency, &Latency::memory>("latency.memory", "ns, of a line from memory", 0),
      row<&Node::latency, &Latency::again_out_of_l3>(
          "latency.again_out_of_l3", "ns between two transfers of one line out of its L3", 0),
      row<&Node::latency, &Latency::again_in_l3>(
          "latency.again_in_l3", "ns between two transfers of one line in its L3", 0),
      row<&Node::in_flight, &InFlight::marks>(
          "in_flight.marks", "loads of shared variables that a core has on the way", 1),
      row<&Node::in_flight, &InFlight::lines>(
          "in_flight.lines", "lines of a vector on the way from another L3 to a core", 1),
      row<&Node::in_flight, &InFlight::lines_in_l3>(
          "in_flight.lines_in_l3", "lines of a vector on the way from the core's L3", 1),
      row<&Node::in_flight, &InFlight::lines_written>(
          "in_flight.lines_written", "lines that a core takes from other caches to write them", 1),
      row<&Node::in_flight, &InFlight::lines_of_memory>(
          "in_flight.lines_of_memory", "lines on the way from memory to a core", 1),
      row<&Node::in_flight, &InFlight::vectors>(
          "in_flight.vectors", "short vectors that a core copies or reduces at once", 1),
      row<&Node::capacity, &Capacity::l2>("capacity.l2", "bytes of vectors that an L2 keeps", 0),
      row<&Node::capacity, &Capacity::l3>("capacity.l3", "bytes of vectors that an L3 keeps", 0),
      row<&Node::capacity, &Capacity::l3_announced>("capacity.l3_announced",
                                                    "bytes that the system reports of an L3", 0),
      row<&Node::capacity, &Capacity::keeps_far_lines>(
          "capacity.keeps_far_lines", "whether an L3 keeps lines of another socket's memory", 0),
      row<&Node::bandwidth, &Bandwidth::l2>("bandwidth.l2", "GB/s, of an L2", more_than_0),
      row<&Node::bandwidth, &Bandwidth::l3>("bandwidth.l3", "GB/s, of an L3", more_than_0),
      row<&Node::bandwidth, &Bandwidth::out_of_die>("bandwidth.out_of_die", "GB/s, out of a die",
                                                    more_than_0),
      row<&Node::bandwidth, &Bandwidth::into_die>("bandwidth.into_die", "GB/s, into a die",
                                                  more_than_0),
      row<&Node::bandwidth, &Bandwidth::fabric>(
          "bandwidth.fabric", "GB/s, out of all dies of a socket together", more_than_0),
      row<&Node::bandwidth, &Bandwidth::sockets>("bandwidth.sockets",
                                                 "GB/s, out of a socket, and into it", more_than_0),
      row<&Node::bandwidth, &Bandwidth::memory>("bandwidth.memory",
                                                "GB/s, of the memory of a socket", more_than_0),
      row<&Node::bandwidth, &Bandwidth::reduce>(
          "bandwidth.reduce", "GB/s of the result that a core reduces from its caches",
          more_than_0),
      row<&Node::bandwidth, &Bandwidth::copy>(
          "bandwidth.copy", "GB/s that a core copies from its caches", more_than_0),
      row<&Node::time, &Time::access>("time.access", "ns, of an access to a shared variable", 0),
      row<&Node::time, &Time::operation>("time.operation", "ns, to begin a copy or a reduction", 0),
      row<&Node::time, &Time::pause>("time.pause", "ns, between two polls", more_than_0),
      row<&Node::time, &Time::call>("time.call", "ns, of a call outside the node level", 0),
  };
  return all;
}

std::string contradiction_in(const Node& node) {
  const Node::Cores& cores = node.cores;
  if (cores.all > most_cores)
    return text::format("cores.all: {} cores: expected at most {}", cores.all, most_cores);
  for (const Division& each :
       {Division{"cores.of_socket", cores.of_socket, "cores.all", cores.all},
        Division{"cores.of_numa_node", cores.of_numa_node, "cores.of_socket", cores.of_socket},
        Division{"cores.of_l3", cores.of_l3, "cores.of_socket", cores.of_socket},
        Division{"cores.of_die", cores.of_die == 0 ? 1 : cores.of_die, "cores.of_socket",
                 cores.of_socket}})
    if (each.part > each.whole || each.whole % each.part != 0)
      return text::format("{}: {} cores: expected a divisor of {}, which is {}", each.name,
                          each.part, each.name_of_whole, each.whole);
  if (cores.of_die > 0 && cores.of_die % cores.of_l3 != 0)
    return text::format("cores.of_die: {} cores: expected a multiple of cores.of_l3, which is {}",
                        cores.of_die, cores.of_l3);
  if (node.groups() > most_groups)
    return text::format("cores.of_l3: {} groups of cores: expected at most {}", node.groups(),
                        most_groups);
  return "";
}

}  // namespace allfold::node_model
