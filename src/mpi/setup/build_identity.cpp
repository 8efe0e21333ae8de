#include "mpi/setup/build_identity.hpp"

#include <algorithm>
#include <string_view>

#include "allfold/allfold.h"
#include "mpi/sources_digest.hpp"
#include "select/hash.hpp"

namespace allfold::mpi::setup {

std::uint64_t build_identity() {
  static constexpr std::uint64_t identity = select::hash_of(sources_digest);
  return identity;
}

std::array<char, 16> version_text() {
  static constexpr std::string_view version = ALLFOLD_VERSION;
  std::array<char, 16> text = {};
  static_assert(version.size() < text.size());
  std::ranges::copy(version, text.begin());
  return text;
}

}  // namespace allfold::mpi::setup
