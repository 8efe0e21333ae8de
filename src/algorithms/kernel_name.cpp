#include "algorithms/kernel_name.hpp"

#include <vector>

#include "algorithms/registry.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::algorithms {

namespace {

/// Reads "name=value" into `parameters`; returns what is wrong with it, or "".
std::string read_parameter(const Kernel& kernel, std::string_view text, Parameters& parameters) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  for (const Parameter& parameter : kernel.parameters) {
    if (parameter.name != name) continue;
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
    const std::string problem = parameter.set(parameters, value);
    return problem.empty() ? "" : text::format("invalid {1} '{0}': {2}", value, name, problem);
  }
  std::string known;
  for (const Parameter& parameter : kernel.parameters)
    known += text::format("{}{}", known.empty() ? "" : " or ", parameter.name);
  return text::format("unknown parameter '{}': expected {}", name, known.empty() ? "none" : known);
}

/// The name of a kernel that is most similar to `name`; "" if none is similar.
std::string_view nearest_kernel(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Kernel& kernel : kernels()) names.push_back(kernel.name);
  return text::nearest(name, names);
}

}  // namespace

std::string text_of(const Kernel& kernel, const Parameters& parameters) {
  std::string text;
  for (const Parameter& parameter : kernel.parameters)
    if (const std::string value = parameter.get(parameters); !value.empty())
      text += text::format("{}{}={}", text.empty() ? ":" : ",", parameter.name, value);
  return text;
}

NamedKernel parse_kernel(std::string_view text, std::string& error, std::string_view in_its_place) {
  const std::size_t colon = text.find(':');
  NamedKernel named{.kernel = find_kernel(text.substr(0, colon)), .parameters = {}};
  if (named.kernel == nullptr) {
    const std::string_view name = text.substr(0, colon);
    const std::string others =
        in_its_place.empty() ? "" : text::format("; or use {}", in_its_place);
    const std::string_view nearest = nearest_kernel(name);
    if (name.empty())
      error =
          text::format("missing name of an algorithm: expected one of 'allfold list'{}", others);
    else if (nearest.empty())
      error =
          text::format("unknown algorithm '{}': expected one of 'allfold list'{}", name, others);
    else
      error = text::format("unknown algorithm '{}' (did you mean '{}'? 'allfold list' shows all{})",
                           name, nearest, others);
    return named;
  }
  for (std::size_t next = colon; next != std::string_view::npos;) {
    const std::string_view rest = text.substr(next + 1);
    error = read_parameter(*named.kernel, rest.substr(0, rest.find(',')), named.parameters);
    if (!error.empty()) {
      error = text::format("'{}': {}", text, error);
      return {};
    }
    next = text.find(',', next + 1);
  }
  return named;
}

}  // namespace allfold::algorithms
