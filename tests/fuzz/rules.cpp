/// Rules files: rules that are read without an error can be used and written, and reading them
/// again gives the same rules.
#include <memory>
#include <string>
#include <vector>

#include "reader.hpp"
#include "rules/file.hpp"
#include "select/choose.hpp"
#include "select/untuned.hpp"
#include "tuning/learn.hpp"

namespace {

using namespace allfold;

rules::Rules parsed(std::string_view text, std::vector<std::string>& errors) {
  errors.clear();
  return rules::parse_rules(text, "rules.json", errors);
}

void check_writing(const rules::Rules& rules) {
  std::vector<std::string> errors;
  const std::string text = rules::text_of(rules);
  const rules::Rules again = parsed(text, errors);
  for (const std::string& error : errors)
    static_cast<void>(std::fprintf(stderr, "%s\n%s\n", text.c_str(), error.c_str()));
  fuzz::require(errors.empty(), "what was written is read again");
  fuzz::require(rules::text_of(again) == text, "and written as it was");
}

void check_choosing(const std::shared_ptr<const rules::Rules>& rules,
                    const select::Configuration& configuration) {
  static select::CandidateCache candidates;
  const select::Knowledge knowledge =
      select::knowledge_of(configuration, select::Network::tcp, rules);
  for (const schedule::Collective collective : schedule::all_collectives)
    for (const int ranks : {1, 3, 8})
      for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{8}, std::int64_t{1} << 20}) {
        const select::Problem problem{.collective = collective,
                                      .ranks = ranks,
                                      .bytes = bytes,
                                      .nodes = algorithms::Nodes::in_succession(ranks, 2)};
        const select::Choice choice = select::choose(problem, configuration, knowledge, candidates);
        fuzz::require(!choice.reason.empty(), "each choice has a reason");
      }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> errors;
  const auto rules =
      std::make_shared<const rules::Rules>(parsed(fuzz::text_of(data, size), errors));
  if (!errors.empty()) return 0;
  check_writing(*rules);
  check_choosing(rules, {});
  select::Configuration reproducible;
  reproducible.reproducible = 1;
  check_choosing(rules, reproducible);
  if (!rules->measurements.empty())
    check_writing(
        {.rules = tuning::learn(rules->measurements, select::untuned_on(select::Network::tcp)),
         .measurements = rules->measurements});
  return 0;
}
