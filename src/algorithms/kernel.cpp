#include "algorithms/kernel.hpp"

#include <utility>

namespace allfold::algorithms {

bool suits_nodes(const Kernel& kernel, const Nodes& nodes) {
  switch (kernel.carrier) {
    case Carrier::messages: return true;
    case Carrier::shared_memory: return nodes.count() == 1;
    case Carrier::both: return nodes.count() > 1 && nodes.most() > 1;
  }
  return false;
}

OperandOrder order_of(const Kernel& kernel, const Task& task) {
  const bool are_scattered = task.nodes.are_known() && !task.nodes.hold_successive_ranks();
  return kernel.carrier == Carrier::both && are_scattered ? OperandOrder::any : kernel.order;
}

bool takes_rows(const Kernel& kernel, const Task& task) {
  // In Plans of several stages each message carries one vector.
  return kernel.carrier != Carrier::both && kernel.rows(task);
}

std::vector<Parameters> all_parameters(const Kernel& kernel, const Task& task, Variants which) {
  std::vector<Parameters> all{Parameters{}};
  for (const Parameter& parameter : kernel.parameters) {
    std::vector<Parameters> more;
    for (const Parameters& base : all) {
      const auto values =
          which == Variants::telling && parameter.telling ? parameter.telling : parameter.variants;
      const std::vector<Parameters> variants = values(task, base);
      more.insert(more.end(), variants.begin(), variants.end());
    }
    all = std::move(more);
  }
  return all;
}

}  // namespace allfold::algorithms
