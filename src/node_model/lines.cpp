#include "node_model/lines.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace allfold::node_model {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Nanoseconds of a load of a line that the core has.
constexpr double hit = 1.2;

std::uint64_t bit(int group) { return std::uint64_t{1} << static_cast<unsigned>(group); }

}  // namespace

Lines::Lines(const Node& node, const Memory& memory, Fibers& fibers, std::vector<Core>& cores,
             const std::vector<int>& core_of)
    : node_(node),
      memory_(memory),
      fibers_(fibers),
      cores_(cores),
      core_of_(core_of),
      polls_(core_of.size()),
      waits_(core_of.size()) {}

Lines::Line& Lines::line(std::size_t number) {
  if (number >= lines_.size()) lines_.resize(std::max(number + 1, 2 * lines_.size()));
  std::unique_ptr<Line>& line = lines_[number];
  if (line == nullptr) {
    line = std::make_unique<Line>();
    line->in_group.resize(static_cast<std::size_t>(node_.groups()));
  }
  return *line;
}

double Lines::fetch(Line& line, int core, double issued) {
  const int group = node_.group_of(core);
  InGroup& here = line.in_group[static_cast<std::size_t>(group)];
  if (has(line, core))
    return line.owner == core ? issued + hit : std::max(issued + hit, here.arrived);
  line.has.set(static_cast<std::size_t>(core));
  if ((line.groups & bit(group)) != 0) return fetch_in_group(line, group, issued);
  const double come = fetch_from_afar(line, group, issued);
  line.groups |= bit(group);
  here = {.arrived = come, .busy = come};
  return come;
}

double Lines::fetch_in_group(Line& line, int group, double issued) {
  InGroup& here = line.in_group[static_cast<std::size_t>(group)];
  const double start = std::max(issued, here.busy);
  here.busy = start + node_.latency.again_in_l3;
  double come =
      std::max(start + node_.latency.same_l3, here.arrived + 2 * node_.latency.again_in_l3);
  if (line.owner >= 0 && node_.group_of(line.owner) == group)
    come = std::max(come, line.busy + node_.latency.same_l3);
  return come;
}

double Lines::fetch_from_afar(Line& line, int group, double issued) {
  if (line.groups == 0) return issued + node_.latency.memory;
  double first_in_socket = never;
  for (int other = 0; other < node_.groups(); ++other)
    if ((line.groups & bit(other)) != 0 && node_.are_in_one_socket(group, other))
      first_in_socket =
          std::min(first_in_socket, line.in_group[static_cast<std::size_t>(other)].arrived);
  const double start = std::max(issued, line.busy);
  line.busy = start + node_.latency.again_out_of_l3;
  return std::min(std::max(start, first_in_socket) + node_.latency.same_socket,
                  start + node_.latency.other_socket);
}

double Lines::farthest(const Line& line, int core) const {
  const int own = node_.group_of(core);
  double most = 0;
  for (int group = 0; group < node_.groups(); ++group) {
    if ((line.groups & bit(group)) == 0) continue;
    if (group != own) {
      most = std::max(most, node_.between(group, own));
      continue;
    }
    const int first = node_.first_core_of(group);
    for (int other = first; other < first + node_.cores.of_l3; ++other)
      if (other != core && has(line, other)) most = std::max(most, node_.latency.same_l3);
  }
  return most;
}

void Lines::take(Line& line, int core, double visible) {
  const int group = node_.group_of(core);
  line.has.reset();
  line.has.set(static_cast<std::size_t>(core));
  line.owner = core;
  line.groups = bit(group);
  line.in_group[static_cast<std::size_t>(group)].arrived = visible;
  line.busy = visible;
}

void Lines::apply(Line& line, double clock) {
  line.seen += std::erase_if(line.stores, [&](const Store& store) {
    if (store.visible > clock) return false;
    std::memcpy(store.at, &store.value, store.bytes);
    return true;
  });
}

std::uint64_t Lines::load(const void* at, unsigned bytes) {
  double& clock = fibers_.clock();
  clock += node_.time.access;
  fibers_.let_others_catch_up();
  std::uint64_t value = 0;
  if (!memory_.is_in_lines(at)) {
    std::memcpy(&value, at, bytes);
    return value;
  }
  const int own = core();
  Line& loaded = line(at);
  if (!has(loaded, own)) {
    Core& of = state(own);
    constexpr double between_issues = 1;
    const double issued =
        of.issue(clock, std::max(of.marks.free_at(), of.last_issue + between_issues));
    const double come = fetch(loaded, own, issued);
    of.last_issue = issued;
    of.marks.add(come);
    clock = std::max(clock, come);
    fibers_.let_others_catch_up();
  }
  apply(loaded, clock);
  std::memcpy(&value, at, bytes);
  if (loaded.owner == own)
    for (const Store& store : loaded.stores)
      if (store.at == at) value = store.value;
  if (Poll& own_poll = poll(); own_poll.is_on)
    own_poll.looks.push_back({.line = &loaded, .seen = loaded.seen});
  return value;
}

