/// @file Asked: what a rank asks for in a call, as one number that other ranks compare with theirs.
///
/// In a correct program all ranks of a call ask for the same. The number is stored next to the mark
/// that says to which call a vector belongs, so comparing it touches no further cache line.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "node/notice_schedule.hpp"

namespace allfold::node {

/// Instead of the rank that reads what a rank writes for a call: all ranks read it.
inline constexpr int everyone = -1;

/// What MPI requires to be equal on all ranks of a call.
struct Asked {
  std::int64_t count = 0;          ///< elements in the whole call, at most 2^31 - 1
  std::int64_t element_bytes = 1;  ///< bytes of data per element, up to 4096
  int root = everyone;             ///< root of a Reduce; `everyone` for an Allreduce
  int operation = 0;               ///< the caller's number for it, below 63

  friend bool operator==(const Asked&, const Asked&) = default;
};

/// An Asked as a number, which is never 0.
using Signature = std::uint64_t;

/// A report that `rank` has waited long for `other` in a call. Ranks are numbers in the group.
struct LongWait {
  int rank = 0;
  int ranks = 0;
  std::uint64_t group = 0;  ///< Group::Setup::identity
  std::uint64_t call = 0;   ///< number of the call, equal on all ranks
  Signature asked = 0;
  int other = 0;
  Signature asked_by_other = 0;  ///< in the earlier call in which it waits; 0 if not known
  NoticeSchedule::Notice notice = {};
};
using TellOfLongWait = void (*)(const LongWait&);
/// In place of a signature: this rank cannot pass on a vector, since ranks asked for different
/// things.
inline constexpr Signature torn_signature = 0;

namespace signature_bits {
inline constexpr unsigned count = 31, element_bytes = 12, root = 15, operation = 6;
static_assert(count + element_bytes + root + operation == 64);
/// Roots from here on have the same signature.
inline constexpr int most_root = (1 << root) - 2;
}  // namespace signature_bits

[[nodiscard]] constexpr Signature signature_of(const Asked& asked) {
  namespace bits = signature_bits;
  constexpr std::int64_t most_bytes = std::int64_t{1} << bits::element_bytes;
  Signature all = static_cast<Signature>(asked.operation) + 1;
  all = all << bits::root | static_cast<Signature>(std::min(asked.root, bits::most_root) + 1);
  all = all << bits::element_bytes |
        static_cast<Signature>(std::clamp<std::int64_t>(asked.element_bytes, 1, most_bytes) - 1);
  return all << bits::count | static_cast<Signature>(asked.count);
}

[[nodiscard]] constexpr Asked asked_of(Signature signature) {
  namespace bits = signature_bits;
  const auto taken = [&signature](unsigned width) {
    const Signature low = signature & ((Signature{1} << width) - 1);
    signature >>= width;
    return low;
  };
  Asked asked;
  asked.count = static_cast<std::int64_t>(taken(bits::count));
  asked.element_bytes = static_cast<std::int64_t>(taken(bits::element_bytes)) + 1;
  asked.root = static_cast<int>(taken(bits::root)) - 1;
  asked.operation = static_cast<int>(signature) - 1;
  return asked;
}

}  // namespace allfold::node
