#include "mpi/communicator.hpp"

#include <utility>

#include "mpi/process.hpp"

namespace allfold::mpi {

Communicator::~Communicator() { process().profiler.end(std::move(agreement_.observed)); }

void Communicator::agree() {
  const Members members = agreement_.members;
  agreement_ = allfold::mpi::agree(members, process());
  if (const auto& membership = agreement_.sharing.membership; membership != nullptr)
    context_.group = &membership->group();
  process().gathering.note(members.comm, configuration());
  process().profiler.begin(agreement_.observed, members.comm, agreement_.nodes, process().native());
}

bool Communicator::open_channel() {
  if (!context_.channel.is_open())
    context_.channel = process().channels.open({.comm = agreement_.members.comm,
                                                .rank = agreement_.members.rank,
                                                .processes = agreement_.roster->processes,
                                                .place = agreement_.channel});
  return context_.channel.is_open();
}

bool Communicator::enlarge_areas(std::size_t room) {
  Process& owner = process();
  // A rank alone on its node shares nothing.
  node::Group* const group = context_.group;
  const bool has = group == nullptr || (owner.memory.fill_area(room) && group->find_areas());
  const bool all_share = agreement_.sharing.carrier == algorithms::Carrier::shared_memory;
  const bool all_have = all_share && group != nullptr
                            ? group->are_all_able(has)
                            : least_of_all(agreement_.members, has ? 1 : 0, owner.native()) == 1;
  if (all_have) {
    agreement_.room = room;
    return true;
  }
  agreement_.sharing.carrier = algorithms::Carrier::messages;
  decisions_.forget();
  return false;
}

}  // namespace allfold::mpi
