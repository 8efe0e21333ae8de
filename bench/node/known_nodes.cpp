#include "known_nodes.hpp"

#include <algorithm>
#include <filesystem>

#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::bench {

command::NodeFile read_node(const std::string& name_or_file) {
  const bool is_file = name_or_file.find_first_of("/.") != std::string::npos;
  const std::string file =
      is_file ? name_or_file : text::format("{}/{}.json", ALLFOLD_NODES, name_or_file);
  if (!is_file && !std::filesystem::exists(file)) {
    std::string names;
    for (const std::string& each : names_of_nodes()) names += each + ", ";
    throw command::NodeFileError(
        text::format("--node: unknown node '{}': expected {}or a node file, for "
                     "example ./node.json",
                     name_or_file, names));
  }
  constexpr std::size_t most_bytes = 1 << 20;
  std::string content;
  if (const std::string problem = system::read_file(file, most_bytes, content); !problem.empty())
    throw command::NodeFileError(text::format("{}: {}: expected a node file", file, problem));
  return command::parse_node(content, file);
}

std::vector<std::string> names_of_nodes() {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(ALLFOLD_NODES))
    if (each.path().extension() == ".json") names.push_back(each.path().stem());
  std::ranges::sort(names);
  return names;
}

}  // namespace allfold::bench
