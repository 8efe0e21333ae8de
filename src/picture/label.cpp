#include "picture/label.hpp"
#include "text/format.hpp"

namespace allfold::picture {

std::string name_of_block(std::int64_t block) {
  std::string name;
  for (std::int64_t rest = block + 1; rest > 0; rest = (rest - 1) / 26)
    name.insert(name.begin(), static_cast<char>('A' + (rest - 1) % 26));
  return name;
}

std::string text_of(const std::vector<schedule::Blocks>& blocks) {
  std::string text;
  for (const schedule::Blocks& range : blocks) {
    text += text::format("{}{}", text.empty() ? "" : ",", name_of_block(range.first));
    if (range.size() > 1) text += text::format("-{}", name_of_block(range.last - 1));
  }
  return text;
}

std::string text_of(const Ranks& ranks) {
  std::string text;
  for (std::size_t first = 0; first < ranks.size(); ++first) {
    if (!ranks[first]) continue;
    std::size_t last = first;
    while (last + 1 < ranks.size() && ranks[last + 1]) ++last;
    text += text::format("{}{}", text.empty() ? "" : ",", first);
    if (last > first) text += text::format("-{}", last);
    first = last;
  }
  return text;
}

std::string ranks_of(const Holding& holding) {
  const std::string ranks = text_of(holding.ranks);
  return holding.form == Holding::Form::apart ? text::format("{{{}}}", ranks) : ranks;
}

std::string text_of(const Holding& holding) {
  return text::format("{} {}", text_of(holding.blocks), ranks_of(holding));
}

std::string text_of(const Holdings& holdings) {
  std::string text;
  for (const Holding& each : holdings)
    text += text::format("{}{}", text.empty() ? "" : "; ", text_of(each));
  return text;
}

std::string_view name_of(schedule::Phase phase) {
  switch (phase) {
    case schedule::Phase::unnamed: return "message";
    case schedule::Phase::butterfly: return "butterfly";
    case schedule::Phase::three_two: return "3-2 elimination";
    case schedule::Phase::two_one: return "2-1 elimination";
    case schedule::Phase::fold: return "fold";
    case schedule::Phase::ring: return "ring";
    case schedule::Phase::tree: return "tree";
    case schedule::Phase::gather: return "gather";
  }
  return "";
}

namespace {

std::string_view way_of(algorithms::Carrier carrier) {
  switch (carrier) {
    case algorithms::Carrier::messages: return "";
    case algorithms::Carrier::shared_memory: return ", through shared memory";
    case algorithms::Carrier::both: return ", inside nodes through shared memory";
  }
  return "";
}

}  // namespace

std::string title_of(const Caption& caption, const Trace& trace) {
  const std::string_view way = way_of(caption.carrier);
  const std::string_view collective = schedule::name_of(caption.collective);
  if (schedule::has_root(caption.collective))
    return text::format("{}, {} to rank {} of {}{}", caption.kernel, collective, caption.root,
                        trace.ranks, way);
  return text::format("{}, {} on {} rank{}{}", caption.kernel, collective, trace.ranks,
                      trace.ranks == 1 ? "" : "s", way);
}

std::string cost_of(const Caption& caption, const Trace& trace) {
  const std::string blocks =
      text_of(std::vector<schedule::Blocks>{{.first = 0, .last = trace.blocks}});
  return text::format("{} round{}, volume {:.6g} m, reductions {:.6g} m; {} block{}, {}",
                      trace.rounds(), trace.rounds() == 1 ? "" : "s", caption.cost.volume,
                      caption.cost.reductions, trace.blocks, trace.blocks == 1 ? "" : "s", blocks);
}

}  // namespace allfold::picture
