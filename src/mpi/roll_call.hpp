/// @file The roll call: what each rank of a communicator says of itself when it is set up.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>

#include "mpi/build_identity.hpp"
#include "mpi/hidden_comm.hpp"
#include "mpi/late_ranks.hpp"
#include "mpi/members.hpp"
#include "mpi/neighbours.hpp"
#include "mpi/warnings.hpp"
#include "select/network.hpp"

namespace allfold::mpi {

/// What one rank says. Builds of Allfold that differ may choose differently, and ranks that do wait
/// for each other forever: so each names its build first, and all builds have as many bytes to say.
struct Record {
  std::uint64_t build = build_identity();
  std::array<char, 16> version = version_text();
  enum State : std::uint32_t { well = 1, in_error = 2 };
  State state = well;
  select::Network network = select::Network::tcp;
  std::uint64_t fingerprint = 0;
  std::uint64_t rules = 0;    ///< the fingerprint of those that it knows; 0: none yet
  std::uint64_t process = 0;  ///< Channels::own_process()
  std::uint64_t node = 0;     ///< node_identity(); 0: not known
  std::int64_t eager_limit = 0;
  Neighbour neighbour;
  WarningsNotice warnings;
  std::int64_t profile = 0;        ///< Profiler::offer()
  HiddenOffer hidden;              ///< Channels::known()
  std::uint64_t mapped = 0;        ///< MappedNeighbours::told()
  bool has_device_driver = false;  ///< so that copies of its buffers may fail
  bool has_reserve = false;        ///< so that what follows from the records does not lack memory
  std::array<char, 6> unused = {};
};
static_assert(sizeof(Record) == 256, "the same in all builds");

/// Collective: an Allgather of the records, into as many places. By a blocking call: that takes
/// connections to few ranks only, and leaves the MPI library's numbering of calls as it would be on
/// a rank whose own call is refused. It says so when it takes long. Throws FailedCall.
void gather(const Members& members, const Record& own, std::span<Record> records,
            LateRanks& late_ranks);

}  // namespace allfold::mpi
