#include "command/node_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "command/usage_error.hpp"
#include "rules/json_tree.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::command {

namespace {

using node_model::Parameter;
using rules::JsonNode;

constexpr const char* page = "expected one that docs/internals/node-model.md lists";

/// "unknown parameter: did you mean ...".
std::string unknown(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Parameter& each : node_model::parameters()) names.emplace_back(each.name);
  return text::format("unknown parameter{}: {}", text::did_you_mean(name, names), page);
}

/// What is wrong with a value, as "expected ..."; "" if nothing is.
std::string mistake_in(const Parameter& parameter, double value) {
  using Kind = Parameter::Kind;
  if (parameter.kind == Kind::yes_or_no) return value == 0 || value == 1 ? "" : "expected 0 or 1";
  if (!std::isfinite(value) || value < parameter.least)
    return text::format("expected at least {}", parameter.least);
  if (parameter.kind == Kind::whole && value != std::floor(value)) return "expected a whole number";
  return "";
}

/// Reads one file.
class Reader {
 public:
  explicit Reader(std::string file) : file_(std::move(file)) {}
  NodeFile read(std::string_view text);

 private:
  [[noreturn]] void fail(int line, const std::string& problem) const {
    throw NodeFileError(text::format("{}:{}: {}", file_, line, problem));
  }
  const JsonNode& member(const JsonNode& of, std::string_view name, JsonNode::Kind kind) const;
  void read_parameter(const JsonNode& member, NodeFile& into);
  [[nodiscard]] double value_of(const JsonNode& member, const Parameter& parameter) const;
  void check_all_are_set(const JsonNode& parameters) const;

  std::string file_;
  std::vector<bool> is_set_ = std::vector<bool>(node_model::parameters().size());
};

const JsonNode& Reader::member(const JsonNode& of, std::string_view name,
                               JsonNode::Kind kind) const {
  const JsonNode* const found = of.find(name);
  if (found == nullptr)
    fail(of.line, text::format("\"{}\" is missing: expected {}", name, rules::name_of(kind)));
  if (found->kind != kind)
    fail(found->line, text::format("\"{}\": expected {}, got {}", name, rules::name_of(kind),
                                   rules::name_of(found->kind)));
  return *found;
}

double Reader::value_of(const JsonNode& member, const Parameter& parameter) const {
  const JsonNode* const value = member.find("value");
  using Kind = JsonNode::Kind;
  if (value == nullptr || (value->kind != Kind::whole && value->kind != Kind::real))
    fail(member.line, text::format("\"{}\": expected {{\"value\": NUMBER, \"source\": \"TEXT\"}}, "
                                   "where the number is {}",
                                   parameter.name, parameter.meaning));
  if (const std::string mistake = mistake_in(parameter, value->real); !mistake.empty())
    fail(value->line, text::format("\"{}\": invalid value {}: {}; it is {}", parameter.name,
                                   value->real, mistake, parameter.meaning));
  return value->real;
}

void Reader::read_parameter(const JsonNode& member, NodeFile& into) {
  const std::optional<std::size_t> index = index_of_parameter(member.key);
  if (!index) fail(member.line, text::format("\"{}\": {}", member.key, unknown(member.key)));
  const Parameter& parameter = node_model::parameters()[*index];
  parameter.set(into.node, value_of(member, parameter));
  const JsonNode* const source = member.find("source");
  if (source == nullptr || source->kind != JsonNode::Kind::text || source->text.empty())
    fail(member.line, text::format("\"{}\": \"source\" is missing: expected where the value comes "
                                   "from, for example \"estimate\"",
                                   member.key));
  into.sources[*index] = source->text;
  is_set_[*index] = true;
}

void Reader::check_all_are_set(const JsonNode& parameters) const {
  for (std::size_t i = 0; i < is_set_.size(); ++i)
    if (!is_set_[i])
      fail(parameters.line,
           text::format("\"{}\" is missing: expected {}", node_model::parameters()[i].name,
                        node_model::parameters()[i].meaning));
}

NodeFile Reader::read(std::string_view text) {
  rules::JsonMistake mistake{};
  const std::optional<JsonNode> tree = rules::parse_json(text, mistake);
  if (!tree) fail(mistake.line, mistake.what);
  using Kind = JsonNode::Kind;
  if (tree->kind != Kind::object)
    fail(tree->line, text::format("expected an object, got {}", rules::name_of(tree->kind)));
  NodeFile file;
  file.sources.resize(node_model::parameters().size());
  file.node.name = member(*tree, "name", Kind::text).text;
  file.node.description = member(*tree, "description", Kind::text).text;
  if (tree->find("designs") != nullptr)
    for (const JsonNode& each : member(*tree, "designs", Kind::list).children)
      file.designs.push_back(each.text);
  const JsonNode& parameters = member(*tree, "parameters", Kind::object);
  for (const JsonNode& each : parameters.children) read_parameter(each, file);
  check_all_are_set(parameters);
  if (const std::string found = node_model::contradiction_in(file.node); !found.empty())
    fail(parameters.line, found);
  return file;
}

}  // namespace

std::optional<std::size_t> index_of_parameter(std::string_view name) {
  const std::vector<Parameter>& all = node_model::parameters();
  const auto found = std::ranges::find(all, name, &Parameter::name);
  if (found == all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - all.begin());
}

NodeFile parse_node(std::string_view text, const std::string& file) {
  return Reader(file).read(text);
}

std::string text_of(const NodeFile& file) {
  using Json = nlohmann::ordered_json;
  // Names and sources may come from file names, which may not be valid UTF-8.
  const auto quoted = [](const std::string& text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  std::string designs;
  for (const std::string& each : file.designs)
    designs += text::format("{}{}", designs.empty() ? "" : ", ", quoted(each));
  std::string parameters;
  const std::vector<Parameter>& all = node_model::parameters();
  for (std::size_t i = 0; i < all.size(); ++i)
    parameters +=
        text::format("{}\n    \"{}\": {{\"value\": {}, \"source\": {}}}", i == 0 ? "" : ",",
                     all[i].name, all[i].get(file.node), quoted(file.sources[i]));
  return text::format(
      "{{\n  \"name\": {},\n  \"description\": {},\n  \"designs\": [{}],\n"
      "  \"parameters\": {{{}\n  }}\n}}\n",
      quoted(file.node.name), quoted(file.node.description), designs, parameters);
}

void set_parameter(node_model::Node& node, std::string_view assignment) {
  const std::size_t equals = std::min(assignment.find('='), assignment.size());
  const std::string_view name = assignment.substr(0, equals);
  const std::string_view text = assignment.substr(std::min(equals + 1, assignment.size()));
  const std::optional<std::size_t> index = index_of_parameter(name);
  if (!index) throw UsageError(text::format("--set: '{}': {}", name, unknown(name)));
  const Parameter& parameter = node_model::parameters()[*index];
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string mistake = "expected a number";
  if (failure == std::errc{} && end == text.data() + text.size())
    mistake = mistake_in(parameter, value);
  if (!mistake.empty())
    throw UsageError(text::format("--set: {}: invalid value '{}': {}; it is {}", name, text,
                                  mistake, parameter.meaning));
  parameter.set(node, value);
  if (const std::string found = node_model::contradiction_in(node); !found.empty())
    throw UsageError(text::format("--set: {}", found));
}

}  // namespace allfold::command
