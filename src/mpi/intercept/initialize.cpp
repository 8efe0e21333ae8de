#include "mpi/intercept/initialize.hpp"

#include <memory>
#include <new>

#include "algorithms/placement.hpp"
#include "mpi/call/operand.hpp"
#include "mpi/machine/members.hpp"
#include "mpi/native/quiet_floating_point.hpp"
#include "mpi/observe/alone.hpp"
#include "mpi/setup/shared_memory_set_up.hpp"
#include "mpi/setup/shared_rules.hpp"
#include "mpi/state/process.hpp"
#include "node/area.hpp"
#include "select/choose.hpp"
#include "system/copy.hpp"

namespace allfold::mpi::intercept {

namespace {

/// Prepares what this rank tells the others about a communicator of all ranks.
void prepare_record(const machine::Members& world, const user::Settings& settings,
                    state::Process& process) {
  static_cast<void>(settings.fingerprint());
  static_cast<void>(process.network(world));
  process.look_ahead();
  // Its memory stays allocated after the reservation is given back.
  const setup::SharedMemorySetUp shared_memory(world.comm, process, settings.configuration);
  process.memory.prepare_area(node::least_room());
  static_cast<void>(system::long_copies());
}

/// Prepares tables that the first call uses, and brings the code that it runs into memory: half of
/// a first call's time was spent on page faults of this library.
void prepare_choice(const machine::Members& world, const user::Settings& settings,
                    state::Process& process) {
  static_cast<void>(call::operand_of(MPI_DOUBLE, MPI_SUM));
  if (settings.configuration.node == 0 || !machine::are_job_on_one_node(world)) return;
  const select::Problem problem{
      .collective = schedule::Collective::allreduce,
      .ranks = world.ranks,
      .bytes = sizeof(double),
      .carrier = algorithms::Carrier::shared_memory,
      .nodes = algorithms::Nodes::in_succession(world.ranks, world.ranks)};
  static_cast<void>(select::choose(
      problem, settings.configuration,
      select::knowledge_of(settings.configuration, select::Network::local), process.candidates));
}

}  // namespace

void prepare() noexcept {
  state::Process& owner = state::process();
  const machine::Members world(MPI_COMM_WORLD);
  if (world.ranks == 1) return observe::warn_if_alone();
  try {
    owner.reserve.within([&] {
      const native::QuietFloatingPoint quiet;
      const std::shared_ptr<const user::Settings> settings = owner.settings();
      prepare_record(world, *settings, owner);
      prepare_choice(world, *settings, owner);
      setup::read_rules_ahead(owner);
    });
  } catch (const std::bad_alloc&) {
    // The first reduction reports that.
  }
  owner.late_ranks.expect_waits();
}

}  // namespace allfold::mpi::intercept
