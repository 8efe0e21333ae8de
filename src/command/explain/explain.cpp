#include "command/explain/explain.hpp"

#include <stdexcept>

#include "command/explain/record.hpp"
#include "command/job.hpp"
#include "command/usage_error.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::explain {

namespace {

/// Writes what an option asks for.
void write(std::string_view option, const std::string& file, const std::string& content) {
  if (file.empty()) return;
  if (const std::string problem = system::write_file(file, content); !problem.empty())
    throw std::runtime_error(
        text::format("{}: cannot write {}: {}; name another file", option, file, problem));
}

void tell(const Request& request) {
  const Setup setup = setup_of(request);
  if (speaks_for_job())
    for (const std::string& warning : setup.warnings)
      text::print(stderr, "allfold explain: warning: {}\n", warning);
  for (const std::string& note : setup.notes) text::print(stderr, "allfold explain: {}\n", note);
  select::CandidateCache candidates;
  std::vector<select::Explanation> explanations;
  for (const select::Problem& problem : setup.problems) {
    const select::Choice choice =
        select::choose(problem, setup.configuration, setup.knowledge, candidates);
    explanations.push_back(
        select::explanation_of(problem, choice, setup.configuration, setup.knowledge, candidates));
    text::print("{}{}", explanations.size() > 1 ? "\n" : "", select::text_of(explanations.back()));
  }
  write("--json", request.json_file, json_of(explanations));
  write("--table", request.table_file, table_of(explanations));
}

}  // namespace

int run(const Request& request) {
  try {
    tell(request);
    return static_cast<int>(Status::good);
  } catch (const UsageError& error) {
    return give_up(Status::usage, "explain", error.what());
  } catch (const std::runtime_error& error) {
    return give_up(Status::failed, "explain", error.what());
  }
}

}  // namespace allfold::command::explain
