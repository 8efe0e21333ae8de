#include "rules/json_tree.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

namespace allfold::rules {

namespace {

/// Characters of a text, counting lines. The parser looks one character ahead where a number ends,
/// so that a line ends only when the first character after it is read.
class Reader {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Reader(const char* at, int& line) : at_(at), line_(&line) {}
  reference operator*() const { return *at_; }
  Reader& operator++() {
    *line_ += ends_line_ ? 1 : 0;
    ends_line_ = *at_ == '\n';
    ++at_;
    return *this;
  }
  friend bool operator==(const Reader& a, const Reader& b) { return a.at_ == b.at_; }
  friend bool operator!=(const Reader& a, const Reader& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  int* line_;
  bool ends_line_ = false;
};

/// Builds the tree from the events of the parser.
class Builder {
 public:
  Builder(const int& line, JsonMistake& mistake) : line_(line), mistake_(mistake) {}

  [[nodiscard]] JsonNode take_root() { return std::move(root_); }

  bool null() { return add({.kind = JsonNode::Kind::null}); }
  bool boolean(bool /*value*/) { return add({.kind = JsonNode::Kind::boolean}); }
  bool number_integer(std::int64_t value) {
    return add({.kind = JsonNode::Kind::whole, .whole = value, .real = static_cast<double>(value)});
  }
  bool number_unsigned(std::uint64_t value) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return value <= most ? number_integer(static_cast<std::int64_t>(value))
                         : number_float(static_cast<double>(value), "");
  }
  bool number_float(double value, const std::string& /*text*/) {
    return add({.kind = JsonNode::Kind::real, .real = value});
  }
  bool string(std::string& value) {
    return add({.kind = JsonNode::Kind::text, .text = std::move(value)});
  }
  template <class Bytes>
  bool binary(Bytes& /*value*/) {
    return false;  // not in text
  }
  bool start_object(std::size_t /*length*/) { return open({.kind = JsonNode::Kind::object}); }
  bool start_array(std::size_t /*length*/) { return open({.kind = JsonNode::Kind::list}); }
  bool key(std::string& name) {
    key_ = std::move(name);
    return true;
  }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool parse_error(std::size_t /*place*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    std::string what = error.what();
    // "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while ..."
    // "[json.exception.out_of_range.406] number overflow parsing '1e999'"
    const std::string_view end_of_place = what.find("parse error at line") != std::string::npos
                                              ? std::string_view(": ")
                                              : std::string_view("] ");
    if (const std::size_t end = what.find(end_of_place); end != std::string::npos)
      what.erase(0, end + end_of_place.size());
    std::ranges::replace(what, '\n', ' ');
    mistake_ = {.line = line_, .what = std::move(what)};
    return false;
  }

 private:
  bool add(JsonNode node) {
    node.line = line_;
    node.key = std::move(key_);
    key_.clear();
    (open_.empty() ? root_ : open_.back()->children.emplace_back()) = std::move(node);
    return true;
  }
  /// The address of a node is stable while the node is open, because it is the last child of its
  /// parent until then.
  bool open(JsonNode node) {
    add(std::move(node));
    open_.push_back(open_.empty() ? &root_ : &open_.back()->children.back());
    constexpr std::size_t deepest = 32;
    if (open_.size() > deepest)
      mistake_ = {.line = line_, .what = "lists and objects are nested too deeply"};
    return open_.size() <= deepest;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const int& line_;
  JsonMistake& mistake_;
  JsonNode root_;
  std::vector<JsonNode*> open_;
  std::string key_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  const auto found = std::ranges::find(children, name, &JsonNode::key);
  return found == children.end() ? nullptr : &*found;
}

std::string_view name_of(JsonNode::Kind kind) {
  switch (kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return "true or false";
    case JsonNode::Kind::whole: return "a whole number";
    case JsonNode::Kind::real: return "a number";
    case JsonNode::Kind::text: return "a text";
    case JsonNode::Kind::list: return "a list";
    case JsonNode::Kind::object: return "an object";
  }
  return "";
}

std::optional<JsonNode> parse_json(std::string_view text, JsonMistake& mistake) {
  int line = 1;
  int unused = 1;
  Builder builder(line, mistake);
  const bool is_good = nlohmann::json::sax_parse(
      Reader(text.data(), line), Reader(text.data() + text.size(), unused), &builder);
  return is_good ? std::optional(builder.take_root()) : std::nullopt;
}

}  // namespace allfold::rules
