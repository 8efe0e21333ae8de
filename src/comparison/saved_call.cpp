#include "comparison/saved_call.hpp"

#include <array>
#include <climits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "ops/loops.hpp"
#include "text/format.hpp"

namespace allfold::comparison {

namespace {

using Json = nlohmann::json;

constexpr std::string_view first_line = "allfold comparison 1\n";
constexpr std::size_t most_bytes_of_header = std::size_t{1} << 15U;
constexpr int most_ranks = 1 << 24;

/// What is wrong with the header.
struct Mistake : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class Value, std::size_t size>
Value value_of_name(const Json& header, const char* key, const std::array<Value, size>& all) {
  const auto& name = header.at(key).get_ref<const std::string&>();
  for (const Value value : all)
    if (ops::name_of(value) == name) return value;
  throw Mistake(text::format("{}: unknown value '{}'", key, name));
}

std::int64_t number(const Json& header, const char* key, std::int64_t least, std::int64_t most) {
  const Json& value = header.at(key);
  if (!value.is_number_integer() || value.get<std::int64_t>() < least ||
      value.get<std::int64_t>() > most)
    throw Mistake(text::format("{}: expected a whole number from {} to {}, got {}", key, least,
                               most, value.dump()));
  return value.get<std::int64_t>();
}
int small_number(const Json& header, const char* key, int least, int most) {
  return static_cast<int>(number(header, key, least, most));
}

schedule::Collective collective_in(const Json& header) {
  const auto& name = header.at("collective").get_ref<const std::string&>();
  const auto collective = schedule::find_collective(name);
  if (!collective) throw Mistake(text::format("collective: unknown value '{}'", name));
  return *collective;
}

Json header_of(const SavedCall& call) {
  return {{"collective", schedule::name_of(call.collective)},
          {"ranks", call.ranks},
          {"nodes", call.nodes},
          {"root", call.root},
          {"count", call.count},
          {"in place", call.is_in_place},
          {"operation", call.operation},
          {"type", call.type},
          {"reduction", ops::name_of(call.op)},
          {"element", ops::name_of(call.element)},
          {"algorithm", call.algorithm},
          {"reason", call.reason},
          {"program", call.program},
          {"library", call.library},
          {"call", call.call},
          {"seen by", call.seen_by},
          {"mismatch", call.mismatch}};
}

SavedCall call_of(const Json& header) {
  SavedCall call;
  call.collective = collective_in(header);
  call.ranks = small_number(header, "ranks", 1, most_ranks);
  call.nodes = small_number(header, "nodes", 0, call.ranks);
  call.root = small_number(header, "root", 0, call.ranks - 1);
  call.count = number(header, "count", 1, INT_MAX);
  call.is_in_place = header.at("in place").get<bool>();
  call.operation = header.at("operation");
  call.type = header.at("type");
  call.op = value_of_name(header, "reduction", ops::all_reduction_ops());
  call.element = value_of_name(header, "element", ops::all_element_types());
  call.algorithm = header.at("algorithm");
  call.reason = header.at("reason");
  call.program = header.at("program");
  call.library = header.at("library");
  call.call = number(header, "call", 1, INT64_MAX);
  call.seen_by = small_number(header, "seen by", 0, call.ranks - 1);
  call.mismatch = number(header, "mismatch", 0, call.count - 1);
  if (ops::find_loop(call.op, call.element) == nullptr)
    throw Mistake(text::format("reduction: {} is not defined for {}", ops::name_of(call.op),
                               ops::name_of(call.element)));
  if (header.size() != header_of(call).size()) throw Mistake("an unknown key");
  return call;
}

SavedCall call_in(std::string_view header) {
  try {
    return call_of(Json::parse(header));
  } catch (const Json::exception& error) {
    throw Mistake(error.what());
  }
}

}  // namespace

std::size_t SavedCall::vector_bytes() const {
  return static_cast<std::size_t>(count) * form().stride;
}

const void* SavedCall::vector(int number) const {
  return vectors.data() + static_cast<std::size_t>(number) * vector_bytes();
}

std::vector<const void*> SavedCall::inputs() const {
  std::vector<const void*> all;
  all.reserve(static_cast<std::size_t>(ranks));
  for (int rank = 0; rank < ranks; ++rank) all.push_back(vector(rank));
  return all;
}

std::string text_of_header(const SavedCall& call) {
  return std::string(first_line) +
         header_of(call).dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::string text_of(const SavedCall& call) { return text_of_header(call) + call.vectors; }

std::optional<SavedCall> parse_header(std::string_view& content, std::string& problem) {
  if (!content.starts_with(first_line)) {
    problem =
        "not a saved call: expected a file written with ALLFOLD_MODE=compare; name another file";
    return std::nullopt;
  }
  content.remove_prefix(first_line.size());
  const std::size_t end = content.substr(0, most_bytes_of_header).find('\n');
  if (end == std::string_view::npos) {
    problem = "incomplete header: expected a line of JSON; copy the file again";
    return std::nullopt;
  }
  try {
    SavedCall call = call_in(content.substr(0, end));
    content.remove_prefix(end + 1);
    return call;
  } catch (const Mistake& mistake) {
    problem = text::format("{}; copy the file again", mistake.what());
    return std::nullopt;
  }
}

std::optional<SavedCall> parse(std::string_view content, std::string& problem) {
  std::optional<SavedCall> call = parse_header(content, problem);
  if (!call) return std::nullopt;
  const auto vectors = static_cast<std::size_t>(call->ranks) + 2;
  if (content.size() / vectors != call->vector_bytes() || content.size() % vectors != 0) {
    problem =
        text::format("{} bytes of vectors: expected {} vectors of {} bytes; copy the file again",
                     content.size(), vectors, call->vector_bytes());
    return std::nullopt;
  }
  call->vectors = content;
  return call;
}

}  // namespace allfold::comparison
