#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "allfold_groups.hpp"
#include "candidate.hpp"
#include "command/usage_error.hpp"
#include "exchange.hpp"
#include "messages.hpp"
#include "slices_design.hpp"
#include "text/format.hpp"
#include "tree_design.hpp"

namespace allfold::bench {

namespace {

using command::UsageError;

/// A name is KIND or KIND:ARGUMENTS.
struct Name {
  std::string_view kind;
  std::string_view arguments;
};

Name split(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == std::string_view::npos) return {.kind = name, .arguments = {}};
  return {.kind = name.substr(0, colon), .arguments = name.substr(colon + 1)};
}

[[noreturn]] void refuse(std::string_view name, std::string_view problem) {
  throw UsageError(
      text::format("--candidate: {}: {}; simulate_node --help lists the forms", name, problem));
}

/// Reads "8.32.64".
std::vector<int> numbers(std::string_view name, std::string_view text) {
  std::vector<int> all;
  while (!text.empty()) {
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (failure != std::errc{} || number < 1 || (!text.empty() && text.front() != '.'))
      refuse(name, "expected numbers of 1 or more, for example 8.32.64");
    all.push_back(number);
    if (!text.empty()) text.remove_prefix(1);
  }
  if (all.empty()) refuse(name, "expected numbers after the colon, for example 8.32.64");
  return all;
}

/// Cores of a group at each level.
std::vector<int> widths(std::string_view name, std::string_view text) {
  std::vector<int> all = numbers(name, text);
  for (std::size_t i = 1; i < all.size(); ++i)
    if (all[i] <= all[i - 1] || all[i] % all[i - 1] != 0)
      refuse(name, "expected ascending numbers of cores, each a multiple of the one before");
  return all;
}

/// Reads "scatter.4".
std::optional<AllfoldOptions> part_of_call(std::string_view name, std::string_view arguments,
                                           const Task& task) {
  using Part = AllfoldOptions::Part;
  for (const auto& [word, part] :
       {std::pair{std::string_view("scatter."), Part::scatter}, {"halves.", Part::halves}}) {
    if (!arguments.starts_with(word)) continue;
    const std::vector<int> lanes = numbers(name, arguments.substr(word.size()));
    if (lanes.size() != 1) refuse(name, "expected one number of ranks, for example scatter.4");
    if (lanes.front() > task.ranks())
      throw Unsuitable(text::format("{}: {} lanes: expected at most {}, the number of ranks", name,
                                    lanes.front(), task.ranks()));
    return AllfoldOptions{.part = part, .lanes = lanes.front()};
  }
  return std::nullopt;
}

AllfoldOptions allfold_options(std::string_view name, std::string_view arguments,
                               const Task& task) {
  using Teams = AllfoldOptions::Teams;
  if (arguments.empty()) return {};
  if (const auto part = part_of_call(name, arguments, task)) return *part;
  if (arguments == "flat") return {.teams = Teams::flat};
  for (const auto& [word, way] :
       {std::pair{"whole", node::Way::whole}, std::pair{"read", node::Way::read},
        std::pair{"read-whole", node::Way::read_whole}})
    if (arguments == word) return {.teams = Teams::flat, .way = way};
  refuse(name, "expected flat, whole, read, read-whole, scatter.N or halves.N");
}

}  // namespace

std::unique_ptr<Candidate> candidate(const std::string& name, const Task& task) {
  const auto [kind, arguments] = split(name);
  const AllfoldOptions options =
      kind == "allfold" ? allfold_options(name, arguments, task) : AllfoldOptions{};
  const bool makes_whole_calls = kind == "allfold" && options.part == AllfoldOptions::Part::all;
  if (schedule::goes_in_shares(task.collective) && !makes_whole_calls)
    throw Unsuitable(text::format(
        "{} makes no Reduce_scatter: expected allfold, allfold:flat or allfold:read", name));
  if (kind == "allfold") return std::make_unique<AllfoldGroups>(task, options);
  if (kind == "exchange") return std::make_unique<Exchange>(task, numbers(name, arguments));
  if (kind == "tree") return std::make_unique<TreeDesign>(task, widths(name, arguments));
  if (kind == "slices")
    return std::make_unique<SlicesDesign>(task, widths(name, arguments), Vectors::staged);
  if (kind == "slices-in-place")
    return std::make_unique<SlicesDesign>(task, widths(name, arguments), Vectors::in_place);
  if (kind == "messages") return std::make_unique<Messages>(task);
  refuse(name, "unknown candidate");
}

std::string names_of_candidates() {
  return "allfold                   Allfold's node level\n"
         "allfold:flat              the same, but each rank watches all others\n"
         "allfold:WAY               flat, long vectors by the way whole, read or read-whole\n"
         "allfold:scatter.N         what calls among several nodes do on each: N ranks get slices\n"
         "allfold:halves.N          then they give them to the others\n"
         "tree:W.W                  design for up to 4 KiB: a tree; W: cores of a group at each "
         "level\n"
         "slices:W.W                design for long vectors: slices by the same groups\n"
         "slices-in-place:W.W       the same; vectors are read in place\n"
         "exchange:F.F              recursive exchange by factors F, as ext_mpi_collectives\n"
         "messages                  no reduction: messages of the vector, half of it, a quarter, "
         "... to\n"
         "                          ranks 1, 2, 4, ... further\n";
}

}  // namespace allfold::bench
