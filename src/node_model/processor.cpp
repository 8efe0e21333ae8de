#include "node_model/processor.hpp"

#include "node_model/simulation.hpp"

namespace allfold::node_model {

namespace {

/// Shorter copies store parts of lines.
constexpr std::size_t least_bytes_of_whole_lines = 1024;
/// Nanoseconds until the system has said on which processor a thread runs.
constexpr double time_of_current_processor = 15;

}  // namespace

namespace processor {

bool is_modelled() { return Simulation::running() != nullptr; }

std::uint64_t load(const void* at, unsigned bytes) {
  return Simulation::running()->lines_model().load(at, bytes);
}

void store(void* at, unsigned bytes, std::uint64_t value) {
  Simulation::running()->lines_model().store(at, bytes, value);
}

void begin_poll() {
  if (Simulation* const simulation = Simulation::running()) simulation->lines_model().begin_poll();
}

void end_poll() {
  if (Simulation* const simulation = Simulation::running()) simulation->lines_model().end_poll();
}

}  // namespace processor

void prefetch(const void* at) {
  if (Simulation* const simulation = Simulation::running()) simulation->lines_model().prefetch(at);
}

void copy_bytes(void* into, const void* from, std::size_t bytes) {
  Simulation* const simulation = Simulation::running();
  if (simulation == nullptr) {
    std::memcpy(into, from, bytes);
    return;
  }
  simulation->copy(into, from, bytes,
                   bytes < least_bytes_of_whole_lines ? Stores::plain : Stores::whole_lines);
}

void stream_bytes(void* into, const void* from, std::size_t bytes) {
  Simulation* const simulation = Simulation::running();
  if (simulation == nullptr) {
    std::memcpy(into, from, bytes);
    return;
  }
  simulation->copy(into, from, bytes, Stores::past_caches);
}

void pause() {
  if (Simulation* const simulation = Simulation::running()) simulation->lines_model().pause();
}

void yield() { pause(); }

std::int64_t nanoseconds() {
  Simulation* const simulation = Simulation::running();
  return simulation == nullptr ? 0 : static_cast<std::int64_t>(simulation->now());
}

int current_processor() {
  Simulation* const simulation = Simulation::running();
  if (simulation == nullptr) return -1;
  simulation->work(time_of_current_processor);
  return simulation->core_of(simulation->rank());
}

}  // namespace allfold::node_model
