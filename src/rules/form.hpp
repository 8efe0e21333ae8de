/// @file Reading and checking the values of a rules file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json_tree.hpp"
#include "rules/keys.hpp"
#include "rules/rules.hpp"

namespace allfold::rules {

/// A node and its path, such as "rules[3].choose[1].kernel".
struct Spot {
  const JsonNode* node;
  std::string path;

  /// The member of that name, if it exists.
  [[nodiscard]] std::optional<Spot> member(std::string_view name) const;
  /// The elements of a list.
  [[nodiscard]] std::vector<Spot> elements() const;
};

/// Reads values and reports what is wrong with them.
class FormReader {
 public:
  explicit FormReader(std::string file_name) : file_name_(std::move(file_name)) {}

  /// The number of mistakes so far.
  [[nodiscard]] std::size_t mistakes() const { return mistakes_.size(); }
  /// The error messages so far, by line.
  [[nodiscard]] std::vector<std::string> errors() const;

  /// Reports a mistake; `what` is "problem: expected; what to do".
  void say(const Spot& spot, std::string_view what) { say(spot.node->line, spot.path, what); }
  void say(int line, std::string_view path, std::string_view what);

  /// Whether the node is an object; reports keys that are unknown, duplicate or missing.
  bool is_object(const Spot& spot, const RulesForm& form);
  /// `example` is a valid value, for the error message.
  [[nodiscard]] std::optional<std::string_view> text(const Spot& spot, std::string_view example);
  [[nodiscard]] std::optional<std::int64_t> whole(const Spot& spot, std::int64_t least,
                                                  std::string_view example);
  bool is_list(const Spot& spot, std::string_view example);
  /// Reads "[3, 7]", or "[3, null]" for 3 and more.
  template <class Number>
  [[nodiscard]] std::optional<Range<Number>> range(const Spot& spot) {
    const auto read = ends(spot);
    if (!read) return std::nullopt;
    constexpr std::int64_t most = std::numeric_limits<Number>::max();
    return Range<Number>{.from = static_cast<Number>(std::min(read->from, most)),
                         .to = static_cast<Number>(std::min(read->to, most))};
  }

 private:
  [[nodiscard]] std::optional<Range<std::int64_t>> ends(const Spot& spot);
  bool is_of(const Spot& spot, JsonNode::Kind kind, std::string_view example);
  void check_keys(const Spot& spot, const RulesForm& form);

  std::string file_name_;
  std::vector<JsonMistake> mistakes_;
};

}  // namespace allfold::rules
