#include "node_times.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "algorithms/powers.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::bench {

namespace {

using simulation::NodeTime;
using Part = simulation::NodeWork::Part;

/// A line: subject, ranks, bytes, candidate, seconds, ...
struct Line {
  bool is_allreduce = true;
  std::string_view candidate;
  NodeTime time;
};

std::string_view take(std::string_view& text, char end) {
  const std::string_view taken = text.substr(0, text.find(end));
  text.remove_prefix(std::min(taken.size() + 1, text.size()));
  return taken;
}

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Line> line_of(std::string_view text) {
  const std::string_view subject = take(text, '\t');
  const auto ranks = number_in<int>(take(text, '\t'));
  const auto bytes = number_in<std::int64_t>(take(text, '\t'));
  const std::string_view candidate = take(text, '\t');
  const auto seconds = number_in<double>(take(text, '\t'));
  if (!ranks || !bytes || !seconds || *bytes < 1 || *seconds <= 0) return std::nullopt;
  return Line{.is_allreduce = subject.starts_with("allreduce"),
              .candidate = candidate,
              .time = {.ranks = *ranks, .bytes = *bytes, .seconds = *seconds}};
}

/// The number in "allfold:scatter.4", if the candidate is of that kind.
std::optional<int> lanes_in(std::string_view candidate, std::string_view kind) {
  if (!candidate.starts_with(kind)) return std::nullopt;
  return number_in<int>(candidate.substr(kind.size()));
}

/// The second half of a call takes what both halves take, less the first.
void subtract_first_halves(std::vector<NodeTime>& times) {
  for (NodeTime& time : times) {
    if (time.part != Part::gather_to_all && time.part != Part::gather_to_root) continue;
    const auto first = std::ranges::find_if(times, [&](const NodeTime& other) {
      return other.part == Part::scatter && other.ranks == time.ranks &&
             other.lanes == time.lanes && other.bytes == time.bytes;
    });
    if (first != times.end()) time.seconds = std::max(time.seconds - first->seconds, 0.0);
  }
}

/// From lines of the candidate `messages`: ⌈lg p⌉ messages, each half as long as the one before. The
/// latency is that of the shortest. The rate is that of vectors that caches hold: longer ones are
/// slower, so that other libraries have the advantage of it.
std::optional<MessagesInside> messages_inside(std::vector<NodeTime>& times) {
  constexpr std::int64_t most_bytes = 128 << 10;
  std::erase_if(times, [](const NodeTime& time) { return time.bytes > most_bytes; });
  if (times.empty()) return std::nullopt;
  const auto [shortest, longest] = std::ranges::minmax_element(times, {}, &NodeTime::bytes);
  if (shortest->seconds >= longest->seconds) return std::nullopt;
  const int rounds = algorithms::ceil_log2(longest->ranks);
  const double bytes = static_cast<double>(longest->bytes) * (2 - std::exp2(1 - rounds));
  return MessagesInside{.latency = shortest->seconds / rounds,
                        .rate = bytes / (longest->seconds - shortest->seconds)};
}

}  // namespace

NodeTimes parse_node_times(std::string_view text, const std::string& file) {
  std::vector<NodeTime> times;
  std::vector<NodeTime> of_messages;
  while (!text.empty()) {
    const std::string_view written = take(text, '\n');
    if (written.starts_with("subject\t")) continue;
    const std::optional<Line> line = line_of(written);
    if (!line)
      throw std::runtime_error(text::format(
          "--node-times: {}: '{}': expected a line of simulate_node's output", file, written));
    NodeTime time = line->time;
    if (line->candidate == "allfold") {
      time.part = line->is_allreduce ? Part::allreduce : Part::reduce;
    } else if (const auto of_scatter = lanes_in(line->candidate, "allfold:scatter.")) {
      time.part = Part::scatter;
      time.lanes = *of_scatter;
    } else if (const auto of_halves = lanes_in(line->candidate, "allfold:halves.")) {
      time.part = line->is_allreduce ? Part::gather_to_all : Part::gather_to_root;
      time.lanes = *of_halves;
    } else {
      if (line->candidate == "messages" && time.ranks > 1) of_messages.push_back(time);
      continue;
    }
    times.push_back(time);
  }
  const std::optional<MessagesInside> messages = messages_inside(of_messages);
  bool are_all_there = messages.has_value();
  for (const Part part :
       {Part::allreduce, Part::reduce, Part::scatter, Part::gather_to_all, Part::gather_to_root})
    are_all_there = are_all_there && std::ranges::find(times, part, &NodeTime::part) != times.end();
  if (!are_all_there)
    throw std::runtime_error(text::format(
        "--node-times: {}: times are missing: expected those of both collectives and the "
        "candidates allfold, allfold:scatter.N, allfold:halves.N and messages, of several lengths",
        file));
  subtract_first_halves(times);
  return {.work = std::move(times), .messages = *messages};
}

NodeTimes read_node_times(const std::string& file) {
  constexpr std::size_t most_bytes = 1 << 20;
  std::string content;
  if (const std::string problem = system::read_file(file, most_bytes, content); !problem.empty())
    throw std::runtime_error(
        text::format("--node-times: {}: {}: expected the output of simulate_node", file, problem));
  return parse_node_times(content, file);
}

}  // namespace allfold::bench
