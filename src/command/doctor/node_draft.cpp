#include "command/doctor/node_draft.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "command/doctor/node_shape.hpp"
#include "command/sizes.hpp"
#include "mpi/machine/processor_name.hpp"
#include "mpi/machine/topology.hpp"
#include "node_model/node.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using node_model::Node;

double to_four_digits(double value) {
  if (value <= 0) return value;
  const double unit = std::pow(10, 3 - std::floor(std::log10(value)));
  return std::round(value * unit) / unit;
}

/// A draft begins as its family, and gets what is known of this node.
class Author {
 public:
  explicit Author(const NodeFamily& family) : draft_{.file = family.node} {
    draft_.assumed = draft_.file.sources.size();
    for (std::string& source : draft_.file.sources)
      source = text::format("assumed, as {}: {}", family.node.node.name, source);
  }
  void read(std::string_view parameter, double value, const std::string& source) {
    set(parameter, value, source);
    ++draft_.read;
  }
  void measured(std::string_view parameter, double value, const std::string& source) {
    set(parameter, to_four_digits(value), source);
    ++draft_.measured;
  }
  /// The family's value does not fit, and another one is assumed.
  void adapt(std::string_view parameter, double value, const std::string& source) {
    set(parameter, value, source);
    ++draft_.assumed;
  }
  [[nodiscard]] NodeDraft& draft() { return draft_; }
  [[nodiscard]] const Node& node() const { return draft_.file.node; }

 private:
  void set(std::string_view name, double value, const std::string& source) {
    const std::size_t index = index_of_parameter(name).value();
    node_model::parameters()[index].set(draft_.file.node, value);
    draft_.file.sources[index] = source;
    --draft_.assumed;
  }

  NodeDraft draft_;
};

void add_cores(const NodeShape& shape, const NodeFamily& family, Author& author) {
  const auto read = [&](std::string_view name, const Width& width) {
    author.read(name, width.cores, width.source);
  };
  read("cores.all", shape.all);
  read("cores.of_socket", shape.of_socket);
  read("cores.of_numa_node", shape.of_numa_node);
  read("cores.of_l3", shape.of_cache);
  read("cores.threads", shape.threads);
  const Node::Cores& known = family.node.node.cores;
  if (known.of_die == 0) return;
  const int caches = known.of_die / known.of_l3;
  const int cores = caches * shape.of_cache.cores;
  const bool fits = shape.of_socket.cores % cores == 0;
  author.adapt("cores.of_die", fits ? cores : shape.of_cache.cores,
               text::format("the system does not tell; assumed, as {}: the cores of {} L3",
                            family.node.node.name, fits ? caches : 1));
}

/// The private cache of a core is below the last-level cache.
void add_capacities(const Part& node, const NodeFamily& family, const std::string& root,
                    Author& author) {
  const std::vector<const Part*> caches = all_of(node, Part::Kind::cache);
  if (caches.empty() || caches.front()->bytes == 0) return;
  const Part& last = *caches.front();
  const auto announced = static_cast<double>(last.bytes);
  author.read("capacity.l3_announced", announced,
              text::format("read from /sys/devices/system/cpu: {} of L{}",
                           readable_bytes(last.bytes), last.level));
  const Node::Capacity& known = family.node.node.capacity;
  author.read("capacity.l3", std::round(announced * known.l3 / known.l3_announced),
              text::format("read: {}; the share for vectors is assumed, as {}",
                           readable_bytes(last.bytes), family.node.node.name));
  const mpi::machine::CacheOfProcessor own =
      mpi::machine::cache_of_processor(last.processors.front(), last.level - 1, root);
  if (own.bytes == 0) return;
  constexpr double share_of_vectors = 0.8;
  author.read("capacity.l2", std::round(share_of_vectors * static_cast<double>(own.bytes)),
              text::format("read: {} of L{}; the share for vectors is assumed: {}",
                           readable_bytes(own.bytes), own.level, share_of_vectors));
}

/// Of the measurements with the most ranks, that of the longest vectors of which two are in a
/// private cache; null if there is none.
const MeasuredLimits::Row* telling_row(const MeasuredLimits& limits, double bytes_of_cache) {
  const int ranks = std::ranges::max(limits.rows, {}, &MeasuredLimits::Row::ranks).ranks;
  constexpr std::int64_t least_bytes = 4096;  // the start of a copy matters in shorter ones
  const MeasuredLimits::Row* best = nullptr;
  for (const MeasuredLimits::Row& row : limits.rows)
    if (row.ranks == ranks && row.bytes >= least_bytes &&
        2 * static_cast<double>(row.bytes) <= bytes_of_cache &&
        (best == nullptr || row.bytes > best->bytes))
      best = &row;
  return best;
}

