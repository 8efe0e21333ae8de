#include "rules/segment_length.hpp"

#include <optional>

#include "text/bytes.hpp"
#include "text/format.hpp"

namespace allfold::rules {

std::string set_segment(std::int64_t& bytes, std::string_view value) {
  if (value == "auto") {
    bytes = segment_by_transport;
    return "";
  }
  constexpr std::int64_t least = 1024;
  constexpr std::int64_t most = 1 << 30;
  const std::optional<std::int64_t> length = text::bytes_of(value);
  if (!length || *length > most || (*length != 0 && *length < least))
    return text::format(
        "invalid length of segments '{}': expected auto, 0 for none, or bytes from 1k to 1024m, "
        "for example 64k",
        value);
  bytes = *length;
  return "";
}

std::string text_of_segment(std::int64_t bytes) {
  return bytes == segment_by_transport ? "auto" : text::text_of_bytes(bytes);
}

}  // namespace allfold::rules
