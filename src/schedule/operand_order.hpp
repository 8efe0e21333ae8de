/// @file The order in which the operands of a reduction are taken.
#pragma once

#include <cstdint>

namespace allfold::schedule {

/// `any`: only where the operation is commutative.
enum class OperandOrder : std::uint8_t { rank_order, any };

}  // namespace allfold::schedule
