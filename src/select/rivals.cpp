#include "select/rivals.hpp"

#include <algorithm>
#include <cmath>

#include "select/explanation.hpp"

namespace allfold::select {

namespace {

/// How many times slower than the quickest by messages a kernel may be in the model.
constexpr double band = 3;

bool goes_by_messages(const Prospect& prospect) {
  return prospect.use.kernel->carrier == algorithms::Carrier::messages;
}

bool are_alike(const Prospect& a, const Prospect& b) {
  constexpr double rounding = 1e-9;
  return std::abs(a.predicted - b.predicted) <= rounding * a.predicted;
}

bool has_parameters_of(const Prospect& prospect, const rules::RuledKernel& chosen) {
  return prospect.use.kernel == chosen.kernel && prospect.use.parameters == chosen.parameters;
}

/// Those by messages that are worth a trial, beside what was chosen.
std::vector<rules::RuledKernel> quickest_by_messages(const std::vector<Prospect>& prospects,
                                                     const rules::RuledKernel& chosen) {
  std::vector<const Prospect*> different;
  for (const Prospect& prospect : prospects) {
    if (!goes_by_messages(prospect)) continue;
    if (!different.empty() && prospect.expected > band * different.front()->expected) break;
    const auto alike = std::ranges::find_if(
        different, [&](const Prospect* other) { return are_alike(prospect, *other); });
    if (alike == different.end())
      different.push_back(&prospect);
    else if (has_parameters_of(prospect, chosen))
      *alike = &prospect;
  }
  std::vector<rules::RuledKernel> quickest;
  for (const Prospect* prospect : different)
    if (!has_parameters_of(*prospect, chosen)) quickest.push_back(prospect->use);
  return quickest;
}

}  // namespace

std::vector<rules::RuledKernel> rivals(const Problem& problem, const Choice& choice,
                                       const Knowledge& knowledge, CandidateCache& candidates) {
  const rules::RuledKernel chosen{.kernel = choice.kernel,
                                  .parameters = choice.parameters,
                                  .segment_bytes = choice.segment_bytes};
  std::vector<rules::RuledKernel> all{chosen};
  if (chosen.kernel != nullptr) all.emplace_back();
  const std::vector<Prospect> prospects =
      prospects_of(problem, AllowedBrackets::all, knowledge, candidates);
  for (const Prospect& prospect : prospects)
    if (!goes_by_messages(prospect) && prospect.use.kernel != chosen.kernel)
      all.push_back(prospect.use);
  for (const rules::RuledKernel& kernel : quickest_by_messages(prospects, chosen))
    if (all.size() < most_rivals) all.push_back(kernel);
  return all;
}

}  // namespace allfold::select
