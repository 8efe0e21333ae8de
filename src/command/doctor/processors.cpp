#include "command/doctor/processors.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "command/doctor/checks.hpp"
#include "mpi/machine/processors.hpp"
#include "node/hierarchy.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Kind = Part::Kind;
using Level = Finding::Level;

constexpr std::array kinds_of_clusters{Kind::socket, Kind::numa_node, Kind::cache};

bool have_common(const Part& part, std::span<const int> processors) {
  return std::ranges::find_first_of(part.processors, processors) != part.processors.end();
}

/// The parts of a kind to which some of the processors belong.
std::vector<const Part*> parts_with(const Part& node, Kind kind, std::span<const int> processors) {
  std::vector<const Part*> parts = all_of(node, kind);
  std::erase_if(parts, [&](const Part* part) { return !have_common(*part, processors); });
  return parts;
}

/// For example "2 sockets, each with ...".
Finding node_finding(const Part& node) {
  constexpr std::string_view subject = "node";
  if (node.parts.empty())
    return {.level = Level::note,
            .subject = subject,
            .text =
                "the system does not describe its processors (/sys/devices/system/cpu): the "
                "clusters of ranks do not follow caches, NUMA nodes and sockets",
            .remedy = "mount /sys in the container"};
  Finding finding{.subject = subject, .text = text_of(node)};
  std::string unknown;
  const auto look_for = [&](Kind kind, std::string_view name) {
    if (all_of(node, kind).empty())
      unknown += text::format("{}{}", unknown.empty() ? "" : ", ", name);
  };
  look_for(Kind::socket, "sockets");
  look_for(Kind::numa_node, "NUMA nodes");
  look_for(Kind::cache, "caches");
  look_for(Kind::core, "cores");
  if (!unknown.empty()) finding.text += "; the system does not describe: " + unknown;
  return finding;
}

/// For example "2 of 16 hardware threads (0-1): 1 of 8 cores, 1 of 2 L3 caches".
Finding usable_finding(const Part& node, std::span<const int> usable) {
  constexpr std::string_view subject = "processors";
  if (usable.size() >= node.processors.size())
    return {.subject = subject,
            .text = text::format("this process may use all {}", node.processors.size())};
  std::string text = text::format("this process may use {} of {} ({})", usable.size(),
                                  node.processors.size(), list_of(usable));
  std::string_view before = ": ";
  for (const Kind kind : {Kind::core, Kind::cache, Kind::numa_node, Kind::socket}) {
    const std::size_t all = all_of(node, kind).size();
    const std::vector<const Part*> parts = parts_with(node, kind, usable);
    if (all < 2 || parts.empty()) continue;
    text += text::format("{}{} of {}", before, parts.size(), counted(*parts.front(), all));
    before = ", ";
  }
  return {.subject = subject, .text = text};
}

/// Whether all processors belong to one part of a kind, or to several.
enum class Belonging : std::uint8_t { to_one, to_several };

/// "socket, NUMA node and L3 cache", of the kinds of which the node has several parts.
std::string names_of(const Part& node, std::span<const int> usable, Belonging belonging) {
  std::vector<std::string> names;
  for (const Kind kind : kinds_of_clusters) {
    const std::vector<const Part*> parts = parts_with(node, kind, usable);
    if (all_of(node, kind).size() > 1 && (parts.size() == 1) == (belonging == Belonging::to_one))
      names.push_back(name_of(*parts.front()));
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += text::format("{}{}", i == 0 ? "" : i + 1 < names.size() ? ", " : " and ", names[i]);
  return text;
}

/// What Allfold knows of ranks that are started as this process was.
Finding binding_finding(const Part& node, std::span<const int> usable) {
  constexpr std::string_view subject = "binding";
  const std::string known = names_of(node, usable, Belonging::to_one);
  const std::string unknown = names_of(node, usable, Belonging::to_several);
  const std::size_t cores = parts_with(node, Kind::core, usable).size();
  if (unknown.empty() && known.empty())
    return {.subject = subject,
            .text =
                "all cores share one cache and memory: Allfold needs not know on which core a "
                "rank runs"};
  if (unknown.empty())
    return {.subject = subject,
            .text = text::format("Allfold knows the {} of a rank with the processors of this "
                                 "process: clusters of ranks follow them",
                                 known)};
  if (cores <= node::most_in_flat_group)
    return {.subject = subject,
            .text = text::format("up to {} ranks form no clusters: Allfold needs not know on which "
                                 "core a rank runs",
                                 node::most_in_flat_group)};
  return {.level = Level::note,
          .subject = subject,
          .text = text::format(
              "Allfold cannot know the {} of a rank with the processors of this process: it "
              "assumes that successive ranks run on successive cores",
              unknown),
          .remedy =
              "bind each rank to a core (mpirun --bind-to core, srun --cpu-bind=cores), so "
              "that clusters of ranks follow them"};
}

}  // namespace

Findings findings_about(const Part& node, std::span<const int> usable) {
  Findings findings{node_finding(node)};
  if (node.parts.empty() || usable.empty()) return findings;
  findings.push_back(usable_finding(node, usable));
  findings.push_back(binding_finding(node, usable));
  return findings;
}

Findings check_processors() { return findings_about(node_tree(), mpi::machine::usable_numbers()); }

}  // namespace allfold::command::doctor
