#include "node_model/simulation.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace allfold::node_model {

namespace {

/// Others' accesses come between those of two pieces.
constexpr std::size_t bytes_at_once = 4096;
constexpr std::size_t bytes_of_all_lines = std::size_t{256} << 20;
/// Vectors and staging areas of a rank, with some to spare.
constexpr std::size_t regions_of_rank = 8;
/// GB/s, of memory that is not modelled: only its rank uses it, and has it in its L1 cache.
constexpr double bandwidth_of_own_memory = 200;

thread_local Simulation* the_simulation = nullptr;

std::byte* moved(void* at, std::size_t bytes) { return static_cast<std::byte*>(at) + bytes; }
const std::byte* moved(const void* at, std::size_t bytes) {
  return static_cast<const std::byte*>(at) + bytes;
}

}  // namespace

Simulation::Simulation(Node node, std::vector<int> core_of, std::size_t bytes_of_region)
    : node_(std::move(node)),
      core_of_(std::move(core_of)),
      memory_(bytes_of_all_lines, bytes_of_region, regions_of_rank * core_of_.size()),
      cores_(static_cast<std::size_t>(node_.cores.all), Core(node_)),
      lines_(node_, memory_, fibers_, cores_, core_of_),
      ranges_(node_, memory_, cores_) {
  the_simulation = this;
}

Simulation::~Simulation() { the_simulation = nullptr; }

Simulation* Simulation::running() {
  return the_simulation != nullptr && the_simulation->fibers_.is_running() ? the_simulation
                                                                           : nullptr;
}

void Simulation::meet(double gap) {
  const auto core = static_cast<std::size_t>(core_of(rank()));
  fibers_.meet(cores_[core].stored, gap);
  cores_[core].floor = now();
}

double Simulation::read(const void* from, std::size_t bytes) {
  const int core = core_of(rank());
  if (memory_.is_in_lines(from)) return lines_.read(from, bytes, core, now());
  if (memory_.is_in_region(from)) return ranges_.read(from, bytes, core, now());
  return now() + static_cast<double>(bytes) / bandwidth_of_own_memory;
}

void Simulation::write(void* into, std::size_t bytes, Stores stores) {
  const int core = core_of(rank());
  if (memory_.is_in_lines(into))
    lines_.write(into, bytes, core, now());
  else if (memory_.is_in_region(into))
    ranges_.write(into, bytes, core, now(), stores);
  else
    return;
  const double stored = cores_[static_cast<std::size_t>(core)].stored;
  fibers_.clock() = std::max(now(), stored - Core::stores_held);
}

void Simulation::copy(void* into, const void* from, std::size_t bytes, Stores stores) {
  if (bytes == 0) return;
  work(node_.time.operation);
  for (std::size_t at = 0; at < bytes; at += bytes_at_once) {
    const std::size_t length = std::min(bytes_at_once, bytes - at);
    fibers_.let_others_catch_up();
    const double come = read(moved(from, at), length);
    const double copied = now() + static_cast<double>(length) / node_.bandwidth.copy;
    fibers_.clock() = std::max(copied, come);
    fibers_.let_others_catch_up();
    write(moved(into, at), length, stores);
  }
  std::memcpy(into, from, bytes);
}

void Simulation::add(void* into, const void* left, const void* right, std::size_t bytes) {
  if (bytes == 0) return;
  work(node_.time.operation);
  for (std::size_t at = 0; at < bytes; at += bytes_at_once) {
    const std::size_t length = std::min(bytes_at_once, bytes - at);
    fibers_.let_others_catch_up();
    const double left_come = read(moved(left, at), length);
    const double right_come = read(moved(right, at), length);
    const double added = now() + static_cast<double>(length) / node_.bandwidth.reduce;
    fibers_.clock() = std::max({added, left_come, right_come});
    fibers_.let_others_catch_up();
    write(moved(into, at), length, Stores::plain);
  }
  for (std::size_t at = 0; at < bytes; at += sizeof(std::uint64_t)) {
    std::uint64_t one = 0;
    std::uint64_t other = 0;
    std::memcpy(&one, moved(left, at), sizeof one);
    std::memcpy(&other, moved(right, at), sizeof other);
    one += other;
    std::memcpy(moved(into, at), &one, sizeof one);
  }
}

void Simulation::note_written(void* vector, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += bytes_at_once) {
    fibers_.let_others_catch_up();
    write(moved(vector, at), std::min(bytes_at_once, bytes - at), Stores::plain);
  }
}

}  // namespace allfold::node_model