/// Limits of another node would be wrong here without notice.
void check_are_of(const Part& node, const MeasuredLimits& limits, const std::string& root) {
  const std::string processor = mpi::machine::processor_name(root);
  if (!processor.empty() && limits.processor != processor)
    throw std::runtime_error(
        text::format("--limits: {}: measured on '{}': expected '{}', the processor of this node; "
                     "measure on this node",
                     limits.file, limits.processor, processor));
  const std::size_t cores = all_of(node, Part::Kind::core).size();
  for (const MeasuredLimits::Row& row : limits.rows)
    if (cores > 0 && static_cast<std::size_t>(row.ranks) > cores)
      throw std::runtime_error(
          text::format("--limits: {}: measured on {} ranks: expected at most one on each of the {} "
                       "cores; measure with fewer ranks",
                       limits.file, row.ranks, cores));
}

void add_measurements(const MeasuredLimits& limits, Author& author) {
  constexpr double nanoseconds = 1e9;
  const double latency = limits.flag_latency * nanoseconds;
  const bool is_mesh = author.node().latency.same_socket == author.node().latency.same_l3;
  const std::string source = text::format("measured: {}: ", limits.file);
  const std::string of_flag =
      source + "a flag from rank 0 to rank 1, which are assumed to run on cores of one L3";
  author.measured("latency.same_l3", latency, of_flag);
  if (is_mesh) author.measured("latency.same_socket", latency, of_flag);
  const MeasuredLimits::Row* const row = telling_row(limits, author.node().capacity.l2);
  if (row == nullptr) return;
  const std::string of_row =
      text::format("{}{} ranks, {}: ", source, row->ranks, readable_bytes(row->bytes));
  const auto rate_at = [row](double seconds) {
    return static_cast<double>(row->bytes) / (seconds * nanoseconds);
  };
  const auto add_lines = [&](std::string_view parameter, double seconds, const char* which) {
    // A core has at least one line on the way.
    author.measured(
        parameter,
        std::max(rate_at(seconds) * latency / static_cast<double>(node_model::line_bytes), 1.0),
        text::format(
            "{}{:.4g} GB/s of lines that another rank has {}, times latency.same_l3 / 64 B", of_row,
            rate_at(seconds), which));
  };
  add_lines("in_flight.lines_in_l3", row->remote_read, "written");
  add_lines("in_flight.lines_written", row->remote_write, "read");
  author.measured("bandwidth.copy", rate_at(row->copies), of_row + "all ranks copy");
}

/// Groups for designs: of cores that share an L3, at most 12 of them, and of sockets.
std::vector<std::string> designs_of(const Node& node) {
  constexpr int most_in_group = 12;
  int group = std::min(node.cores.of_l3, most_in_group);
  while (node.cores.of_l3 % group != 0) --group;
  std::vector<int> widths;
  for (const int width : {group, node.cores.of_socket})
    if (width > 1 && width < node.cores.all && (widths.empty() || width > widths.back()))
      widths.push_back(width);
  if (widths.empty()) return {};
  std::string text;
  for (const int width : widths) text += text::format("{}{}", text.empty() ? "" : ".", width);
  return {"tree:" + text, "slices:" + text};
}

std::string description_of(const Part& node, const std::string& root) {
  const std::string processor = mpi::machine::processor_name(root);
  return text::format("{}{}{}; drafted by allfold doctor", processor, processor.empty() ? "" : ": ",
                      text_of(node));
}

}  // namespace

NodeDraft draft_of(const Part& node, const NodeFamily& family,
                   const std::optional<MeasuredLimits>& limits, const std::string& name,
                   const std::string& root) {
  if (node.parts.empty())
    throw std::runtime_error(
        "--node-model: the system does not describe its processors (/sys/devices/system/cpu); run "
        "it outside of the container");
  Author author(family);
  add_cores(shape_of(node, node_model::most_groups), family, author);
  add_capacities(node, family, root, author);
  if (limits) {
    check_are_of(node, *limits, root);
    add_measurements(*limits, author);
  }
  NodeDraft& draft = author.draft();
  draft.file.node.name = name;
  draft.file.node.description = description_of(node, root);
  draft.file.designs = designs_of(draft.file.node);
  if (const std::string found = node_model::contradiction_in(draft.file.node); !found.empty())
    throw std::runtime_error("--node-model: the model has no room for this node: " + found);
  return std::move(draft);
}

}  // namespace allfold::command::doctor
