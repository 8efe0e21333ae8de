#include "command/explain/explain.hpp"

#include "command/explain/node.hpp"
#include "command/explain/record.hpp"
#include "command/job.hpp"
#include "command/output.hpp"
#include "mpi/machine/machine.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

void say(std::string_view kind, const std::vector<std::string>& messages) {
  for (const std::string& message : messages)
    text::print(stderr, "allfold explain: {}: {}\n", kind, message);
}

void tell(const Request& request) {
  const Setup setup = setup_of(mpi::machine::fingerprint_of_machine, request);
  say("warning", setup.warnings);
  say("warning", setup.notes);
  say("note", setup.remarks);
  select::CandidateCache candidates;
  std::vector<select::Explanation> explanations;
  for (const select::Problem& problem : setup.problems) {
    const select::Choice choice =
        select::choose(problem, setup.configuration, setup.knowledge, candidates);
    explanations.push_back(
        select::explanation_of(problem, choice, setup.configuration, setup.knowledge, candidates));
    text::print("{}{}", explanations.size() > 1 ? "\n" : "", select::text_of(explanations.back()));
  }
  write_output("--json", request.json_file, json_of(explanations));
  write_output("--table", request.table_file, table_of(explanations));
}

void tell_of_node(const Request& request) {
  const rules::FoundRules found = rules_on(mpi::machine::fingerprint_of_machine, request);
  say("warning", found.notes);
  say("note", found.remarks);
  text::print("{}", text_of_node(request.ranks, found.rules));
}

}  // namespace

int run(const Request& request) {
  return finished("explain", [&] {
    if (request.describes_node)
      tell_of_node(request);
    else
      tell(request);
  });
}

}  // namespace allfold::command::explain
