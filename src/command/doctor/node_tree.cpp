#include "command/doctor/node_tree.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "command/sizes.hpp"
#include "mpi/machine/topology.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Kind = Part::Kind;
namespace machine = mpi::machine;

/// Where a processor is: for each kind the number of the part, or machine::no_number.
struct Place {
  int processor = 0;
  std::map<Kind, int> numbers;
  machine::CacheOfProcessor cache;
};

std::vector<Place> places_on(const std::string& root) {
  std::vector<Place> places;
  for (const int processor : machine::online_processors(root)) {
    const std::array alone{processor};
    Place place{.processor = processor,
                .numbers = {{Kind::socket, machine::socket_number(alone, root)},
                            {Kind::numa_node, machine::numa_node(alone, root).number},
                            {Kind::core, machine::core_number(alone, root)}},
                .cache = machine::last_cache_of_processor(processor, root)};
    place.numbers[Kind::cache] =
        place.cache.level == 0 ? machine::no_number : place.cache.sharing.front();
    places.push_back(std::move(place));
  }
  return places;
}

/// The kinds that the system describes, larger parts first. A last-level cache may be shared by
/// several NUMA nodes, and a NUMA node may consist of several sockets.
std::vector<Kind> kinds_of(std::span<const Place> places) {
  std::vector<std::pair<std::size_t, Kind>> found;
  for (const Kind kind : {Kind::socket, Kind::numa_node, Kind::cache, Kind::core}) {
    std::map<int, int> parts;
    for (const Place& place : places) ++parts[place.numbers.at(kind)];
    if (!parts.contains(machine::no_number)) found.emplace_back(parts.size(), kind);
  }
  std::ranges::sort(found);
  std::vector<Kind> kinds;
  kinds.reserve(found.size());
  for (const auto& [number, kind] : found) kinds.push_back(kind);
  return kinds;
}

Part part_of(Kind kind, std::span<const Place* const> places, std::span<const Kind> kinds) {
  Part part{.kind = kind, .processors = {}, .parts = {}};
  for (const Place* place : places) part.processors.push_back(place->processor);
  if (kind == Kind::cache) {
    part.level = places.front()->cache.level;
    part.bytes = places.front()->cache.bytes;
  }
  if (kinds.empty()) return part;
  std::map<int, std::vector<const Place*>> divided;
  for (const Place* place : places) divided[place->numbers.at(kinds.front())].push_back(place);
  for (const auto& [number, those] : divided)
    part.parts.push_back(part_of(kinds.front(), those, kinds.subspan(1)));
  return part;
}

std::string text_of_parts(std::span<const Part> parts);

/// The text after the number of parts that are alike: "L3 caches of 32 MiB, each with 8 cores".
std::string text_after_number(const Part& part, std::size_t number) {
  std::string text = number == 1 ? name_of(part) : name_of(part) + 's';
  if (part.kind == Kind::cache && part.bytes > 0) text += " of " + readable_bytes(part.bytes);
  if (part.kind == Kind::core && part.processors.size() > 1)
    text += text::format(" of {} hardware threads", part.processors.size());
  if (part.parts.empty()) return text;
  return text::format("{}, {}{}", text, number == 1 ? "" : "each with ", text_of_parts(part.parts));
}

/// Counts parts with the same text.
std::string text_of_parts(std::span<const Part> parts) {
  struct Equal {
    const Part* part;
    std::string text;
    std::size_t number = 1;
  };
  std::vector<Equal> all;
  for (const Part& part : parts) {
    const std::string text = text_after_number(part, 1);
    const auto like_it = std::ranges::find(all, text, &Equal::text);
    if (like_it == all.end())
      all.push_back({.part = &part, .text = text});
    else
      ++like_it->number;
  }
  std::string joined;
  for (const Equal& each : all)
    joined += text::format("{}{} {}", joined.empty() ? "" : " and ", each.number,
                           text_after_number(*each.part, each.number));
  return joined;
}

void add_all_of(const Part& part, Kind kind, std::vector<const Part*>& found) {
  if (part.kind == kind) return found.push_back(&part);
  for (const Part& each : part.parts) add_all_of(each, kind, found);
}

}  // namespace

Part node_tree(const std::string& root) {
  const std::vector<Place> places = places_on(root);
  std::vector<const Place*> all;
  all.reserve(places.size());
  for (const Place& place : places) all.push_back(&place);
  const std::vector<Kind> kinds = kinds_of(places);
  return part_of(Kind::node, all, places.empty() ? std::span<const Kind>{} : kinds);
}

std::vector<const Part*> all_of(const Part& node, Kind kind) {
  std::vector<const Part*> found;
  add_all_of(node, kind, found);
  return found;
}

std::string text_of(const Part& node) { return text_of_parts(node.parts); }

std::string name_of(const Part& part) {
  switch (part.kind) {
    case Kind::socket: return "socket";
    case Kind::numa_node: return "NUMA node";
    case Kind::cache: return text::format("L{} cache", part.level);
    case Kind::core: return "core";
    case Kind::node: break;
  }
  return "node";
}

std::string counted(const Part& part, std::size_t number) {
  return text::format("{} {}{}", number, name_of(part), number == 1 ? "" : "s");
}

std::string list_of(std::span<const int> processors) {
  std::string list;
  for (std::size_t first = 0; first < processors.size();) {
    std::size_t last = first;
    while (last + 1 < processors.size() && processors[last + 1] == processors[last] + 1) ++last;
    list += text::format("{}{}", list.empty() ? "" : ",", processors[first]);
    if (last > first) list += text::format("-{}", processors[last]);
    first = last + 1;
  }
  return list;
}

}  // namespace allfold::command::doctor
