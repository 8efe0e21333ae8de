/// @file The instruction sets for which vector loops are compiled. Include this before Highway.
#pragma once

#if defined(HWY_TARGETS)
#error "Highway has been included already, and has chosen its own targets"
#endif

#include <cstdint>

#include "ops/loop.hpp"

// Each of these would add a copy of all loops without an instruction that the loops use. Only the
// first Core 2 processors have SSSE3 without SSE4. AVX3_DL adds instructions for ciphers and tables
// to AVX-512. SVE2 adds nothing to SVE for these loops, and the other two are SVE for a fixed
// vector length. The last four have no name in old versions of Highway: HWY_AVX3_SPR, HWY_AVX3_ZEN4,
// HWY_SSE2 and HWY_NEON_BF16, which add nothing to AVX-512, the scalar loops and NEON.
#define HWY_DISABLED_TARGETS                                                                   \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | (1LL << 4) | (1LL << 6) | \
   (1LL << 14) | (1LL << 26))
// The loops use none of these, so a CPU or a virtual machine may lack them. Without FMA
// instructions, no compiler can fuse a product and a sum.
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_BMI2_FMA
#define HWY_DISABLE_F16C

#include <hwy/detect_targets.h>

/// Whether the current target has vectors that the loops can use. Highway's fallback targets would
/// only repeat the scalar loops. The loops over pairs assume little-endian byte order.
#define ALLFOLD_TARGET_HAS_VECTORS                         \
  (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && \
   __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

namespace allfold::ops {

// The loops of each kind that are compiled for a Highway target, or null. Specialised in the source
// file of each kind.
template <std::int64_t target>
const Loop* find_arithmetic_loop(ReductionOp op, ElementType type);
template <std::int64_t target>
const Loop* find_bitwise_loop(ReductionOp op, ElementType type);
template <std::int64_t target>
const Loop* find_logical_loop(ReductionOp op, ElementType type);
template <std::int64_t target>
const Loop* find_complex_loop(ReductionOp op, ElementType type);
template <std::int64_t target>
const Loop* find_pair_loop(ReductionOp op, ElementType type);

}  // namespace allfold::ops
