/// Saved calls: a call that is read without a problem can be compared, and is written unchanged.
#include <string>
#include <vector>

#include "comparison/deviation.hpp"
#include "comparison/reference.hpp"
#include "comparison/saved_call.hpp"
#include "comparison/value_text.hpp"
#include "reader.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace allfold;
  std::string problem;
  const auto call = comparison::parse(fuzz::text_of(data, size), problem);
  fuzz::require(call.has_value() == problem.empty(), "there is a call, or a problem");
  if (!call) return 0;
  const std::string text = comparison::text_of(*call);
  const auto again = comparison::parse(text, problem);
  fuzz::require(again && comparison::text_of(*again) == text, "what was written is read as it was");
  const comparison::Form form = call->form();
  const std::vector<const void*> inputs = call->inputs();
  const auto reference = comparison::reference_of(call->op, form, inputs, call->count);
  const auto magnitudes = comparison::magnitudes_of_all(form, inputs, call->count);
  const auto deviation = comparison::deviation_of(
      form, call->ranks, reference.data(), call->allfold_result(), magnitudes.data(), call->count);
  fuzz::require(deviation.first < call->count, "it names an element that there is");
  fuzz::require(!comparison::text_of(form, call->native_result()).empty(), "values have a text");
  return 0;
}