void Lines::store(void* at, unsigned bytes, std::uint64_t value) {
  double& clock = fibers_.clock();
  clock += node_.time.access;
  fibers_.let_others_catch_up();
  if (!memory_.is_in_lines(at)) {
    std::memcpy(at, &value, bytes);
    return;
  }
  const int own = core();
  Core& of = state(own);
  Line& stored = line(at);
  constexpr double longest_queue = 100;
  double done = clock;
  if (!is_alone(stored, own))
    done = std::max(clock, std::min(stored.busy, clock + longest_queue)) + farthest(stored, own);
  of.stored = std::max(of.stored, done) + 1;
  take(stored, own, of.stored);
  stored.in_group[static_cast<std::size_t>(node_.group_of(own))].busy = of.stored;
  stored.stores.push_back({.visible = of.stored, .at = at, .bytes = bytes, .value = value});
  wake_waiters(stored, of.stored);
  clock = std::max(clock, of.stored - Core::mark_stores_held);
}

// Half of a pause passes until a polling core looks again.
void Lines::wake_waiters(Line& line, double visible) {
  for (const auto& [fiber, wait] : std::exchange(line.waiters, {})) {
    if (wait_of(fiber) != wait) continue;  // woken through another line
    ++wait_of(fiber);
    fibers_.wake(fiber, std::max(fibers_.clock(fiber), visible) + node_.time.pause / 2);
  }
}

void Lines::prefetch(const void* at) {
  if (!memory_.is_in_lines(at)) return;
  double& clock = fibers_.clock();
  clock += 1;
  fibers_.let_others_catch_up();
  // If it comes too early, before the owner's store, it is fetched again.
  if (Line& fetched = line(at); !has(fetched, core())) fetch(fetched, core(), clock);
}

void Lines::begin_poll() { poll() = {.is_on = true, .looks = {}}; }

void Lines::end_poll() { poll() = {}; }

void Lines::pause() {
  double& clock = fibers_.clock();
  const std::vector<Poll::Look> looks = std::exchange(poll().looks, {});
  poll().is_on = false;
  double next = never;
  if (looks.empty()) next = clock;
  for (const auto& [line, seen] : looks) {
    // Others may have stored since the poll, while this rank loaded other lines.
    if (line->seen != seen) next = clock;
    for (const Store& store : line->stores) next = std::min(next, store.visible);
  }
  if (next < never) {
    clock = std::max(clock, next) + node_.time.pause / (looks.empty() ? 1 : 2);
    state(core()).floor = clock;
    return fibers_.let_others_catch_up();
  }
  const int own = core();
  const int fiber = fibers_.current();
  for (const auto& [line, seen] : looks) {
    line->has.set(static_cast<std::size_t>(own));
    line->groups |= bit(node_.group_of(own));
    line->waiters.push_back({.fiber = fiber, .wait = wait_of(fiber)});
  }
  fibers_.block();
  state(own).floor = fibers_.clock();
}

double Lines::read(const void* from, std::size_t bytes, int core, double clock) {
  Core& of = state(core);
  double come = clock;
  double at = of.issue(clock, std::max(of.vectors.free_at(), of.last_issue + 1));
  const std::size_t last = memory_.line_of(static_cast<const std::byte*>(from) + bytes - 1);
  for (std::size_t number = memory_.line_of(from); number <= last; ++number) {
    const double arrived = fetch(line(number), core, at);
    come = std::max(come, arrived);
    const double latency = std::min(arrived - at, node_.latency.other_socket);
    at += latency > 2 ? latency / node_.in_flight.lines : 1;
  }
  of.last_issue = at;
  of.vectors.add(come);
  return come;
}

void Lines::write(const void* into, std::size_t bytes, int core, double clock) {
  const std::size_t first = memory_.line_of(into);
  const std::size_t last = memory_.line_of(static_cast<const std::byte*>(into) + bytes - 1);
  double most = 0;
  double fetched = 0;
  for (std::size_t number = first; number <= last; ++number) {
    const Line& written = line(number);
    if (is_alone(written, core)) continue;
    const double distance =
        std::max(farthest(written, core), written.owner < 0 ? 0 : node_.latency.same_l3 / 2);
    if (distance > 0) ++fetched;
    most = std::max(most, distance);
  }
  Core& of = state(core);
  of.store(clock, most, std::max(fetched, 1.0), node_.in_flight.lines_written);
  for (std::size_t number = first; number <= last; ++number) take(line(number), core, of.stored);
}

}  // namespace allfold::node_model
