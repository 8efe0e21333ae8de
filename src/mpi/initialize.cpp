#include "mpi/initialize.hpp"

#include <memory>
#include <new>

#include "mpi/members.hpp"
#include "mpi/neighbours.hpp"
#include "mpi/process.hpp"
#include "mpi/quiet_floating_point.hpp"
#include "mpi/shared_rules.hpp"
#include "node/area.hpp"
#include "system/copy.hpp"

namespace allfold::mpi {

namespace {

/// Has found, and made, what this rank tells the others of a communicator of all ranks.
void prepare_record(const Members& world, Process& process) {
  const QuietFloatingPoint quiet;
  const std::shared_ptr<const Settings> settings = process.settings();
  static_cast<void>(settings->fingerprint());
  static_cast<void>(process.network(world));
  process.look_ahead();
  // Memory that was made stays when the place in it goes back.
  const Neighbours neighbours(world.comm, process, settings->configuration);
  process.memory.prepare_area(node::least_room);
  static_cast<void>(system::long_copies());
}

}  // namespace

void prepare() noexcept {
  Process& owner = process();
  const Members world(MPI_COMM_WORLD);
  if (world.ranks == 1) return;
  try {
    owner.reserve.within([&] {
      prepare_record(world, owner);
      read_rules_ahead(owner);
    });
  } catch (const std::bad_alloc&) {
    // The first reduction finds out.
  }
  owner.late_ranks.expect_waits();
}

}  // namespace allfold::mpi
