#include "exec/point_to_point.hpp"

#include <utility>

namespace allfold {

PointToPoint::PointToPoint(MPI_Comm comm, MPI_Datatype datatype)
    : comm_(comm), datatype_(datatype) {
  requests_.fill(MPI_REQUEST_NULL);
}

void PointToPoint::start_receive(int slot, int peer, void* into, std::int64_t elements) {
  const auto s = static_cast<std::size_t>(slot);
  expected_[s] = static_cast<int>(elements);
  failed_start_[s] = PMPI_Irecv(into, expected_[s], datatype_, peer, tag, comm_, &requests_[s]);
  if (failed_start_[s] != MPI_SUCCESS) ++failed_starts_;
}

void PointToPoint::start_send(int slot, int peer, const void* from, std::int64_t elements) {
  const auto s = static_cast<std::size_t>(slot);
  expected_[s] = sends;
  failed_start_[s] =
      PMPI_Isend(from, static_cast<int>(elements), datatype_, peer, tag, comm_, &requests_[s]);
  if (failed_start_[s] != MPI_SUCCESS) ++failed_starts_;
}

Status PointToPoint::send(int peer, const void* from, std::int64_t elements) {
  return PMPI_Send(from, static_cast<int>(elements), datatype_, peer, tag, comm_);
}

Status PointToPoint::status_of(int slot, int error, const MPI_Status& status) const {
  const int expected = expected_[static_cast<std::size_t>(slot)];
  if (error != MPI_SUCCESS || expected == sends) return error;
  int received = 0;
  PMPI_Get_count(&status, datatype_, &received);
  return received == expected ? MPI_SUCCESS : MPI_ERR_OTHER;
}

Status PointToPoint::wait(int slot) {
  const auto s = static_cast<std::size_t>(slot);
  if (failed_start_[s] != MPI_SUCCESS) return std::exchange(failed_start_[s], MPI_SUCCESS);
  MPI_Status status;
  const int error = PMPI_Wait(&requests_[s], &status);
  return status_of(slot, error, status);
}

std::span<const Transport::Completion> PointToPoint::completed(Patience patience) {
  std::size_t count = 0;
  if (failed_starts_ > 0) {
    for (std::size_t s = 0; s < failed_start_.size(); ++s)
      if (failed_start_[s] != MPI_SUCCESS)
        completions_[count++] = {.slot = static_cast<int>(s),
                                 .status = std::exchange(failed_start_[s], MPI_SUCCESS)};
    failed_starts_ = 0;
    return std::span(completions_).first(count);
  }
  std::array<int, message_window> slots;
  std::array<MPI_Status, message_window> statuses;
  int done = 0;
  const int error =
      patience == Patience::none
          ? PMPI_Testsome(message_window, requests_.data(), &done, slots.data(), statuses.data())
          : PMPI_Waitsome(message_window, requests_.data(), &done, slots.data(), statuses.data());
  for (std::size_t i = 0; done != MPI_UNDEFINED && i < static_cast<std::size_t>(done); ++i) {
    const int own_error = error == MPI_ERR_IN_STATUS ? statuses[i].MPI_ERROR : MPI_SUCCESS;
    completions_[count++] = {.slot = slots[i],
                             .status = status_of(slots[i], own_error, statuses[i])};
  }
  return std::span(completions_).first(count);
}

}  // namespace allfold
