#include "mpi/messages/point_to_point.hpp"

#include <algorithm>
#include <utility>

namespace allfold::mpi::messages {

namespace {
constexpr int nothing_expected = -1;
}  // namespace

exec::Status PointToPoint::status_of_receive(int error, const MPI_Status& status,
                                             int expected) const {
  if (error != MPI_SUCCESS) return error;
  int elements = 0;
  PMPI_Get_count(&status, datatype_, &elements);
  if (elements == expected) return MPI_SUCCESS;
  return elements == 0 ? MPI_ERR_OTHER : MPI_ERR_TRUNCATE;
}

void PointToPoint::open() {
  if (is_open_) return;
  requests_.fill(MPI_REQUEST_NULL);
  failed_start_.fill(MPI_SUCCESS);
  is_open_ = true;
}

void PointToPoint::note_start(int slot, int error) {
  slots_ = std::max(slots_, slot + 1);
  failed_start_[static_cast<std::size_t>(slot)] = error;
  in_flight_.set(static_cast<std::size_t>(slot), error == MPI_SUCCESS);
  if (error != MPI_SUCCESS) ++failed_starts_;
}

void PointToPoint::start_receive(int slot, int peer, void* into, std::int64_t elements) {
  open();
  const auto s = static_cast<std::size_t>(slot);
  expected_[s] = static_cast<int>(elements);
  note_start(slot, PMPI_Irecv(into, expected_[s], datatype_, rank_of(peer), space_.message_tag,
                              space_.comm, &requests_[s]));
}

void PointToPoint::start_send(int slot, int peer, const void* from, std::int64_t elements) {
  open();
  const auto s = static_cast<std::size_t>(slot);
  expected_[s] = nothing_expected;
  note_start(slot, PMPI_Isend(from, static_cast<int>(elements), datatype_, rank_of(peer),
                              space_.message_tag, space_.comm, &requests_[s]));
}

exec::Status PointToPoint::exchange(const Incoming& receive, const Outgoing& send) {
  const int tag = space_.message_tag;
  const int out = static_cast<int>(send.elements);
  if (receive.peer < 0)
    return PMPI_Send(send.from, out, datatype_, rank_of(send.peer), tag, space_.comm);
  const int in = static_cast<int>(receive.elements);
  MPI_Status status;
  const int error =
      send.peer < 0
          ? PMPI_Recv(receive.into, in, datatype_, rank_of(receive.peer), tag, space_.comm, &status)
          : PMPI_Sendrecv(send.from, out, datatype_, rank_of(send.peer), tag, receive.into, in,
                          datatype_, rank_of(receive.peer), tag, space_.comm, &status);
  return status_of_receive(error, status, in);
}

std::span<const exec::Transport::Completion> PointToPoint::completed(Patience patience) {
  std::size_t count = 0;
  if (failed_starts_ > 0) {
    for (std::size_t s = 0; s < failed_start_.size(); ++s)
      if (failed_start_[s] != MPI_SUCCESS)
        completions_[count++] = {.slot = static_cast<int>(s),
                                 .status = std::exchange(failed_start_[s], MPI_SUCCESS)};
    failed_starts_ = 0;
    return std::span(completions_).first(count);
  }
  std::array<int, program::message_window> slots;
  std::array<MPI_Status, program::message_window> statuses;
  int done = 0;
  const int error =
      patience == Patience::none
          ? PMPI_Testsome(slots_, requests_.data(), &done, slots.data(), statuses.data())
          : PMPI_Waitsome(slots_, requests_.data(), &done, slots.data(), statuses.data());
  if (error != MPI_SUCCESS && error != MPI_ERR_IN_STATUS) {
    failure_ = error;
    return completed_one_by_one(patience);
  }
  for (std::size_t i = 0; done != MPI_UNDEFINED && i < static_cast<std::size_t>(done); ++i) {
    const int own_error = error == MPI_ERR_IN_STATUS ? statuses[i].MPI_ERROR : failure_;
    const auto slot = static_cast<std::size_t>(slots[i]);
    in_flight_.reset(slot);
    completions_[count++] = {
        .slot = slots[i],
        .status = expected_[slot] != nothing_expected
                      ? status_of_receive(own_error, statuses[i], expected_[slot])
                      : own_error};
  }
  return std::span(completions_).first(count);
}

std::span<const exec::Transport::Completion> PointToPoint::completed_one_by_one(Patience patience) {
  std::size_t count = 0;
  do {
    for (int slot = 0; slot < slots_; ++slot) {
      const auto s = static_cast<std::size_t>(slot);
      if (!in_flight_[s]) continue;
      int is_complete = 0;
      const int error = PMPI_Test(&requests_[s], &is_complete, MPI_STATUS_IGNORE);
      if (error == MPI_SUCCESS && is_complete == 0) continue;
      requests_[s] = MPI_REQUEST_NULL;
      in_flight_.reset(s);
      completions_[count++] = {.slot = slot, .status = failure_};
    }
  } while (count == 0 && patience == Patience::until_one);
  return std::span(completions_).first(count);
}

}  // namespace allfold::mpi::messages
