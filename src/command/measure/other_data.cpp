#include "command/measure/other_data.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace allfold::command::measure {

namespace {

constexpr std::size_t line = 64;
/// Assumed if the size of the cache is not known.
constexpr std::int64_t usual_cache = 32 << 20;
/// A processor's private caches are not larger than this.
constexpr std::int64_t least_cache = 4 << 20;

}  // namespace

std::size_t bytes_that_fill(const mpi::machine::Cache& cache, int ranks) {
  const std::int64_t size = cache.bytes > 0 ? cache.bytes : usual_cache;
  const int sharing = std::clamp(ranks, 1, std::max<int>(cache.cores, 1));
  return static_cast<std::size_t>(std::max(2 * size / sharing, least_cache));
}

OtherData::OtherData(std::size_t bytes)
    : bytes_(bytes), memory_(static_cast<std::byte*>(std::malloc(bytes))) {
  if (memory_ != nullptr) std::memset(memory_.get(), 1, bytes);
}

void OtherData::go_through() {
  volatile std::byte* const data = memory_.get();
  for (std::size_t i = 0; i < bytes_; i += line) data[i] = data[i] ^ std::byte{1};
}

}  // namespace allfold::command::measure
