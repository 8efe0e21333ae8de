#include "ops/loops.hpp"

#include <array>
#include <utility>

#include "ops/element.hpp"
#include "ops/instruction_sets.hpp"
#include "ops/scalar.hpp"

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

namespace allfold::ops {
namespace {

/// Falls back to scalar loops for types that have no vector loop.
template <std::int64_t target>
const Loop* find_vector_loop(ReductionOp op, ElementType type) {
  for (const auto find :
       {find_arithmetic_loop<target>, find_bitwise_loop<target>, find_logical_loop<target>,
        find_complex_loop<target>, find_pair_loop<target>}) {
    if (const Loop* loop = find(op, type)) return loop;
  }
  return find_scalar_loop(op, type);
}

[[maybe_unused]] bool always() { return true; }

#if defined(__x86_64__)
[[maybe_unused]] bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
[[maybe_unused]] bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }
[[maybe_unused]] bool has_sse4() { return __builtin_cpu_supports("sse4.2") != 0; }
#elif defined(__aarch64__)
bool has_sve() { return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0; }
#endif

constexpr auto targets = std::to_array<LoopTarget>({
#if (HWY_TARGETS) & HWY_AVX3
  {.name = "avx512", .runs_here = has_avx512, .find = find_vector_loop<HWY_AVX3>},
#endif
#if (HWY_TARGETS) & HWY_AVX2
      {.name = "avx2", .runs_here = has_avx2, .find = find_vector_loop<HWY_AVX2>},
#endif
#if (HWY_TARGETS) & HWY_SSE4
      {.name = "sse4", .runs_here = has_sse4, .find = find_vector_loop<HWY_SSE4>},
#endif
#if (HWY_TARGETS) & HWY_SVE
      {.name = "sve", .runs_here = has_sve, .find = find_vector_loop<HWY_SVE>},
#endif
#if (HWY_TARGETS) & HWY_NEON
      {.name = "neon", .runs_here = always, .find = find_vector_loop<HWY_NEON>},
#endif
      {.name = "scalar", .runs_here = always, .find = find_scalar_loop},
});

using FindLoop = decltype(LoopTarget::find);

FindLoop find_in_best_target() {
  const LoopTarget* target = targets.data();
  while (!target->runs_here()) ++target;
  return target->find;
}

template <std::size_t... types>
constexpr std::array<std::size_t, element_types> sizes(std::index_sequence<types...> /*all*/) {
  return {Element<static_cast<ElementType>(types)>::size...};
}

constexpr auto element_sizes = sizes(std::make_index_sequence<element_types>());

constexpr std::array<std::string_view, reduction_ops> op_names = {
    "sum", "prod", "max", "min", "land", "lor", "lxor", "band", "bor", "bxor", "maxloc", "minloc"};

constexpr std::array<std::string_view, element_types> type_names = {"int8",
                                                                    "uint8",
                                                                    "int16",
                                                                    "uint16",
                                                                    "int32",
                                                                    "uint32",
                                                                    "int64",
                                                                    "uint64",
                                                                    "int128",
                                                                    "float32",
                                                                    "float64",
                                                                    "long_double",
                                                                    "float128",
                                                                    "complex_float32",
                                                                    "complex_float64",
                                                                    "complex_long_double",
                                                                    "complex_float128",
                                                                    "float_int",
                                                                    "double_int",
                                                                    "long_int",
                                                                    "int_int",
                                                                    "short_int",
                                                                    "long_double_int",
                                                                    "float_float",
                                                                    "double_double"};

}  // namespace

const Loop* find_loop(ReductionOp op, ElementType type) noexcept {
  static const FindLoop find = find_in_best_target();
  return find(op, type);
}

std::size_t size_of(ElementType type) noexcept {
  return element_sizes[static_cast<std::size_t>(type)];
}

std::string_view name_of(ReductionOp op) noexcept { return op_names[static_cast<std::size_t>(op)]; }

std::string_view name_of(ElementType type) noexcept {
  return type_names[static_cast<std::size_t>(type)];
}

std::span<const LoopTarget> loop_targets() noexcept { return targets; }

}  // namespace allfold::ops
