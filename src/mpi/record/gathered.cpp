#include "mpi/record/gathered.hpp"

#include <cstdint>
#include <limits>

#include "mpi/machine/members.hpp"

namespace allfold::mpi::record {

namespace {

/// What rank 0 receives.
struct Texts {
  std::vector<int> lengths;
  std::vector<int> offsets;
  std::string all;

  /// Allocates memory for the lengths of `ranks` texts. Returns true.
  bool make_room(int ranks) {
    lengths.resize(static_cast<std::size_t>(ranks));
    offsets.resize(lengths.size());
    return true;
  }
  /// Allocates memory for the texts, whose lengths are known. Returns false if there are too many
  /// bytes.
  bool make_room() {
    std::int64_t end = 0;
    for (std::size_t r = 0; r < lengths.size(); ++r) {
      offsets[r] = static_cast<int>(end);
      end += lengths[r];
      if (end > std::numeric_limits<int>::max()) return false;
    }
    all.resize(static_cast<std::size_t>(end));
    return true;
  }
  [[nodiscard]] std::vector<std::string> one_by_one() const {
    std::vector<std::string> texts;
    texts.reserve(lengths.size());
    for (std::size_t r = 0; r < lengths.size(); ++r)
      texts.push_back(
          all.substr(static_cast<std::size_t>(offsets[r]), static_cast<std::size_t>(lengths[r])));
    return texts;
  }
};

}  // namespace

std::vector<std::string> gathered(const std::string& own, MPI_Comm comm, memory::Reserve& reserve) {
  const machine::Members members(comm);
  const bool receives = members.rank == 0;
  Texts texts;
  // The others wait for rank 0, so it tells them in advance whether it has memory.
  const auto has_room = [&](auto make) {
    int has = receives && reserve.within(make, false) ? 1 : 0;
    PMPI_Bcast(&has, 1, MPI_INT, 0, comm);
    return has != 0;
  };
  if (!has_room([&] { return texts.make_room(members.ranks); })) return {};
  const int length = static_cast<int>(own.size());
  PMPI_Gather(&length, 1, MPI_INT, texts.lengths.data(), 1, MPI_INT, 0, comm);
  if (!has_room([&] { return texts.make_room(); })) return {};
  PMPI_Gatherv(own.data(), length, MPI_CHAR, texts.all.data(), texts.lengths.data(),
               texts.offsets.data(), MPI_CHAR, 0, comm);
  return receives ? texts.one_by_one() : std::vector<std::string>();
}

}  // namespace allfold::mpi::record
