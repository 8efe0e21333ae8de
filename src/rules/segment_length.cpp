#include "rules/segment_length.hpp"

#include "text/bytes.hpp"
#include "text/format.hpp"

namespace allfold::rules {

std::string set_segment(std::int64_t& bytes, std::string_view value) {
  constexpr std::int64_t least = 1024;
  constexpr std::int64_t most = 1 << 30;
  const auto length = text::automatic_or_bytes_of(value, segment_by_transport);
  const bool is_special = length == segment_by_transport || length == 0;
  if (!length || (!is_special && (*length < least || *length > most)))
    return text::format(
        "invalid length of segments '{}': expected auto, 0 for none, or bytes from 1k to 1024m, "
        "for example 64k",
        value);
  bytes = *length;
  return "";
}

std::string text_of_segment(std::int64_t bytes) {
  return text::text_of_automatic_or_bytes(bytes, segment_by_transport);
}

}  // namespace allfold::rules
