#include "select/choice.hpp"

#include "algorithms/kernel_name.hpp"

namespace allfold::select {

std::string text_of(const Choice& choice) {
  if (choice.kernel == nullptr) return "native";
  return std::string(choice.kernel->name) + algorithms::text_of(*choice.kernel, choice.parameters);
}

}  // namespace allfold::select
