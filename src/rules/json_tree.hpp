/// @file JSON as a tree in which each node knows its line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allfold::rules {

struct JsonNode {
  enum class Kind : std::uint8_t { null, boolean, whole, real, text, list, object };
  Kind kind = Kind::null;
  int line = 1;                         ///< where it begins
  std::int64_t whole = 0;               ///< of Kind::whole
  double real = 0;                      ///< of Kind::whole and Kind::real
  std::string text = {};                ///< of Kind::text
  std::string key = {};                 ///< of an object's member
  std::vector<JsonNode> children = {};  ///< of a list or an object, in the file's order

  /// The first member of that name, or null.
  [[nodiscard]] const JsonNode* find(std::string_view name) const;
};

/// "a text", "a list", ...
[[nodiscard]] std::string_view name_of(JsonNode::Kind kind);

struct JsonMistake {
  int line;
  std::string what;
};

/// Absent if the text is no JSON; `mistake` says why.
[[nodiscard]] std::optional<JsonNode> parse_json(std::string_view text, JsonMistake& mistake);

}  // namespace allfold::rules
