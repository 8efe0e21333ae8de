/// @file What is read from a rules file, checked piece by piece.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/json_tree.hpp"
#include "rules/keys.hpp"
#include "rules/rules.hpp"

namespace allfold::rules {

/// A node, and the way to it: "rules[3].choose[1].kernel".
struct Spot {
  const JsonNode* node;
  std::string path;

  /// The member of that name, if it is there.
  [[nodiscard]] std::optional<Spot> member(std::string_view name) const;
  /// The elements of a list.
  [[nodiscard]] std::vector<Spot> elements() const;
};

/// Reads values, and says what is wrong with them.
class FormReader {
 public:
  explicit FormReader(std::string file_name) : file_name_(std::move(file_name)) {}

  /// How many were made so far.
  [[nodiscard]] std::size_t mistakes() const { return mistakes_.size(); }
  /// What was wrong so far, by line.
  [[nodiscard]] std::vector<std::string> errors() const;

  /// `what` is "problem: expected; what to do".
  void say(const Spot& spot, std::string_view what) { say(spot.node->line, spot.path, what); }
  void say(int line, std::string_view path, std::string_view what);

  /// Whether it is an object; says which keys it should not have, and which it should.
  bool is_object(const Spot& spot, const RulesForm& form);
  /// `example` is what would be right.
  [[nodiscard]] std::optional<std::string_view> text(const Spot& spot, std::string_view example);
  [[nodiscard]] std::optional<std::int64_t> whole(const Spot& spot, std::int64_t least,
                                                  std::string_view example);
  bool is_list(const Spot& spot, std::string_view example);
  /// "[3, 7]", or "[3, null]" for 3 and more.
  [[nodiscard]] std::optional<Range<int>> range(const Spot& spot);

 private:
  bool is_of(const Spot& spot, JsonNode::Kind kind, std::string_view example);
  void check_keys(const Spot& spot, const RulesForm& form);

  std::string file_name_;
  std::vector<JsonMistake> mistakes_;
};

}  // namespace allfold::rules
