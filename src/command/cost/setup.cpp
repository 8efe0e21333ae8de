#include "command/cost/setup.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

#include "command/collective.hpp"
#include "command/cost/estimate.hpp"
#include "command/ranks.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "cost/parameters.hpp"
#include "select/network.hpp"
#include "text/format.hpp"

namespace allfold::command::cost {

namespace {

constexpr int most_ranks = 1 << 20;
constexpr int most_ranks_in_sweep = 256;

double time_of(const std::string& option, const std::string& text, double by_default) {
  if (text.empty()) return by_default;
  const auto seconds = allfold::cost::parse_seconds(text);
  if (!seconds)
    throw UsageError(text::format(
        "{}: invalid time '{}': expected a number with a unit, up to 1e30s, for example {} 0.1ns",
        option, text, option));
  return *seconds;
}

allfold::cost::CostModel model_of(const Request& request) {
  allfold::cost::CostModel model = select::default_model(select::Network::high_speed);
  allfold::cost::LinkCost& link = model.link;
  link.alpha = time_of("--alpha", request.alpha, link.alpha);
  link.beta = time_of("--beta", request.beta, link.beta);
  model.gamma = time_of("--gamma", request.gamma, model.gamma);
  link.gap = time_of("--gap", request.gap, link.gap);
  link.f_alpha = request.f_alpha;
  link.f_beta = request.f_beta;
  model.ranks_per_node = request.ranks_per_node;
  model.inside.alpha = time_of("--alpha-inside", request.alpha_inside, model.inside.alpha);
  model.inside.beta = time_of("--beta-inside", request.beta_inside, model.inside.beta);
  model.inside.f_alpha = request.f_alpha;
  model.inside.f_beta = request.f_beta;
  if (request.nodes_per_switch > 0) model.switches.nodes = request.nodes_per_switch;
  model.switches.beta_far =
      time_of("--beta-switch-far", request.beta_switch_far, allfold::cost::unknown);
  model.switches.beta_pair =
      time_of("--beta-switch-pair", request.beta_switch_pair, allfold::cost::unknown);
  if (request.group > 0) model.groups.nodes = request.group;
  model.groups.beta_far = time_of("--beta-far", request.beta_far, allfold::cost::unknown);
  model.groups.beta_pair = time_of("--beta-pair", request.beta_pair, allfold::cost::unknown);
  if (request.chassis > 0) model.chassis = request.chassis;
  if (request.torus_x > 0) model.torus.x = request.torus_x;
  if (request.torus_y > 0) model.torus.y = request.torus_y;
  if (request.torus_z > 0) model.torus.z = request.torus_z;
  model.alpha_hop = time_of("--alpha-hop", request.alpha_hop, allfold::cost::unknown);
  model.beta_adapter = time_of("--beta-adapter", request.beta_adapter, model.beta_adapter);
  if (const std::string mistake = allfold::cost::mistake_in_network(model); !mistake.empty())
    throw UsageError("--" + mistake);
  return model;
}

std::vector<int> ranks_of(const Request& request) {
  if (request.sweep)
    return parse_ranks(request.ranks.empty() ? "2:33" : request.ranks, most_ranks_in_sweep,
                       "--ranks");
  if (request.ranks.empty())
    throw UsageError("--ranks: missing: expected numbers of ranks, for example -p 13");
  return parse_ranks(request.ranks, most_ranks, "--ranks");
}

bool is_given(const Request& request, std::string_view option) {
  return std::ranges::find(request.given, option) != request.given.end();
}

/// Throws UsageError if one of the options was given.
void refuse(const Request& request, std::initializer_list<std::string_view> options,
            std::string_view why_and_suggestion) {
  for (const std::string_view option : options)
    if (is_given(request, option))
      throw UsageError(text::format("{}: has no effect{}", option, why_and_suggestion));
}

void check_effect(const Request& request) {
  if (request.sweep)
    refuse(request, {"--root", "--markdown", "--json"},
           " with --sweep, which maps root 0 as text or SVG; remove it");
  else
    refuse(request, {"--svg"}, " without --sweep; add --sweep");
  const auto collective = schedule::find_collective(request.collective);
  if (collective && !schedule::has_root(*collective))
    refuse(request, {"--root"},
           text::format(": {} has no root; remove it, or add --collective reduce",
                        schedule::row_of(*collective).one_call));
  if (request.ranks_per_node == 1)
    refuse(request, {"--alpha-inside", "--beta-inside", "--beta-adapter"},
           " with one rank per node; add --ranks-per-node");
  const auto refuse_half_of = [&](std::string_view name, const std::string& nodes,
                                  const std::string& far, const std::string& pair) {
    if (!is_given(request, nodes))
      refuse(request, {far, pair}, text::format(" without {}; add {}", name, nodes));
    if (!is_given(request, far) && !is_given(request, pair))
      refuse(request, {nodes},
             text::format(" without the time of a byte; add {} or {}", far, pair));
  };
  refuse_half_of("switches", "--switch", "--beta-switch-far", "--beta-switch-pair");
  refuse_half_of("groups of nodes", "--group", "--beta-far", "--beta-pair");
}

/// For example "; groups of 16 nodes, beta-far=2ns"; "" if the groups are not known.
std::string text_of(const allfold::cost::NodeGroups& groups, std::string_view name,
                    std::string_view before_links) {
  if (!groups.are_known()) return "";
  std::string text = text::format("; {} of {:.0f} nodes", name, groups.nodes);
  if (groups.beta_far < allfold::cost::unknown)
    text += text::format(", beta-{}far={}", before_links,
                         allfold::cost::text_of_seconds(groups.beta_far));
  if (groups.beta_pair < allfold::cost::unknown)
    text += text::format(", beta-{}pair={}", before_links,
                         allfold::cost::text_of_seconds(groups.beta_pair));
  return text;
}

/// For example "; torus of 4 x 4 nodes"; "" if there is none.
std::string text_of(const allfold::cost::Torus& torus) {
  std::string text;
  for (const double nodes : {torus.x, torus.y, torus.z})
    if (nodes < allfold::cost::unknown)
      text += text::format("{}{:.0f}", text.empty() ? "; torus of " : " x ", nodes);
  return text.empty() ? "" : text + " nodes";
}

void check_against_ranks(const Setup& setup) {
  const int fewest = setup.ranks.front();
  if (setup.root < 0 || setup.root >= fewest)
    throw UsageError(
        text::format("--root: invalid rank {}: expected 0 to {}", setup.root, fewest - 1));
  if (setup.model.ranks_per_node > 1 && setup.ranks.back() > most_ranks_executed)
    throw UsageError(
        text::format("--ranks: {} ranks with several ranks per node: expected at most {} ranks, "
                     "whose programs are executed; use fewer ranks, or remove --ranks-per-node",
                     setup.ranks.back(), most_ranks_executed));
}

}  // namespace

Setup setup_of(const Request& request) {
  check_effect(request);
  const std::string bytes = !request.sizes.empty() ? request.sizes
                            : request.sweep        ? "8:128m:4"
                                                   : "32k";
  Setup setup{.collective = parse_collective(request.collective),
              .ranks = ranks_of(request),
              .bytes = parse_sizes(bytes, "--sizes"),
              .root = request.root,
              .model = model_of(request)};
  check_against_ranks(setup);
  return setup;
}

void check_table1(const Request& request) {
  for (const std::string& option : request.given)
    if (option != "--table1")
      throw UsageError(text::format(
          "{}: has no effect with --table1, which uses the ranks, sizes and machine of "
          "the paper; remove one of them",
          option));
}

std::string description_of(const allfold::cost::CostModel& model) {
  std::string text = text::format(
      "alpha={},beta={},gamma={}", allfold::cost::text_of_seconds(model.link.alpha),
      allfold::cost::text_of_seconds(model.link.beta), allfold::cost::text_of_seconds(model.gamma));
  if (std::isfinite(model.link.gap))
    text += text::format(",gap={}", allfold::cost::text_of_seconds(model.link.gap));
  if (model.link.f_alpha != 1) text += text::format(",f-alpha={:.6g}", model.link.f_alpha);
  if (model.link.f_beta != 1) text += text::format(",f-beta={:.6g}", model.link.f_beta);
  if (model.ranks_per_node > 1)
    text += text::format("; inside nodes of {} ranks alpha={},beta={}", model.ranks_per_node,
                         allfold::cost::text_of_seconds(model.inside.alpha),
                         allfold::cost::text_of_seconds(model.inside.beta));
  text += text_of(model.switches, "switches", "switch-");
  text += text_of(model.groups, "groups", "");
  if (model.chassis < allfold::cost::unknown)
    text += text::format("; chassis of {:.0f} nodes", model.chassis);
  text += text_of(model.torus);
  if (model.alpha_hop < allfold::cost::unknown)
    text += text::format("; alpha-hop={}", allfold::cost::text_of_seconds(model.alpha_hop));
  if (model.beta_adapter < allfold::cost::unknown)
    text += text::format("; beta-adapter={}", allfold::cost::text_of_seconds(model.beta_adapter));
  return text;
}

}  // namespace allfold::command::cost
