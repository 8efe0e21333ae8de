#include "command/doctor/node_family.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "command/doctor/known_nodes.hpp"
#include "command/usage_error.hpp"
#include "mpi/machine/cpu_info.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::command::doctor {

namespace {

using Reason = NodeFamily::Reason;

struct Known {
  std::string_view name;
  const std::string_view* file;
};
constexpr std::array all_known{
    Known{"genoa", &known_nodes::genoa}, Known{"grace", &known_nodes::grace},
    Known{"milan", &known_nodes::milan}, Known{"rome", &known_nodes::rome},
    Known{"xeon", &known_nodes::xeon}};

int number_in(const std::string& text) {
  int number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// AMD's processors by their family and model, as /proc/cpuinfo has them.
std::string_view epyc_of(int family, int model) {
  constexpr int zen_1_and_2 = 23;
  constexpr int zen_3_and_4 = 25;
  if (family <= zen_1_and_2) return "rome";
  const bool is_zen_4 = (model >= 0x10 && model <= 0x1f) || (model >= 0xa0 && model <= 0xaf);
  return family == zen_3_and_4 && !is_zen_4 ? "milan" : "genoa";
}

/// "" if no known node has a processor of this family.
std::string_view name_by_processor(const std::string& root) {
  const std::string vendor = mpi::machine::cpu_info("vendor_id", root);
  if (vendor == "AuthenticAMD")
    return epyc_of(number_in(mpi::machine::cpu_info("cpu family", root)),
                   number_in(mpi::machine::cpu_info("model", root)));
  if (vendor == "GenuineIntel") return "xeon";
  // Neoverse V2, the cores of Grace.
  const bool is_arm = mpi::machine::cpu_info("CPU implementer", root) == "0x41";
  return is_arm && mpi::machine::cpu_info("CPU part", root) == "0xd4f" ? "grace" : "";
}

/// Whether a socket has one last-level cache, or several.
std::string_view name_by_shape(const Part& node) {
  const std::size_t sockets = std::max<std::size_t>(all_of(node, Part::Kind::socket).size(), 1);
  return all_of(node, Part::Kind::cache).size() > sockets ? "milan" : "grace";
}

NodeFamily family(std::string_view name, Reason reason) {
  const auto* const known = std::ranges::find(all_known, name, &Known::name);
  if (known != all_known.end())
    return {.node = parse_node(*known->file, std::string(name)), .reason = reason};
  std::string names;
  std::vector<std::string_view> list;
  for (const Known& each : all_known) {
    names += text::format("{}{}", names.empty() ? "" : ", ", each.name);
    list.push_back(each.name);
  }
  throw UsageError(text::format("--like: unknown node '{}'{}: expected one of {}", name,
                                text::did_you_mean(name, list), names));
}

}  // namespace

NodeFamily family_of(const Part& node, const std::string& name, const std::string& root) {
  if (!name.empty()) return family(name, Reason::asked_for);
  if (const std::string_view found = name_by_processor(root); !found.empty())
    return family(found, Reason::same_family);
  return family(name_by_shape(node), Reason::same_shape);
}

std::vector<std::string> names_of_families() {
  std::vector<std::string> names;
  names.reserve(all_known.size());
  for (const Known& each : all_known) names.emplace_back(each.name);
  return names;
}

}  // namespace allfold::command::doctor
