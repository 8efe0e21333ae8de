/// Rules files: what is read without an error can be used and written, and is then read as it was.
#include <memory>
#include <string>
#include <vector>

#include "reader.hpp"
#include "select/choose.hpp"
#include "select/learn.hpp"
#include "select/rules_file.hpp"
#include "select/untuned.hpp"

namespace {

using namespace allfold;

Rules parsed(std::string_view text, std::vector<std::string>& errors) {
  errors.clear();
  return parse_rules(text, "rules.json", errors);
}

void check_writing(const Rules& rules) {
  std::vector<std::string> errors;
  const std::string text = text_of(rules);
  const Rules again = parsed(text, errors);
  for (const std::string& error : errors)
    static_cast<void>(std::fprintf(stderr, "%s\n%s\n", text.c_str(), error.c_str()));
  fuzz::require(errors.empty(), "what was written is read again");
  fuzz::require(text_of(again) == text, "and written as it was");
}

void check_choosing(const std::shared_ptr<const Rules>& rules, const Configuration& configuration) {
  static CandidateCache candidates;
  const Knowledge knowledge = knowledge_of(configuration, Network::tcp, rules);
  for (const Collective collective : {Collective::allreduce, Collective::reduce})
    for (const int ranks : {1, 3, 8})
      for (const std::int64_t bytes : {std::int64_t{0}, std::int64_t{8}, std::int64_t{1} << 20}) {
        const Problem problem{.collective = collective,
                              .ranks = ranks,
                              .bytes = bytes,
                              .nodes = Nodes::in_succession(ranks, 2)};
        const Choice choice = choose(problem, configuration, knowledge, candidates);
        fuzz::require(!choice.reason.empty(), "each choice has a reason");
      }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> errors;
  const auto rules = std::make_shared<const Rules>(parsed(fuzz::text_of(data, size), errors));
  if (!errors.empty()) return 0;
  check_writing(*rules);
  check_choosing(rules, {});
  Configuration reproducible;
  reproducible.reproducible = 1;
  check_choosing(rules, reproducible);
  if (!rules->measurements.empty())
    check_writing({.rules = learn(rules->measurements, untuned_on(Network::tcp)),
                   .measurements = rules->measurements});
  return 0;
}
