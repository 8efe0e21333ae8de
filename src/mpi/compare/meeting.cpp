#include "mpi/compare/meeting.hpp"

#include <new>

#include "mpi/messages/hidden_comm.hpp"

namespace allfold::mpi::compare {

namespace {

/// A word as a number: the minimum is the word with the lowest code, and among these of the lowest
/// rank.
constexpr int ranks_of_code = 1 << 28;
int number_of(const Meeting::Word& word) { return word.code * ranks_of_code + word.rank; }
Meeting::Word word_of(int number) {
  if (number < 0) return {.code = Meeting::left, .rank = 0};
  return {.code = number / ranks_of_code, .rank = number % ranks_of_code};
}

}  // namespace

/// A nonblocking call that this rank does not wait for, so it may complete after this rank has gone
/// on.
struct Meeting::Farewell {
  int own = Meeting::left;
  int least = 0;
  MPI_Request request = MPI_REQUEST_NULL;
};

Meeting::Meeting(const machine::Members& members, const native::Native& native)
    : members_(members),
      own_(members.ranks > 1 ? messages::communicator_like(members.comm) : MPI_COMM_NULL, native),
      farewell_(new (std::nothrow) Farewell),
      is_open_(machine::least_of_all(members, is_able() ? 1 : 0, native) == 1) {}

bool Meeting::is_able() const {
  return members_.ranks == 1 || (own_.comm() != MPI_COMM_NULL && farewell_ != nullptr);
}

Meeting::~Meeting() {
  if (farewell_ == nullptr || farewell_->request == MPI_REQUEST_NULL) return;
  int is_over = 0;
  PMPI_Test(&farewell_->request, &is_over, MPI_STATUS_IGNORE);
  // The MPI library may still access the buffers, so they are leaked.
  if (is_over == 0) static_cast<void>(farewell_.release());
}

Meeting::Word Meeting::hear(int code) {
  const Word own{.code = code, .rank = members_.rank};
  if (members_.ranks == 1) return own;
  const int number = number_of(own);
  int least = Meeting::left;
  MPI_Request request = MPI_REQUEST_NULL;
  // A rank that leaves cannot wait, so all ranks use the nonblocking call.
  const int error = PMPI_Iallreduce(&number, &least, 1, MPI_INT, MPI_MIN, own_.comm(), &request);
  if (error != MPI_SUCCESS || PMPI_Wait(&request, MPI_STATUS_IGNORE) != MPI_SUCCESS)
    return {.code = Meeting::left};
  return word_of(least);
}

std::optional<Meeting::Difference> Meeting::find_difference(std::uint64_t number) {
  if (members_.ranks == 1) return std::nullopt;
  // The numbers of rank 0 and of the first rank whose number differs.
  std::uint64_t of_first = number;
  if (PMPI_Bcast(&of_first, 1, MPI_UINT64_T, 0, own_.comm()) != MPI_SUCCESS) return std::nullopt;
  const Word word = hear(number == of_first ? 1 : 0);
  if (word.code != 0) return std::nullopt;
  std::uint64_t of_other = number;
  if (PMPI_Bcast(&of_other, 1, MPI_UINT64_T, word.rank, own_.comm()) != MPI_SUCCESS)
    return std::nullopt;
  return Difference{
      .rank = 0, .other_rank = word.rank, .number = of_first, .other_number = of_other};
}

void Meeting::leave() {
  if (members_.ranks == 1) return;
  PMPI_Iallreduce(&farewell_->own, &farewell_->least, 1, MPI_INT, MPI_MIN, own_.comm(),
                  &farewell_->request);
}

}  // namespace allfold::mpi::compare
