/// @file Fields: the variables of a slot, by what they are for.
#pragma once

#include <cstdint>
#include <string>

#include "node/slot.hpp"

namespace allfold::testing {

enum class Field : std::uint8_t {
  input_mark,
  input_signature,
  partial_mark,
  partial_signature,
  result_mark,
  result_signature,
  staged,
  reduced,
  asked,  ///< in long calls: call and signature
  staged_of_cluster,
  reduced_of_cluster,
  staged_of_all,
  reduced_of_all,
  reduced_at,
  complete_at,
  lent,  ///< addresses of vectors
  refused,
  told,
  heard,
  times,
  done,
  waiting_in,
  failed,
  joined,
  able,
  torn_in,
  departed,
  area,
  introduced,
  settled,
  found,
  processor,
  data  ///< none of the variables
};

/// What is at an address in a slot.
[[nodiscard]] Field field_of(const node::Slot& slot, const void* at);
[[nodiscard]] std::string name_of(Field field);

}  // namespace allfold::testing
