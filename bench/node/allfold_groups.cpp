#include "allfold_groups.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "mpi/machine/locations.hpp"
#include "node/slices.hpp"

namespace allfold::bench {

namespace {

class Sum final : public exec::Arithmetic {
 public:
  explicit Sum(node_model::Simulation& simulation) : simulation_(simulation) {}
  exec::Status reduce(void* into, const void* left, const void* right,
                      std::int64_t elements) override {
    simulation_.add(into, left, right, static_cast<std::size_t>(elements * element_bytes));
    return exec::success;
  }
  exec::Status copy(void* into, const void* from, std::int64_t elements) override {
    node_model::copy_bytes(into, from, static_cast<std::size_t>(elements * element_bytes));
    return exec::success;
  }

 private:
  node_model::Simulation& simulation_;
};

/// The vectors of other ranks, as through XPMEM.
class MappedVectors final : public node::PeerMemory {
 public:
  explicit MappedVectors(node_model::Simulation& simulation) : simulation_(simulation) {}
  bool read(int /*rank*/, const Copy& copy) noexcept override {
    simulation_.work(nanoseconds_of_look);
    node_model::copy_bytes(copy.into, reinterpret_cast<const void*>(copy.address), copy.bytes);
    return true;
  }

 private:
  /// The library looks whether the mapping is still valid.
  static constexpr double nanoseconds_of_look = 250;
  node_model::Simulation& simulation_;
};

/// What the library finds out on a core.
mpi::machine::Location location_on(int core, const node_model::Node& node) {
  const auto first_of = [core](int cores) {
    return static_cast<std::int16_t>(core / cores * cores);
  };
  return {.cache = {.bytes = static_cast<std::int64_t>(node.capacity.l3_announced),
                    .cores = static_cast<std::int16_t>(node.cores.of_l3),
                    .number = first_of(node.cores.of_l3)},
          .numa_node = {.cores = static_cast<std::int16_t>(node.cores.of_numa_node),
                        .number = first_of(node.cores.of_numa_node)},
          .socket = first_of(node.cores.of_socket)};
}

}  // namespace

/// The only staging area of a rank. The number of the rank identifies its memory.
class AllfoldGroups::Areas final : public node::AreaSource {
 public:
  Areas(const AllfoldGroups& all, int rank, node_model::Simulation& simulation)
      : all_(all), area_(simulation.region(rank)) {}
  Made make() noexcept override { return {.area = pointer(), .offset = node::first_area}; }
  bool fill(const Made& /*made*/, std::size_t /*room*/) noexcept override { return true; }
  std::shared_ptr<node::Area> find_first(const node::MemoryName& of,
                                         const node::Slot& slot) noexcept override;
  std::shared_ptr<node::Area> find(const node::MemoryName& /*of*/,
                                   std::int64_t /*offset*/) noexcept override {
    return nullptr;
  }
  /// The simulation owns the memory.
  [[nodiscard]] std::shared_ptr<node::Area> pointer() const {
    return {std::shared_ptr<void>(), static_cast<node::Area*>(area_)};
  }

