/// @file The roll call: what each rank of a communicator tells the others when it is set up.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <span>

#include "mpi/machine/members.hpp"
#include "mpi/messages/hidden_comm.hpp"
#include "mpi/native/threads.hpp"
#include "mpi/record/late_ranks.hpp"
#include "mpi/setup/build_identity.hpp"
#include "mpi/setup/shared_memory_set_up.hpp"
#include "mpi/user/warnings.hpp"
#include "select/network.hpp"

namespace allfold::mpi::setup {

/// The record of one rank. Different builds of Allfold may choose differently, which would
/// deadlock, so each record starts with the build, and has the same size in all builds.
struct Record {
  std::uint64_t build = build_identity();
  std::array<char, 16> version = version_text();
  enum State : std::uint32_t { well = 1, in_error = 2 };
  State state = well;
  select::Network network = select::Network::tcp;
  std::uint64_t fingerprint = 0;
  std::uint64_t rules = 0;    ///< fingerprint of the rules that it knows; 0: none yet
  std::uint64_t process = 0;  ///< Channels::own_process()
  std::uint64_t node = 0;     ///< node_identity(); 0: not known
  std::int64_t eager_limit = 0;
  OnNode on_node;
  user::WarningsNotice warnings;
  std::int64_t profile = 0;        ///< Recorder::offer()
  messages::HiddenOffer hidden;    ///< Channels::known()
  std::uint64_t mapped = 0;        ///< MappedNeighbours::told()
  bool has_device_driver = false;  ///< copies of its buffers may fail
  bool has_reserve = false;        ///< what follows from the records will not lack memory
  native::Threads threads = native::Threads::at_once;
  char unused = 0;
  std::uint32_t set_up = 0;  ///< how many communicators its process had begun to set up before
};
static_assert(sizeof(Record) == 272, "the same in all builds");

/// Collective: an Allgather of the records. It is a blocking call: that needs connections to few
/// ranks only, and leaves the MPI library's internal numbering of calls as it is on a rank that
/// does not take part because its own call is refused. A long wait is reported. Throws FailedCall.
void gather(const machine::Members& members, const Record& own, std::span<Record> records,
            record::LateRanks& late_ranks);

}  // namespace allfold::mpi::setup
