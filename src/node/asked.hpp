/// @file Asked: what a rank asks for in a call, as one number that other ranks compare with theirs.
///
/// In a correct program all ranks of a call ask for the same. The number is stored next to the mark
/// that says to which call a vector belongs, so comparing it touches no further cache line.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "node/notice_schedule.hpp"
#include "schedule/blocks.hpp"

namespace allfold::node {

/// Instead of the rank that reads what a rank writes for a call: all ranks read it.
inline constexpr int everyone = -1;

/// Instead of the root in Asked: each rank wants its own share.
inline constexpr int each_its_share = -2;

/// What MPI requires to be equal on all ranks of a call.
struct Asked {
  std::int64_t count = 0;          ///< elements in the whole call
  std::int64_t element_bytes = 1;  ///< bytes of data per element, up to 4096
  /// Root of a Reduce; `everyone` for an Allreduce; `each_its_share` for a Reduce_scatter.
  int root = everyone;
  int operation = 0;  ///< the caller's number for it, below 63
  /// With `each_its_share`: fingerprint_of() the shares.
  std::uint32_t shares = 0;

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
inline constexpr unsigned count = 32, element_bytes = 12, root = 14, operation = 6;
static_assert(count + element_bytes + root + operation == 64);
/// Of these bits of the root, the highest one stands for shares. The others are their fingerprint.
inline constexpr unsigned fingerprint = root - 1;
/// Roots from here on have the same signature.
inline constexpr int most_root = (1 << fingerprint) - 2;
/// Longer vectors are rounded in texts: see code_of_count().
inline constexpr std::int64_t most_exact_count = (std::int64_t{1} << (count - 1)) - 1;
/// Parts of the code of longer ones.
inline constexpr unsigned leading = 13, check = 13;
inline constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15U;
}  // namespace signature_bits

/// A number that differs, most probably, for shares with different starts; 0 for equal shares.
[[nodiscard]] constexpr std::uint32_t fingerprint_of(const schedule::Shares& shares) {
  namespace bits = signature_bits;
  if (shares.are_equal()) return 0;
  std::uint64_t sum = 0;
  for (int rank = 0; rank < shares.ranks(); ++rank) {
    sum = (sum ^ static_cast<std::uint64_t>(shares.start(rank + 1))) * bits::multiplier;
    sum ^= sum >> 32U;
  }
  constexpr std::uint64_t values = (std::uint64_t{1} << bits::fingerprint) - 1;
  return static_cast<std::uint32_t>(1 + sum % values);
}

/// A number of elements as it is, if it has less than 32 bits. Otherwise the number of its bits, the
/// first ones of them, and a check value of all.
[[nodiscard]] constexpr std::uint64_t code_of_count(std::int64_t count) {
  namespace bits = signature_bits;
  const auto number = static_cast<std::uint64_t>(count);
  if (count <= bits::most_exact_count) return number;
  const auto width = static_cast<unsigned>(std::bit_width(number));
  const std::uint64_t leading = number >> (width - 1 - bits::leading);
  const std::uint64_t mantissa = leading & ((std::uint64_t{1} << bits::leading) - 1);
  const std::uint64_t check = number * bits::multiplier >> (64 - bits::check);
  // Of 32 bits, the first one is set: the width takes 5 bits after it.
  return (((std::uint64_t{width} << bits::leading) | mantissa) << bits::check) | check;
}
/// The number of elements of a code; of a longer vector, rounded down to 14 significant bits.
[[nodiscard]] constexpr std::int64_t count_of_code(std::uint64_t code) {
  namespace bits = signature_bits;
  if (code <= static_cast<std::uint64_t>(bits::most_exact_count))
    return static_cast<std::int64_t>(code);
  const auto width = static_cast<unsigned>(code >> (bits::leading + bits::check));
  const std::uint64_t one = std::uint64_t{1} << bits::leading;
  const std::uint64_t leading = one | (code >> bits::check & (one - 1));
  return static_cast<std::int64_t>(leading << (width - 1 - bits::leading));
}

[[nodiscard]] constexpr Signature signature_of(const Asked& asked) {
  namespace bits = signature_bits;
  constexpr std::int64_t most_bytes = std::int64_t{1} << bits::element_bytes;
  const Signature root = asked.root == each_its_share
                             ? Signature{1} << bits::fingerprint | asked.shares
                             : static_cast<Signature>(std::min(asked.root, bits::most_root) + 1);
  Signature all = static_cast<Signature>(asked.operation) + 1;
  all = all << bits::root | root;
  all = all << bits::element_bytes |
        static_cast<Signature>(std::clamp<std::int64_t>(asked.element_bytes, 1, most_bytes) - 1);
  return all << bits::count | code_of_count(asked.count);
}

[[nodiscard]] constexpr Asked asked_of(Signature signature) {
  namespace bits = signature_bits;
  const auto taken = [&signature](unsigned width) {
    const Signature low = signature & ((Signature{1} << width) - 1);
    signature >>= width;
    return low;
  };
  Asked asked;
  asked.count = count_of_code(taken(bits::count));
  asked.element_bytes = static_cast<std::int64_t>(taken(bits::element_bytes)) + 1;
  const Signature root = taken(bits::root);
  constexpr Signature of_shares = Signature{1} << bits::fingerprint;
  asked.root = root < of_shares ? static_cast<int>(root) - 1 : each_its_share;
  if (root >= of_shares) asked.shares = static_cast<std::uint32_t>(root - of_shares);
  asked.operation = static_cast<int>(signature) - 1;
  return asked;
}

}  // namespace allfold::node
