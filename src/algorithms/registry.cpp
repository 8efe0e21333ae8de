/// The registry: one row for each kernel. Selection, forcing, benchmarks, tests and the
/// documentation follow from these rows.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "algorithms/generators.hpp"
#include "algorithms/powers.hpp"

namespace allfold {

namespace {

constexpr std::array halvings{Parameter{
    .name = "halvings",
    .member = &Parameters::halvings,
    .summary = "rounds that halve the vector before whole pieces are exchanged; default: all",
    .largest = floor_log2}};

constexpr std::array registry{
    Kernel{.name = "binary-tree",
           .summary = "whole vectors up (and down) a tree of aligned ranges",
           .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
           .reference = "R04, 3.1",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = binary_tree,
           .claim = binary_tree_claim},
    Kernel{.name = "binary-tree-f",
           .summary = "the same on the tree F, which merges the pairs in excess first",
           .formula = "⌈lg p⌉(2α + 2mβ + mγ)",
           .reference = "R04, 3.1",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = binary_tree_f,
           .claim = binary_tree_claim},
    Kernel{.name = "recursive-doubling",
           .summary = "butterfly exchanges of whole vectors",
           .formula = "lg p(α + mβ + mγ); else ⌊lg p⌋(α + mβ + mγ) + 2α + 2mβ + mγ",
           .reference = "R04, 3.2",
           .serves_allreduce = true,
           .serves_reduce = false,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = recursive_doubling,
           .claim = recursive_doubling_claim},
    Kernel{.name = "halving-doubling",
           .summary = "vectors are halved while distances double, then the way back",
           .formula = "2 lg p·α + (1 − 1/p)(2mβ + mγ); "
                      "else (2 lg p' + 3)α + (4 − 2/p')mβ + (3/2 − 1/p')mγ",
           .reference = "R04, 3.3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = halving_doubling,
           .claim = halving_doubling_claim},
    Kernel{.name = "binary-blocks",
           .summary = "halving within groups of powers of two, linked from the smallest up",
           .formula = "as halving-doubling; else, for groups of 2^e > 2^f, at most "
                      "(2e + 2^(e−f+1))α + (2(1 − 2^−e) + 2^(1−f))mβ + mγ",
           .reference = "R04, 3.4",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = binary_blocks,
           .claim = binary_blocks_claim},
    Kernel{.name = "ring",
           .summary = "each rank reduces one block as contributions arrive; blocks go round",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
           .reference = "R04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::any,
           .parameters = {},
           .generate = ring,
           .claim = ring_claim},
    Kernel{.name = "ring-ordered",
           .summary = "the same with all contributions kept, then reduced in rank order",
           .formula = "2(p − 1)α + (1 − 1/p)(2mβ + mγ)",
           .reference = "R04, 3.5",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = {},
           .generate = ring_ordered,
           .claim = ring_claim},
    Kernel{.name = "elimination-overlapping",
           .summary = "butterflies, with a 3-2 elimination step wherever p has a bit set",
           .formula = "as halving-doubling; else, p = q·2^k, q odd, "
                      "2⌈lg p⌉α + (1 + 2^−(k+1) − 1/p')(2mβ + mγ); "
                      "without halvings (1 + ⌈lg p⌉)(α + mβ) + ⌈lg p⌉mγ",
           .reference = "RT04, 3.2",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = halvings,
           .generate = elimination_overlapping,
           .claim = elimination_claim},
    Kernel{.name = "elimination-non-overlapping",
           .summary = "the same, with all eliminations in one round by 3-2 and 2-1 steps",
           .formula = "as elimination-overlapping",
           .reference = "RT04, 3.3",
           .serves_allreduce = true,
           .serves_reduce = true,
           .order = OperandOrder::rank_order,
           .parameters = halvings,
           .generate = elimination_non_overlapping,
           .claim = elimination_claim},
};

std::string names_of_kernels() {
  std::string names;
  for (const Kernel& kernel : registry)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.name);
  return names;
}

/// Reads "name=value" into `parameters`; returns what is wrong with it, or "".
std::string read_parameter(const Kernel& kernel, std::string_view text, Parameters& parameters) {
  const std::size_t equals = text.find('=');
  const std::string_view name = text.substr(0, equals);
  for (const Parameter& parameter : kernel.parameters) {
    if (parameter.name != name) continue;
    int value = -1;
    const std::string_view digits =
        equals == std::string_view::npos ? std::string_view{} : text.substr(equals + 1);
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc{} || end != digits.data() + digits.size() || value < 0)
      return fmt::format("'{}' is no value of {} (it is a number of rounds) give one from 0 on",
                         digits, name);
    parameters.*parameter.member = value;
    return "";
  }
  std::string known;
  for (const Parameter& parameter : kernel.parameters)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", parameter.name);
  return known.empty()
             ? fmt::format("kernel {0} has no parameter '{1}' (it has none) write {0}", kernel.name,
                           name)
             : fmt::format(
                   "kernel {} has no parameter '{}' (it would have no effect) use one of {}",
                   kernel.name, name, known);
}

}  // namespace

std::span<const Kernel> kernels() { return registry; }

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel& kernel : registry)
    if (kernel.name == name) return &kernel;
  return nullptr;
}

std::vector<Parameters> all_parameters(const Kernel& kernel, int ranks) {
  std::vector<Parameters> all{Parameters{}};
  for (const Parameter& parameter : kernel.parameters) {
    std::vector<Parameters> more;
    for (const Parameters& base : all)
      for (int value = 0; value <= parameter.largest(ranks); ++value) {
        more.push_back(base);
        more.back().*parameter.member = value;
      }
    all = std::move(more);
  }
  return all;
}

std::string text_of(const Kernel& kernel, const Parameters& parameters) {
  std::string text;
  for (const Parameter& parameter : kernel.parameters)
    if (parameters.*parameter.member != Parameters{}.*parameter.member)
      text += fmt::format("{}{}={}", text.empty() ? ":" : ",", parameter.name,
                          parameters.*parameter.member);
  return text;
}

NamedKernel parse_kernel(std::string_view text, std::string& error) {
  const std::size_t colon = text.find(':');
  NamedKernel named{.kernel = find_kernel(text.substr(0, colon)), .parameters = {}};
  if (named.kernel == nullptr) {
    error = fmt::format(
        "there is no kernel '{}' (the registry holds no such row) use one of {}, or "
        "auto or native",
        text.substr(0, colon), names_of_kernels());
    return named;
  }
  for (std::size_t next = colon; next != std::string_view::npos;) {
    const std::string_view rest = text.substr(next + 1);
    error = read_parameter(*named.kernel, rest.substr(0, rest.find(',')), named.parameters);
    if (!error.empty()) {
      error = fmt::format("{} in '{}'", error, text);
      return {};
    }
    next = text.find(',', next + 1);
  }
  return named;
}

}  // namespace allfold
