#include "algorithms/kernel.hpp"

#include <charconv>
#include <numeric>

#include "algorithms/parameter.hpp"
#include "algorithms/powers.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold {

Cost Claim::by_term() const {
  Cost most = cost;
  for (const Cost& other : others) {
    most.rounds = std::max(most.rounds, other.rounds);
    most.volume = std::max(most.volume, other.volume);
    most.reductions = std::max(most.reductions, other.reductions);
  }
  return {.rounds = most.rounds + inside.rounds,
          .volume = most.volume + inside.volume,
          .reductions = most.reductions + inside.reductions};
}

double seconds(const Claim& claim, const CostModel& model, double bytes) {
  double longest = seconds(claim.cost, model, bytes);
  for (const Cost& other : claim.others) longest = std::max(longest, seconds(other, model, bytes));
  CostModel inside = model;
  if (model.ranks_per_node > 1) inside.link = model.inside;
  return longest + seconds(claim.inside, inside, bytes);
}

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

/// The name that somebody may have meant.
std::string_view nearest_kernel(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Kernel& kernel : kernels()) names.push_back(kernel.name);
  return text::nearest(name, names);
}

}  // namespace

std::vector<int> up_to(int largest) {
  std::vector<int> all(static_cast<std::size_t>(largest) + 1);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<int> ends_and_middle(std::vector<int> values) {
  if (values.size() <= 3) return values;
  return {values.front(), values[values.size() / 2], values.back()};
}

std::string read_number(int& number, std::string_view text) {
  int value = -1;
  const char* const end = text.data() + text.size();
  const auto [last, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || last != end || value < 0)
    return "expected a whole number from 0 on";
  number = value;
  return "";
}

std::string read_power(int& number, std::string_view text) {
  constexpr int most = 4096;
  int value = 0;
  if (!read_number(value, text).empty() || value > most || value < 1 || !is_power(value))
    return "expected a power of two from 1 to 4096";
  number = value;
  return "";
}

std::size_t hash_of(const Parameters& parameters) {
  std::size_t hash = 0;
  for (const int part : {parameters.halvings, parameters.segments, parameters.rows,
                         parameters.strip, parameters.lanes})
    hash = hash * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(part);
  for (const Part& part : parameters.composition)
    hash = hash * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(part.factor * 64 + part.halvings);
  return hash;
}

std::string_view name_of(Bracketing bracketing) {
  switch (bracketing) {
    case Bracketing::class_f: return "F";
    case Bracketing::aligned: return "aligned";
    case Bracketing::own: return "own";
    case Bracketing::by_block: return "by block";
  }
  return "";
}

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel& kernel : kernels())
    if (kernel.name == name) return &kernel;
  return nullptr;
}

bool suits_machines(const Kernel& kernel, const Nodes& nodes) {
  switch (kernel.carrier) {
    case Carrier::messages: return true;
    case Carrier::shared_memory: return nodes.count() == 1;
    case Carrier::both: return nodes.count() > 1 && nodes.most() > 1;
  }
  return false;
}

OperandOrder order_of(const Kernel& kernel, const Task& task) {
  const bool are_scattered = task.nodes.are_known() && !task.nodes.hold_successive_ranks();
  return kernel.carrier == Carrier::both && are_scattered ? OperandOrder::any : kernel.order;
}

bool takes_rows(const Kernel& kernel, const Task& task) {
  // Plans of several stages send no rows.
  return kernel.carrier != Carrier::both && kernel.packing == Scratch::Packing::beside &&
         kernel.work_vectors(task) > largest_ring_without_rows;
}

std::vector<Parameters> all_parameters(const Kernel& kernel, const Task& task, Variants which) {
  std::vector<Parameters> all{Parameters{}};
  for (const Parameter& parameter : kernel.parameters) {
    std::vector<Parameters> more;
    for (const Parameters& base : all) {
      const auto values =
          which == Variants::telling && parameter.telling ? parameter.telling : parameter.variants;
      const std::vector<Parameters> variants = values(task, base);
      more.insert(more.end(), variants.begin(), variants.end());
    }
    all = std::move(more);
  }
  return all;
}

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
    error =
        name.empty()
            ? text::format("no algorithm is named: expected one of 'allfold list'{}", others)
            : text::format("unknown algorithm '{}' (did you mean '{}'? 'allfold list' shows all{})",
                           name, nearest_kernel(name), others);
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

}  // namespace allfold
