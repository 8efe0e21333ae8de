#include "select/variable_values.hpp"

#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include "algorithms/kernel_name.hpp"
#include "text/bytes.hpp"

namespace allfold::select {

std::string set_wish(Wish& wish, schedule::Collective collective, std::string_view value) {
  if (value == "auto" || value == "native") {
    wish = {.kind = value == "auto" ? Wish::Kind::automatic : Wish::Kind::native, .kernel = {}};
    return "";
  }
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(value, error, "auto or native");
  if (named.kernel == nullptr) return error;
  if (!named.kernel->serves(collective)) {
    std::string served;
    std::string variables;
    for (const schedule::CollectiveRow& row : schedule::collective_rows) {
      if (!named.kernel->serves(row.collective)) continue;
      served += text::format("{}{}", served.empty() ? "" : " and ", row.name);
      variables += text::format("{}{}", variables.empty() ? "" : " or ", row.variable);
    }
    return text::format(
        "{} does not serve {}: it is defined for {} only; name it in {}, or use another one "
        "('allfold list' shows all)",
        named.kernel->name, schedule::name_of(collective), served, variables);
  }
  wish = {.kind = Wish::Kind::kernel, .kernel = named};
  return "";
}

std::string text_of(const Wish& wish) {
  if (wish.kind == Wish::Kind::automatic) return "auto";
  if (wish.kind == Wish::Kind::native) return "native";
  return std::string(wish.kernel.kernel->name) +
         algorithms::text_of(*wish.kernel.kernel, wish.kernel.parameters);
}

std::string set_switch(int& level, std::string_view value) {
  if (value != "0" && value != "1")
    return text::format("invalid value '{}': expected 0 or 1", value);
  level = value == "1" ? 1 : 0;
  return "";
}

std::string set_verbose(int& level, std::string_view value) {
  if (value.size() != 1 || value[0] < '0' || value[0] > '2')
    return text::format("invalid value '{}': expected 0, 1 or 2", value);
  level = value[0] - '0';
  return "";
}

std::string set_node(Configuration& configuration, std::string_view value) {
  const std::optional<algorithms::WayParameter> named = algorithms::way_named(value);
  if (!named && !set_switch(configuration.node, value).empty())
    return text::format("invalid value '{}': expected 0, 1, {}", value, algorithms::expected_ways);
  if (named) configuration.node = 1;
  configuration.way = named.value_or(algorithms::WayParameter::learnt);
  return "";
}

std::string text_of_node(const Configuration& configuration) {
  return configuration.way != algorithms::WayParameter::learnt
             ? std::string(algorithms::name_of(configuration.way))
             : std::to_string(configuration.node);
}

std::string set_shared_memory(std::int64_t& bytes, std::string_view value) {
  const auto read = text::automatic_or_bytes_of(value, Configuration::shared_memory_by_node);
  if (!read)
    return text::format("invalid value '{}': expected auto, or bytes, for example 64m", value);
  bytes = *read;
  return "";
}

std::string text_of_shared_memory(std::int64_t bytes) {
  return text::text_of_automatic_or_bytes(bytes, Configuration::shared_memory_by_node);
}

std::string set_compare_every(int& every, std::string_view value) {
  int read = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
  if (error != std::errc{} || end != value.data() + value.size() || read < 1)
    return text::format("invalid value '{}': expected a whole number from 1 to {}, for example 10",
                        value, std::numeric_limits<int>::max());
  every = read;
  return "";
}

std::string set_patterns(std::string& patterns, std::string_view value) {
  if (value.empty()) return "invalid value '': expected none, or patterns such as gmx*,/opt/site/*";
  patterns = value;
  return "";
}

std::string set_file(std::string& file, std::string_view words, std::string_view value) {
  if (value.empty())
    return text::format("invalid value '': expected {}, or the name of a file", words);
  file = value;
  return "";
}

}  // namespace allfold::select
