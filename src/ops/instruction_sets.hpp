/// @file Which instruction sets loops over vectors are compiled for. To be included before Highway.
#pragma once

#if defined(HWY_TARGETS)
#error "Highway has been included already, and has chosen its own targets"
#endif

#include <cstdint>

#include "ops/loop.hpp"

// Each of these adds another copy of all loops and no instruction that they would use: the CPUs
// that have SSSE3 but not SSE4 are the first Core 2; AVX3_DL adds to AVX-512 what is for ciphers
// and tables; SVE2 adds nothing to SVE here, and the other two are SVE for one length of vectors.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
// The loops need none of these, so a CPU, or a virtual machine, may lack them. Without FMA
// instructions no compiler can fuse a product and a sum either.
#define HWY_DISABLE_PCLMUL_AES
#define HWY_DISABLE_BMI2_FMA
#define HWY_DISABLE_F16C

#include <hwy/detect_targets.h>

/// Whether the target that is being compiled has vectors; Highway's fallback, scalars under another
/// name, would only repeat the scalar loops. Pairs are taken apart as little endian.
#define ALLFOLD_TARGET_HAS_VECTORS                         \
  (HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128 && \
   __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)

namespace allfold::ops {

// The loops of each kind that were compiled for a target of Highway's, or null. Specialised in the
// file of that kind.
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
