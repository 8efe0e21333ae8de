#include "support/ranks.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>
#include <thread>

namespace allfold_test {

int rank_of(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

int size_of(MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  return size;
}

std::vector<std::uint64_t> gather_from_all(std::uint64_t mine, MPI_Comm comm) {
  std::vector<std::uint64_t> all(static_cast<std::size_t>(size_of(comm)));
  MPI_Allgather(&mine, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm);
  return all;
}

bool true_on_all_ranks(bool mine, MPI_Comm comm) {
  const std::vector<std::uint64_t> all = gather_from_all(mine, comm);
  return std::all_of(all.begin(), all.end(), [](std::uint64_t answer) { return answer != 0; });
}

std::uint64_t digest(const void* data, std::size_t bytes) {
  // FNV-1a over words of eight bytes, with a final mix.
  const auto* at = static_cast<const unsigned char*>(data);
  std::uint64_t hash = 0xcbf29ce484222325 ^ bytes;
  for (; bytes >= 8; at += 8, bytes -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0x100000001b3;
    hash ^= hash >> 29;
  }
  for (; bytes > 0; ++at, --bytes) hash = (hash ^ *at) * 0x100000001b3;
  return hash ^ (hash >> 32);
}

testing::AssertionResult same_on_all_ranks(std::uint64_t mine, MPI_Comm comm) {
  const std::vector<std::uint64_t> all = gather_from_all(mine, comm);
  testing::AssertionResult failure = testing::AssertionFailure();
  bool same = true;
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    failure << (same ? "differs from rank 0's on rank " : ", ") << rank;
    same = false;
  }
  return same ? testing::AssertionSuccess() : failure;
}

testing::AssertionResult same_on_all_ranks(const void* data, std::size_t bytes, MPI_Comm comm) {
  return same_on_all_ranks(digest(data, bytes), comm);
}

void random_delay(unsigned most_microseconds) {
  thread_local std::minstd_rand generator(std::random_device{}() +
                                          static_cast<unsigned>(rank_of(MPI_COMM_WORLD)));
  std::uniform_int_distribution<unsigned> microseconds(0, most_microseconds);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds(generator)));
}

}  // namespace allfold_test
