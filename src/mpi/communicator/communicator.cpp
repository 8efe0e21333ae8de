#include "mpi/communicator/communicator.hpp"

#include "mpi/state/process.hpp"

namespace allfold::mpi::communicator {

Communicator::~Communicator() { state::process().recorder.end(agreement_.observed); }

void Communicator::agree() {
  const machine::Members members = agreement_.members;
  agreement_ = allfold::mpi::setup::agree(members, state::process());
  if (const auto& membership = agreement_.sharing.membership; membership != nullptr)
    context_.group = &membership->group();
  context_.identity = agreement_.identity;
  state::process().gathering.note(members.comm, configuration(), observed());
  state::process().recorder.begin(agreement_.observed, members.comm, agreement_.nodes,
                                  state::process().native());
}

bool Communicator::open_channel() {
  if (!context_.channel.is_open())
    context_.channel = state::process().channels.open({.comm = agreement_.members.comm,
                                                       .rank = agreement_.members.rank,
                                                       .processes = agreement_.roster->processes,
                                                       .place = agreement_.channel});
  if (context_.channel.is_open() && !context_.calls && ranks() > 1)
    context_.calls.emplace(state::process().late_ranks, agreement_.identity, rank(), ranks());
  return context_.channel.is_open();
}

Communicator::Areas Communicator::enlarge_areas(std::size_t room) {
  state::Process& owner = state::process();
  // A rank that is alone on its node shares no memory.
  node::Group* const group = context_.group;
  const bool has = group == nullptr || (owner.memory.fill_area(room) && group->find_areas());
  const bool all_share = agreement_.sharing.carrier == algorithms::Carrier::shared_memory;
  using Able = node::Group::Able;
  const Able own = has ? Able::yes : Able::no;
  Able all = own;
  if (all_share && group != nullptr)
    all = group->are_all_able(own, room);
  else if (machine::least_of_all(agreement_.members, has ? 1 : 0, owner.native()) != 1)
    all = Able::no;
  if (all == Able::torn) return Areas::torn;
  if (all == Able::yes) {
    agreement_.room = room;
    return Areas::open;
  }
  agreement_.sharing.carrier = algorithms::Carrier::messages;
  decisions_.forget();
  return Areas::none;
}

}  // namespace allfold::mpi::communicator
