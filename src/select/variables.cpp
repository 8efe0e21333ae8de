/// The table of variables: how each is read and written.
#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

#include "algorithms/kernel_name.hpp"
#include "rules/segment_length.hpp"
#include "select/configuration.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::select {

namespace {

/// The names of an enumeration's values, in their order.
template <class Value>
constexpr std::array<std::string_view, 0> names_of = {};
template <>
constexpr std::array<std::string_view, 3> names_of<Mode>{"auto", "native", "compare"};
template <>
constexpr std::array<std::string_view, 2> names_of<Tuning>{"off", "online"};
template <>
constexpr std::array<std::string_view, 2> names_of<DeviceCalls>{"staged", "native"};
template <>
constexpr std::array<std::string_view, 2> names_of<Unused>{"silent", "say"};
template <>
constexpr std::array<std::string_view, 3> names_of<UserOperations>{"auto", "whole", "elementwise"};

template <class Value>
std::string set_by_name(Value& value, std::string_view name) {
  const auto* const named = std::ranges::find(names_of<Value>, name);
  if (named == names_of<Value>.end())
    return text::format("invalid value '{}': expected {}", name,
                        text::alternatives(names_of<Value>));
  value = static_cast<Value>(named - names_of<Value>.begin());
  return "";
}

template <class Value>
std::string name_of(Value value) {
  return std::string(names_of<Value>[static_cast<std::size_t>(value)]);
}

std::string set_wish(Wish& wish, schedule::Collective collective, std::string_view value) {
  if (value == "auto" || value == "native") {
    wish = {.kind = value == "auto" ? Wish::Kind::automatic : Wish::Kind::native, .kernel = {}};
    return "";
  }
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(value, error, "auto or native");
  if (named.kernel == nullptr) return error;
  if (!named.kernel->serves(collective)) {
    const bool is_reduce = collective == schedule::Collective::reduce;
    return text::format(
        "{} does not serve {}: it is defined for {} only; name it in {}, or use another one "
        "('allfold list' shows all)",
        named.kernel->name, schedule::name_of(collective),
        schedule::name_of(is_reduce ? schedule::Collective::allreduce
                                    : schedule::Collective::reduce),
        is_reduce ? "ALLFOLD_ALLREDUCE" : "ALLFOLD_REDUCE");
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

std::string set_rules(std::string& rules, std::string_view value) {
  if (value.empty()) return "invalid value '': expected auto, none, or the name of a file";
  rules = value;
  return "";
}

/// Reads 0, 1, or the name of a way, which implies 1.
std::string set_node(Configuration& configuration, std::string_view value) {
  const std::optional<algorithms::Way> named = algorithms::way_named(value);
  if (!named && !set_switch(configuration.node, value).empty())
    return text::format("invalid value '{}': expected 0, 1, {}", value, algorithms::expected_ways);
  if (named) configuration.node = 1;
  configuration.way = named.value_or(algorithms::Way::learnt);
  return "";
}

std::string text_of_node(const Configuration& configuration) {
  return configuration.way != algorithms::Way::learnt
             ? std::string(algorithms::name_of(configuration.way))
             : std::to_string(configuration.node);
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

std::string set_compare_file(std::string& file, std::string_view value) {
  if (value.empty()) return "invalid value '': expected auto, or the name of a file";
  file = value;
  return "";
}

std::string set_file(std::string& file, std::string_view value) {
  if (value.empty()) return "invalid value '': expected none, or the name of a file";
  file = value;
  return "";
}

constexpr std::array table{
    Variable{.name = "ALLFOLD_ALLREDUCE",
             .values = "`auto`, `native`, or the name of an algorithm",
             .by_default = "auto",
             .summary = "the algorithm for `MPI_Allreduce`; `native`: the MPI library",
             .set =
                 [](Configuration& c, std::string_view value) {
                   return set_wish(c.allreduce, schedule::Collective::allreduce, value);
                 },
             .get = [](const Configuration& c) { return text_of(c.allreduce); }},
    Variable{.name = "ALLFOLD_REDUCE",
             .values = "`auto`, `native`, or the name of an algorithm",
             .by_default = "auto",
             .summary = "the algorithm for `MPI_Reduce`; `native`: the MPI library",
             .set =
                 [](Configuration& c, std::string_view value) {
                   return set_wish(c.reduce, schedule::Collective::reduce, value);
                 },
             .get = [](const Configuration& c) { return text_of(c.reduce); }},
    Variable{
        .name = "ALLFOLD_COMPARE_EVERY",
        .values = "a whole number of 1 or more",
        .by_default = "1",
        .summary = "k: with `ALLFOLD_MODE=compare`, compare the first call on each communicator "
                   "and then every k-th call; the MPI library serves the others",
        .set = [](Configuration& c,
                  std::string_view value) { return set_compare_every(c.compare_every, value); },
        .get = [](const Configuration& c) { return std::to_string(c.compare_every); }},
    Variable{.name = "ALLFOLD_COMPARE_FILE",
             .values = "`auto`, or a file",
             .by_default = "auto",
             .summary = "file for the inputs of a call in which the native result or Allfold's is "
                        "wrong (see docs/reference/comparing.md); `auto`: "
                        "`allfold-mismatch-HOST-PID` in the working directory of the rank that "
                        "finds it",
             .set = [](Configuration& c,
                       std::string_view value) { return set_compare_file(c.compare_file, value); },
             .get = [](const Configuration& c) { return c.compare_file; }},
    Variable{.name = "ALLFOLD_COMPARE_REPORT",
             .values = "`none`, a file, or a folder",
             .by_default = "none",
             .summary =
                 "file for the report of `ALLFOLD_MODE=compare`, which rank 0 also prints; in "
                 "a folder (a name that ends in `/`): a new file PROGRAM-HOST-PID.txt",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.compare_report, value); },
             .get = [](const Configuration& c) { return c.compare_report; },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_DEVICE",
             .values = "`staged`, `native`",
             .by_default = "staged",
             .summary = "how calls with buffers on a GPU are served. `staged`: like all other "
                        "calls, through copies in host memory; `native`: by the MPI library, which "
                        "requires that in each call all ranks have their buffers on GPUs, or none",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.device, value); },
             .get = [](const Configuration& c) { return name_of(c.device); }},
    Variable{
        .name = "ALLFOLD_MODE",
        .values = "`auto`, `native`, `compare`",
        .by_default = "auto",
        .summary = "`native`: the MPI library serves all calls, whatever other variables say, and "
                   "Allfold only observes them (see docs/reference/profile.md); `compare`: each "
                   "call is made by both libraries, the program gets the native results, and "
                   "differences are reported (see docs/reference/comparing.md)",
        .set = [](Configuration& c, std::string_view value) { return set_by_name(c.mode, value); },
        .get = [](const Configuration& c) { return name_of(c.mode); }},
    Variable{.name = "ALLFOLD_MODEL",
             .values = "`auto`, or parameters such as `alpha=2us,beta=0.1ns,gamma=0.05ns`",
             .by_default = "auto",
             .summary =
                 "parameters of the cost model: the time of a message (`alpha`), of a byte sent "
                 "(`beta`), of a byte reduced (`gamma`), and of a message that directly follows "
                 "another one (`gap`); `alpha-inside` and `beta-inside` are those inside a node; "
                 "others describe links that ranks share (see docs/internals/cost-model.md). "
                 "Missing parameters come from the rules file, otherwise from the kind of network",
             .set = [](Configuration& c,
                       std::string_view value) { return cost::set_model(c.model, value); },
             .get = [](const Configuration& c) { return allfold::cost::text_of(c.model); }},
    Variable{.name = "ALLFOLD_NODE",
             .values = "0, 1, `sliced`, `whole`, `read`, `read-whole`",
             .by_default = "1",
             .summary = "0: ranks of one node exchange messages; 1: they share memory, and trials "
                        "in the first calls find the fastest way for long vectors; a name: the way "
                        "for all long vectors (see docs/internals/selection.md)",
             .set = [](Configuration& c, std::string_view value) { return set_node(c, value); },
             .get = [](const Configuration& c) { return text_of_node(c); }},
    Variable{
        .name = "ALLFOLD_PROFILE",
        .values = "`none`, a file, or a folder",
        .by_default = "none",
        .summary = "file for a profile of all calls, which rank 0 writes at `MPI_Finalize`; in a "
                   "folder (a name that ends in `/`): a new file PROGRAM-HOST-PID.json (see "
                   "docs/reference/profile.md)",
        .set = [](Configuration& c, std::string_view value) { return set_file(c.profile, value); },
        .get = [](const Configuration& c) { return c.profile; },
        .scope = Variable::Scope::first_rank},
    Variable{
        .name = "ALLFOLD_PROFILE_SITES",
        .values = "0, 1",
        .by_default = "0",
        .summary = "1: the profile distinguishes calls by the place in the program that makes them",
        .set = [](Configuration& c,
                  std::string_view value) { return set_switch(c.profile_sites, value); },
        .get = [](const Configuration& c) { return std::to_string(c.profile_sites); }},
    Variable{.name = "ALLFOLD_REPRODUCIBLE",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: `auto` chooses algorithms that bracket operands in the same way for "
                        "vectors of every length, in Reduce and in Allreduce",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.reproducible, value); },
             .get = [](const Configuration& c) { return std::to_string(c.reproducible); }},
    Variable{
        .name = "ALLFOLD_RULES",
        .values = "`auto`, `none`, or a file",
        .by_default = "auto",
        .summary = "rules file: measurements of this machine, and the algorithms to use (see "
                   "docs/reference/rules.md); only rank 0 needs the file. `auto`: "
                   "`~/.config/allfold/rules.json`, otherwise that of the installation",
        .set = [](Configuration& c, std::string_view value) { return set_rules(c.rules, value); },
        .get = [](const Configuration& c) { return c.rules; },
        .scope = Variable::Scope::first_rank},
    Variable{
        .name = "ALLFOLD_SEGMENT",
        .values = "`auto`, bytes such as `64k`, or 0",
        .by_default = "auto",
        .summary = "length of the segments into which long messages are cut. `auto`: 512 KiB on "
                   "one node; on several nodes the longest message that the MPI library sends at "
                   "once, at least 16 KiB, or 128 KiB if that is unknown; 0: messages are not cut",
        .set = [](Configuration& c,
                  std::string_view value) { return rules::set_segment(c.segment_bytes, value); },
        .get = [](const Configuration& c) { return rules::text_of_segment(c.segment_bytes); }},
    Variable{.name = "ALLFOLD_STATS",
             .values = "0, 1",
             .by_default = "0",
             .summary = "1: print a table of all calls at `MPI_Finalize`",
             .set = [](Configuration& c,
                       std::string_view value) { return set_switch(c.statistics, value); },
             .get = [](const Configuration& c) { return std::to_string(c.statistics); }},
    Variable{.name = "ALLFOLD_TUNE",
             .values = "`off`, `online`",
             .by_default = "off",
             .summary = "`online`: measure the program's own calls, and use the fastest algorithms "
                        "for them (see docs/internals/tuning.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.tuning, value); },
             .get = [](const Configuration& c) { return name_of(c.tuning); }},
    Variable{.name = "ALLFOLD_TUNE_FILE",
             .values = "`none`, or a file",
             .by_default = "none",
             .summary = "rules file with the results of online tuning (`ALLFOLD_TUNE=online`), "
                        "which rank 0 writes at `MPI_Finalize`",
             .set = [](Configuration& c,
                       std::string_view value) { return set_file(c.tune_file, value); },
             .get = [](const Configuration& c) { return c.tune_file; },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_UNUSED",
             .values = "`silent`, `say`",
             .by_default = "silent",
             .summary = "`say`: rank 0 prints a notice at its end if it has seen no reduction, as "
                        "with `ALLFOLD_STATS`, `ALLFOLD_PROFILE` and `ALLFOLD_MODE=compare` (see "
                        "docs/troubleshooting.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.unused, value); },
             .get = [](const Configuration& c) { return name_of(c.unused); },
             .scope = Variable::Scope::first_rank},
    Variable{.name = "ALLFOLD_USER_OPERATIONS",
             .values = "`auto`, `whole`, `elementwise`",
             .by_default = "auto",
             .summary = "what a user operation gets in one call. `whole`: the whole vectors; "
                        "`elementwise`: parts of them; `auto`: whole vectors of up to 8 KiB, parts "
                        "of longer ones (see docs/internals/selection.md)",
             .set = [](Configuration& c,
                       std::string_view value) { return set_by_name(c.user_operations, value); },
             .get = [](const Configuration& c) { return name_of(c.user_operations); }},
    Variable{.name = "ALLFOLD_VERBOSE",
             .values = "0, 1, 2",
             .by_default = "0",
             .summary = "1: print each choice and its reason, once for each communicator and size "
                        "class; 2: also the other candidates, and measurements",
             .set = [](Configuration& c,
                       std::string_view value) { return set_verbose(c.verbose, value); },
             .get = [](const Configuration& c) { return std::to_string(c.verbose); }},
};

}  // namespace

std::span<const Variable> variables() { return table; }

}  // namespace allfold::select
