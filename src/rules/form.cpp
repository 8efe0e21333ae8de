#include "rules/form.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "rules/keys.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::rules {

namespace {

using enum RulesKey::Need;

constexpr std::array of_file{RulesKey{"format"},
                             RulesKey{"machine", optional},
                             RulesKey{"model", optional},
                             RulesKey{"rules", optional},
                             RulesKey{"ways", optional},
                             RulesKey{"timing", optional},
                             RulesKey{"measurements", optional}};
constexpr std::array of_machine{RulesKey{"processor", optional}, RulesKey{"processors", optional},
                                RulesKey{"network", optional}, RulesKey{"mpi", optional}};
constexpr std::array of_model{RulesKey{"alpha"},
                              RulesKey{"beta"},
                              RulesKey{"gamma"},
                              RulesKey{"gap", optional},
                              RulesKey{"alpha-inside"},
                              RulesKey{"beta-inside"},
                              RulesKey{"switch", optional},
                              RulesKey{"beta-switch-far", optional},
                              RulesKey{"beta-switch-pair", optional},
                              RulesKey{"group", optional},
                              RulesKey{"beta-far", optional},
                              RulesKey{"beta-pair", optional},
                              RulesKey{"chassis", optional},
                              RulesKey{"torus-x", optional},
                              RulesKey{"torus-y", optional},
                              RulesKey{"torus-z", optional},
                              RulesKey{"alpha-hop", optional},
                              RulesKey{"beta-adapter", optional}};
constexpr std::array of_rule{RulesKey{"collective"},      RulesKey{"operations", optional},
                             RulesKey{"ranks", optional}, RulesKey{"ranks-per-node", optional},
                             RulesKey{"bytes", optional}, RulesKey{"by", optional},
                             RulesKey{"choose"}};
constexpr std::array of_line{RulesKey{"to-bytes", optional}, RulesKey{"kernel", optional},
                             RulesKey{"segment", optional}, RulesKey{"first-way", optional}};
constexpr std::array of_way{RulesKey{"collective"}, RulesKey{"ranks"}, RulesKey{"bytes"},
                            RulesKey{"first"}, RulesKey{"times", optional}};
constexpr std::array of_measurement{RulesKey{"collective"},      RulesKey{"operation"},
                                    RulesKey{"ranks"},           RulesKey{"ranks-per-node"},
                                    RulesKey{"bytes"},           RulesKey{"times"},
                                    RulesKey{"judged", optional}};
constexpr std::array of_judgement{RulesKey{"choice"}, RulesKey{"native"}, RulesKey{"chosen"},
                                  RulesKey{"gain"}};

constexpr std::array forms{RulesForm{"file", of_file},
                           RulesForm{"machine", of_machine},
                           RulesForm{"model", of_model},
                           RulesForm{"rule", of_rule},
                           RulesForm{"line", of_line},
                           RulesForm{"way", of_way},
                           RulesForm{"measurement", of_measurement},
                           RulesForm{"judgement", of_judgement}};

std::string path_of_member(std::string_view path, std::string_view name) {
  return path.empty() ? std::string(name) : text::format("{}.{}", path, name);
}

}  // namespace

std::span<const RulesForm> rules_forms() { return forms; }

std::optional<Spot> Spot::member(std::string_view name) const {
  const JsonNode* found = node->find(name);
  if (found == nullptr) return std::nullopt;
  return Spot{.node = found, .path = path_of_member(path, name)};
}

std::vector<Spot> Spot::elements() const {
  std::vector<Spot> all;
  for (const JsonNode& child : node->children)
    all.push_back({.node = &child, .path = text::format("{}[{}]", path, all.size())});
  return all;
}

void FormReader::say(int line, std::string_view path, std::string_view what) {
  mistakes_.push_back(
      {.line = line, .what = text::format("{}{}{}", path, path.empty() ? "" : ": ", what)});
}

std::vector<std::string> FormReader::errors() const {
  std::vector<JsonMistake> sorted = mistakes_;
  std::ranges::stable_sort(sorted, {}, &JsonMistake::line);
  std::vector<std::string> errors;
  errors.reserve(sorted.size());
  for (const auto& [line, what] : sorted)
    errors.push_back(text::format("{}:{}: {}", file_name_, line, what));
  return errors;
}

bool FormReader::is_of(const Spot& spot, JsonNode::Kind kind, std::string_view example) {
  if (spot.node->kind == kind) return true;
  say(spot, text::format("got {}: expected {}, for example {}", name_of(spot.node->kind),
                         name_of(kind), example));
  return false;
}

bool FormReader::is_object(const Spot& spot, const RulesForm& form) {
  if (!is_of(spot, JsonNode::Kind::object, text::format("{{\"{}\": ...}}", form.keys[0].name)))
    return false;
  check_keys(spot, form);
  return true;
}

void FormReader::check_keys(const Spot& spot, const RulesForm& form) {
  std::vector<std::string_view> names;
  for (const RulesKey& key : form.keys) names.push_back(key.name);
  for (const JsonNode& child : spot.node->children) {
    const std::string path = path_of_member(spot.path, child.key);
    if (std::ranges::find(names, child.key) == names.end()) {
      const std::string suggestion = text::did_you_mean(child.key, names);
      say(child.line, path,
          text::format("unknown key: it would have no effect{}",
                       suggestion.empty() ? "; remove it" : suggestion));
    } else if (spot.node->find(child.key) != &child) {
      say(child.line, path, "duplicate key: expected it once; remove one of them");
    }
  }
  for (const RulesKey& key : form.keys)
    if (key.need == RulesKey::Need::required && spot.node->find(key.name) == nullptr)
      say(spot,
          text::format("{0} is missing: every {1} needs it; add \"{0}\"", key.name, form.name));
}

std::optional<std::string_view> FormReader::text(const Spot& spot, std::string_view example) {
  if (!is_of(spot, JsonNode::Kind::text, example)) return std::nullopt;
  return spot.node->text;
}

std::optional<std::int64_t> FormReader::whole(const Spot& spot, std::int64_t least,
                                              std::string_view example) {
  if (!is_of(spot, JsonNode::Kind::whole, example)) return std::nullopt;
  if (spot.node->whole >= least) return spot.node->whole;
  say(spot, text::format("{} is too small: expected {} at least, for example {}", spot.node->whole,
                         least, example));
  return std::nullopt;
}

bool FormReader::is_list(const Spot& spot, std::string_view example) {
  if (!is_of(spot, JsonNode::Kind::list, example)) return false;
  if (!spot.node->children.empty()) return true;
  say(spot,
      text::format("the list is empty: expected at least one entry, for example {}", example));
  return false;
}

std::optional<Range<std::int64_t>> FormReader::ends(const Spot& spot) {
  constexpr std::string_view example = "[3, 7], or [3, null] for 3 and more";
  if (!is_list(spot, example)) return std::nullopt;
  const std::vector<Spot> ends = spot.elements();
  if (ends.size() != 2) {
    say(spot, text::format("got {} numbers: expected the two ends of a range, for example {}",
                           ends.size(), example));
    return std::nullopt;
  }
  const auto from = whole(ends[0], 1, example);
  const auto to = ends[1].node->kind == JsonNode::Kind::null
                      ? std::numeric_limits<std::int64_t>::max()
                      : whole(ends[1], 1, example);
  if (!from || !to) return std::nullopt;
  if (*from > *to) {
    say(spot, text::format("{} to {} is empty: expected an ascending range; write [{}, {}]", *from,
                           *to, *to, *from));
    return std::nullopt;
  }
  return Range<std::int64_t>{.from = *from, .to = *to};
}

}  // namespace allfold::rules