 private:
  const AllfoldGroups& all_;
  void* area_;
};

struct AllfoldGroups::Rank {
  Rank(const AllfoldGroups& all, int rank, node_model::Simulation& simulation)
      : areas(all, rank, simulation),
        stagings(areas),
        slot(new (simulation.lines(sizeof(node::Slot))) node::Slot),
        sum(std::make_unique<Sum>(simulation)) {
    if (stagings.fill_first(0)) slot->area.store(node::first_area);
  }
  Areas areas;
  node::StagingPool stagings;
  node::Slot* slot;
  std::unique_ptr<exec::Arithmetic> sum;
  exec::Workspace workspace;
  std::shared_ptr<node::Group> group;
};

std::shared_ptr<node::Area> AllfoldGroups::Areas::find_first(const node::MemoryName& of,
                                                             const node::Slot& /*slot*/) noexcept {
  return all_.ranks_[static_cast<std::size_t>(of.process)]->areas.pointer();
}

AllfoldGroups::AllfoldGroups(const Task& task, const AllfoldOptions& options)
    : task_(task), options_(options) {
  std::vector<node::Group::Member> members;
  for (int rank = 0; rank < task.ranks(); ++rank) {
    ranks_.push_back(std::make_unique<Rank>(*this, rank, task.simulation));
    const Rank& own = *ranks_.back();
    members.push_back({.slot = {std::shared_ptr<void>(), own.slot},
                       .areas = {.memory = {.process = rank}, .first = own.areas.pointer()}});
  }
  for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
    ranks_[rank]->group = std::make_shared<node::Group>(setup(members, rank));
}

AllfoldGroups::~AllfoldGroups() {
  for (const auto& rank : ranks_) rank->stagings.close();
}

node::Group::Setup AllfoldGroups::setup(const std::vector<node::Group::Member>& members,
                                        std::size_t rank) {
  std::vector<mpi::machine::Location> locations;
  for (const int core : task_.simulation.cores())
    locations.push_back(location_on(core, task_.simulation.node()));
  return {
      .members = members,
      .rank = static_cast<int>(rank),
      .hierarchy = options_.teams == AllfoldOptions::Teams::flat
                       ? node::Hierarchy::flat(task_.ranks())
                       : mpi::machine::hierarchy_of(locations, mpi::machine::Brackets::by_location),
      .lengths = mpi::machine::lengths_of(locations),
      .waiting = node::Waiting([] {}, /*is_crowded=*/false),
      .stagings = &ranks_[rank]->stagings,
      .callers = node::Callers::one_thread,
      .peers = std::make_unique<MappedVectors>(task_.simulation)};
}

void AllfoldGroups::reduce(int rank) {
  Rank& own = *ranks_[static_cast<std::size_t>(rank)];
  const double cache = task_.simulation.node().capacity.l3_announced;
  using Results = node::Elements::Results;
  // As mpi/run/shared_elements.cpp decides.
  const bool is_long = 2 * static_cast<double>(task_.bytes) > cache;
  const int receiver = schedule::has_root(task_.collective) ? root : node::everyone;
  const bool wants_share = schedule::goes_in_shares(task_.collective);
  const node::Wanted wanted = wants_share ? node::Wanted(task_.shares()) : receiver;
  const node::Elements elements{
      .arithmetic = *own.sum,
      .workspace = own.workspace,
      .layout = {.extent = element_bytes, .true_lower_bound = 0, .true_extent = element_bytes},
      .stride = element_bytes,
      .results = is_long ? Results::past_caches : Results::cached,
      .kind = node::Elements::Kind::plain,
      .order = schedule::OperandOrder::any,
      .asked = node::signature_of({.count = task_.count(),
                                   .element_bytes = element_bytes,
                                   .root = wants_share ? node::each_its_share : receiver})};
  const bool is_lane = options_.part != AllfoldOptions::Part::all && rank < options_.lanes;
  const bool has_result = is_lane || task_.gets_result(rank);
  const std::int64_t first = task_.wanted(rank).first * element_bytes;
  const node::Vectors vectors{.input = task_.input(rank),
                              .result = has_result ? task_.result(rank) + first : nullptr,
                              .count = task_.count()};
  if (run(own, vectors, elements, wanted) != exec::success)
    throw std::runtime_error("a call of Allfold's node level has failed");
}

exec::Status AllfoldGroups::run(Rank& own, node::Vectors vectors, const node::Elements& elements,
                                const node::Wanted& wanted) const {
  using Part = AllfoldOptions::Part;
  if (options_.part == Part::all) {
    // As the set-up of such a call does.
    if (wanted.are_shares()) own.group->prepare_lanes(task_.ranks());
    const node::CallClass calls = node::class_of(wanted, task_.bytes);
    const node::Way way = options_.way.value_or(own.group->first_way_of(calls, elements.kind).way);
    return own.group->reduce(vectors, elements, wanted, way);
  }
  own.group->prepare_lanes(options_.lanes);
  vectors.so_far = own.group->scatter(vectors, elements, options_.lanes);
  if (options_.part == Part::scatter) return vectors.so_far;
  return own.group->gather(vectors, elements, options_.lanes, wanted.receiver());
}

Positions AllfoldGroups::reduced(const Task& task, int rank) const {
  if (options_.part != AllfoldOptions::Part::scatter) return Candidate::reduced(task, rank);
  if (rank >= options_.lanes) return {};
  const node::Range slice = node::slice_of_lane(task.count(), rank, options_.lanes);
  return {.first = slice.first, .last = slice.last};
}

}  // namespace allfold::bench
