#include "select/rules.hpp"

#include "select/segment_length.hpp"
#include "text/format.hpp"

namespace allfold {

std::string text_of(const RuledKernel& ruled) {
  std::string text = ruled.kernel == nullptr ? "native"
                                             : std::string(ruled.kernel->name) +
                                                   text_of(*ruled.kernel, ruled.parameters);
  if (ruled.segment_bytes)
    text += text::format("{}{}", before_segment, text_of_segment(*ruled.segment_bytes));
  return text;
}

}  // namespace allfold
