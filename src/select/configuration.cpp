#include "select/configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <numeric>
#include <utility>

namespace allfold {

namespace {

constexpr std::string_view prefix = "ALLFOLD_";

std::string names_of_kernels(Collective collective) {
  std::string names;
  for (const Kernel& kernel : kernels())
    if (kernel.serves(collective))
      names += fmt::format("{}{}", names.empty() ? "" : ", ", kernel.name);
  return names;
}

std::string set_wish(Wish& wish, Collective collective, std::string_view value) {
  if (value == "auto" || value == "native") {
    wish = {.kind = value == "auto" ? Wish::Kind::automatic : Wish::Kind::native, .kernel = {}};
    return "";
  }
  std::string error;
  const NamedKernel named = parse_kernel(value, error, "auto or native");
  if (named.kernel == nullptr) return error;
  if (!named.kernel->serves(collective)) {
    const bool is_reduce = collective == Collective::reduce;
    return fmt::format(
        "kernel {} does not serve {} (it is defined for {} only) name it in {} or use one of {}",
        named.kernel->name, name_of(collective),
        name_of(is_reduce ? Collective::allreduce : Collective::reduce),
        is_reduce ? "ALLFOLD_ALLREDUCE" : "ALLFOLD_REDUCE", names_of_kernels(collective));
  }
  wish = {.kind = Wish::Kind::kernel, .kernel = named};
  return "";
}

std::string text_of(const Wish& wish) {
  if (wish.kind == Wish::Kind::automatic) return "auto";
  if (wish.kind == Wish::Kind::native) return "native";
  return std::string(wish.kernel.kernel->name) +
         text_of(*wish.kernel.kernel, wish.kernel.parameters);
}

std::string set_switch(int& level, std::string_view value) {
  if (value != "0" && value != "1")
    return fmt::format("'{}' is no value (it is a switch) use 0 or 1", value);
  level = value == "1" ? 1 : 0;
  return "";
}

std::string set_segment(std::int64_t& bytes, std::string_view value) {
  if (value == "auto") {
    bytes = Configuration::segment_by_transport;
    return "";
  }
  std::string_view digits = value;
  std::int64_t unit = 1;
  if (!digits.empty() && (digits.back() == 'k' || digits.back() == 'm')) {
    unit = digits.back() == 'k' ? 1 << 10 : 1 << 20;
    digits.remove_suffix(1);
  }
  constexpr std::int64_t least = 1024;
  constexpr std::int64_t most = 1 << 30;
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool is_number = error == std::errc{} && end == digits.data() + digits.size();
  if (!is_number || number > most || number * unit > most || (number != 0 && number * unit < least))
    return fmt::format(
        "'{}' is no length of segments (it is a number of bytes from 1k to 1024m, or 0 for none) "
        "use auto, 0, or a number such as 64k",
        value);
  bytes = number * unit;
  return "";
}

std::string text_of_segment(std::int64_t bytes) {
  return bytes == Configuration::segment_by_transport ? "auto" : std::to_string(bytes);
}

constexpr std::string_view text_of_default_model =
    "alpha=1us,beta=100ps,gamma=10ps,alpha-inside=100ns,beta-inside=100ps";

constexpr std::array table{
    Variable{.name = "ALLFOLD_ALLREDUCE",
             .values = "`auto`, `native`, or a kernel's name",
             .by_default = "auto",
             .summary = "what serves `MPI_Allreduce`",
             .set =
                 [](Configuration& c, std::string_view value) {
                   return set_wish(c.allreduce, Collective::allreduce, value);
                 },
             .get = [](const Configuration& c) { return text_of(c.allreduce); }},
    Variable{
        .name = "ALLFOLD_REDUCE",
        .values = "`auto`, `native`, or a kernel's name",
        .by_default = "auto",
        .summary = "what serves `MPI_Reduce`",
        .set = [](Configuration& c,
                  std::string_view value) { return set_wish(c.reduce, Collective::reduce, value); },
        .get = [](const Configuration& c) { return text_of(c.reduce); }},
    Variable{
        .name = "ALLFOLD_MODEL",
        .values = "parts such as `alpha=2us,beta=0.1ns,gamma=0.05ns`",
        .by_default = text_of_default_model,
        .summary = "the machine that `auto` chooses for: the cost of a message, of a byte "
                   "sent, of a byte reduced; alpha and beta also inside a machine",
        .set = [](Configuration& c, std::string_view value) { return set_model(c.model, value); },
        .get = [](const Configuration& c) { return text_of(c.model); }},
    Variable{
        .name = "ALLFOLD_NODE",
        .values = "0, 1",
        .by_default = "1",
        .summary = "0: ranks of one machine, too, exchange messages, and share no memory",
        .set = [](Configuration& c, std::string_view value) { return set_switch(c.node, value); },
        .get = [](const Configuration& c) { return std::to_string(c.node); }},
    Variable{.name = "ALLFOLD_REPRODUCIBLE",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: `auto` brackets operands alike for every vector size, and in Reduce as "
                        "in Allreduce",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.reproducible, value); },
             .get = [](const Configuration& c) { return std::to_string(c.reproducible); }},
    Variable{.name = "ALLFOLD_SEGMENT",
             .values = "`auto`, bytes such as `64k`, or 0",
             .by_default = "auto",
             .summary = "the longest segment that long messages are cut into; 0: none is cut",
             .set = [](Configuration& c,
                       std::string_view value) { return set_segment(c.segment_bytes, value); },
             .get = [](const Configuration& c) { return text_of_segment(c.segment_bytes); }},
    Variable{.name = "ALLFOLD_STATS",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: print a table of all calls at `MPI_Finalize`",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.statistics, value); },
             .get = [](const Configuration& c) { return std::to_string(c.statistics); }},
    Variable{.name = "ALLFOLD_VERBOSE",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: print each choice, and why, once for each communicator and vector size",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.verbose, value); },
             .get = [](const Configuration& c) { return std::to_string(c.verbose); }},
};

/// The number of letters to change, add or drop to get from `a` to `b`.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

std::string_view nearest_variable(std::string_view name) {
  return std::ranges::min_element(
             table, {}, [&](const Variable& variable) { return distance(variable.name, name); })
      ->name;
}

}  // namespace

std::span<const Variable> variables() { return table; }

std::string set_variable(Configuration& configuration, std::string_view name,
                         std::string_view value) {
  for (const Variable& variable : table) {
    if (variable.name != name) continue;
    const std::string error = variable.set(configuration, value);
    return error.empty() ? "" : fmt::format("{}={}: {}", name, value, error);
  }
  return fmt::format("{} is not a variable of Allfold (it would have no effect) do you mean {}?",
                     name, nearest_variable(name));
}

Configuration read_environment(const char* const* environment, std::vector<std::string>& errors) {
  Configuration configuration;
  for (; environment != nullptr && *environment != nullptr; ++environment) {
    const std::string_view entry(*environment);
    const std::size_t equals = entry.find('=');
    if (!entry.starts_with(prefix) || equals == std::string_view::npos) continue;
    std::string error =
        set_variable(configuration, entry.substr(0, equals), entry.substr(equals + 1));
    if (!error.empty()) errors.push_back(std::move(error));
  }
  return configuration;
}

std::uint64_t fingerprint(const Configuration& configuration) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const Variable& variable : table)
    for (const char c : variable.get(configuration) + '\n')
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace allfold
