#include "data.hpp"

#include <array>
#include <cstring>
#include <limits>

#include "types.hpp"

namespace allfold::ops::test {
namespace {

constexpr std::size_t guard_lines = 3;

template <typename T>
T from_bytes(std::array<std::uint8_t, sizeof(T)> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

template <typename T>
T greatest() {
  if constexpr (kind_of<T> == Kind::integer) {
    const T top = static_cast<T>(T{1} << (sizeof(T) * 8 - 2));
    return static_cast<T>(-1) > 0 ? static_cast<T>(-1) : static_cast<T>(top - 1 + top);
  } else if constexpr (std::is_same_v<T, Float128> && !std::is_same_v<T, long double>) {
    std::array<std::uint8_t, sizeof(T)> bytes;
    bytes.fill(0xFF);
    bytes[sizeof(T) - 2] = 0xFE;
    bytes[sizeof(T) - 1] = 0x7F;
    return from_bytes<T>(bytes);
  } else {
    return std::numeric_limits<T>::max();
  }
}

template <typename T>
auto specials() {
  if constexpr (kind_of<T> == Kind::integer) {
    const auto minus = [](int x) { return static_cast<T>(-x); };
    return std::array<T, 9>{T{0},
                            T{1},
                            T{2},
                            minus(1),
                            minus(3),
                            greatest<T>(),
                            static_cast<T>(greatest<T>() - 1),
                            static_cast<T>(static_cast<UnsignedInt128>(greatest<T>()) + 1),
                            static_cast<T>(greatest<T>() / 3)};
  } else {
    const auto infinity = static_cast<T>(__builtin_inf());
    const auto nan = static_cast<T>(__builtin_nan(""));
    const auto tiniest = from_bytes<T>({1});
    return std::array<T, 12>{T{0},     -T{0},     T{1},          static_cast<T>(-1.5),
                             infinity, -infinity, nan,           -nan,
                             tiniest,  -tiniest,  greatest<T>(), -greatest<T>()};
  }
}

template <typename T>
T ordinary(std::uint64_t hash) {
  if constexpr (kind_of<T> == Kind::integer) {
    const auto half = static_cast<UnsignedInt128>(hash);
    return static_cast<T>(half << 64 | scrambled(hash));
  } else {
    const T magnitude =
        static_cast<T>(hash % 4001) / T{16} + static_cast<T>(hash >> 40) / T{1 << 20};
    return (hash & 1) == 0 ? magnitude : -magnitude;
  }
}

template <typename T>
constexpr std::size_t special_values() {
  if constexpr (kind_of<T> == Kind::pair) {
    return special_values<typename T::Value>() * special_values<typename T::Index>();
  } else if constexpr (kind_of<T> == Kind::complex) {
    return special_values<PartOf<T>>() * special_values<PartOf<T>>();
  } else {
    return std::tuple_size_v<decltype(specials<T>())>;
  }
}

template <typename T>
void put(T value, std::byte* to) {
  std::memcpy(to, &value, value_bytes<T>);
}

/// Each 4 bytes of a signalling NaN, for the floating-point type of a pair or of the length of the
/// integer.
template <typename T>
constexpr std::int32_t signalling = sizeof(T) < 16 && sizeof(T) != 8 ? 0x7FA00001 : 0x7FF40001;
template <typename I>
constexpr std::int32_t signalling<Pair<float, I>> = 0x7FA00001;
template <>
constexpr std::int32_t signalling<Pair<double, int>> = 0x7FF40001;

template <typename T>
void put_special(std::size_t which, std::byte* to) {
  if constexpr (kind_of<T> == Kind::pair) {
    constexpr std::size_t values = special_values<typename T::Value>();
    put_special<typename T::Value>(which % values, to + offsetof(T, value));
    put_special<typename T::Index>(which / values, to + offsetof(T, index));
  } else if constexpr (kind_of<T> == Kind::complex) {
    constexpr std::size_t parts = special_values<PartOf<T>>();
    put_special<PartOf<T>>(which % parts, to);
    put_special<PartOf<T>>(which / parts, to + sizeof(T) / 2);
  } else {
    put(specials<T>()[which], to);
  }
}

template <typename T>
void put_ordinary(std::uint64_t hash, std::byte* to) {
  if constexpr (kind_of<T> == Kind::pair) {
    put(static_cast<typename T::Value>(static_cast<int>(hash % 5) - 2), to + offsetof(T, value));
    put(static_cast<typename T::Index>(static_cast<int>(hash >> 8 & 7) - 3),
        to + offsetof(T, index));
  } else if constexpr (kind_of<T> == Kind::complex) {
    put(ordinary<PartOf<T>>(hash), to);
    put(ordinary<PartOf<T>>(scrambled(hash)), to + sizeof(T) / 2);
  } else {
    put(ordinary<T>(hash), to);
  }
}

/// For seeds 0 and 1, factors whose product is finite although the sum of the subtracted parts, 0.9
/// and 0.11 of the largest number, overflows; otherwise a factor that makes it smaller.
template <typename Part>
void put_great_factor(std::uint64_t seed, std::byte* to) {
  Part root{2};
  const int squarings = sizeof(Part) == 4 ? 6 : sizeof(Part) == 8 ? 9 : 13;
  for (int i = 0; i < squarings; ++i) root *= root;
  root = seed < 2 ? root * static_cast<Part>(0.3317) : Part{0};
  put(seed < 2 ? root * static_cast<Part>(2.857) : static_cast<Part>(0.5), to);
  put(root, to + sizeof(Part));
}

/// Data that is not floating-point, or must not be compared, is a signalling NaN if a loop treats
/// it as a float: padding (which already is one), integers, and indices of different values; with
/// seeds that differ modulo 3.
template <typename T>
void put_quiet(std::uint64_t seed, std::size_t position, std::byte* to) {
  put_ordinary<T>(scrambled(scrambled(seed) + position), to);
  if constexpr (kind_of<T> == Kind::integer) {
    for (std::size_t i = 0; i + 4 <= sizeof(T); i += 4) put(signalling<T>, to + i);
  }
  if constexpr (kind_of<T> == Kind::complex) {
    if (position % 3 == 0) put_great_factor<PartOf<T>>(seed, to);
  }
  if constexpr (kind_of<T> == Kind::pair) {
    using Index = typename T::Index;
    if constexpr (kind_of<Index> == Kind::integer) {
      put(signalling<T>, to + offsetof(T, index));
    } else if (position % 3 == 0) {
      put(static_cast<typename T::Value>(100 + seed % 3), to + offsetof(T, value));
      for (std::size_t i = 0; i < sizeof(Index); i += 4) {
        put(signalling<T>, to + offsetof(T, index) + i);
      }
    }
  }
}

}  // namespace

std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

Guarded::Guarded(std::size_t size, std::size_t offset, std::uint64_t seed)
    : memory_((size + offset) / sizeof(Line) + 2 * guard_lines), begin_(guard_lines * 64 + offset) {
  for (std::size_t i = 0; i < memory_.size() * sizeof(Line); i += sizeof seed) {
    const std::uint64_t word = scrambled(seed + i);
    std::memcpy(&memory_[i / sizeof(Line)].bytes[i % sizeof(Line)], &word, sizeof word);
  }
}

std::size_t special_encounters(ops::ElementType type) {
  return with_type(type, []<typename T>() { return special_values<T>() * special_values<T>(); });
}

void fill(ops::ElementType type, Values values, std::uint64_t seed, void* vector,
          std::size_t elements) {
  with_type(type, [&]<typename T>() {
    constexpr std::size_t kinds = special_values<T>();
    auto* to = static_cast<std::byte*>(vector);
    if (values == Values::quiet) {
      for (std::size_t at = 0; at < elements * sizeof(T); ++at) {
        to[at] = static_cast<std::byte>(signalling<T> >> (at % 4 * 8));
      }
    }
    for (std::size_t i = 0; i < elements; ++i, to += sizeof(T)) {
      const std::uint64_t hash = scrambled(scrambled(seed) + i);
      switch (values) {
        case Values::any:
          if (hash >> 62 == 0) {
            put_special<T>(hash % kinds, to);
          } else {
            put_ordinary<T>(hash, to);
          }
          break;
        case Values::quiet: put_quiet<T>(seed, i, to); break;
        case Values::left_special: put_special<T>((seed + i) % kinds, to); break;
        case Values::right_special: put_special<T>((seed + i) / kinds % kinds, to); break;
      }
    }
  });
}

}  // namespace allfold::ops::test
