#include "rules/rules.hpp"

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "rules/segment_length.hpp"
#include "text/format.hpp"

namespace allfold::rules {

std::string text_of(const RuledKernel& ruled) {
  std::string text = ruled.is_native() ? "native"
                                       : std::string(ruled.kernel->name) +
                                             algorithms::text_of(*ruled.kernel, ruled.parameters);
  if (ruled.segment_bytes)
    text += text::format("{}{}", before_segment, text_of_segment(*ruled.segment_bytes));
  return text;
}

RuledKernel candidate_of(algorithms::WayParameter way) {
  return {.kernel = algorithms::find_kernel("node"), .parameters = {.way = way}};
}

}  // namespace allfold::rules
