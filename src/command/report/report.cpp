#include "command/report/report.hpp"

#include <string_view>

#include "command/job.hpp"
#include "command/output.hpp"
#include "command/report/text.hpp"
#include "profile/json.hpp"
#include "rules/file.hpp"
#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::command::report {

namespace {

constexpr std::size_t most_bytes = std::size_t{64} << 20U;

std::string content_of(const std::string& file, std::string_view option) {
  std::string content;
  if (const std::string problem = system::read_file(file, most_bytes, content); !problem.empty())
    throw UsageError(
        text::format("{}{}: the file cannot be read: {}; name another one", option, file, problem));
  return content;
}

Run run_in(const std::string& file) {
  std::string problem;
  auto profile = profile::parse(content_of(file, ""), problem);
  if (!profile) throw UsageError(text::format("{}: {}", file, problem));
  return {.file = file, .profile = *std::move(profile)};
}

Measured measured_by(const Request& request) {
  if (!request.rules_file.empty())
    return measured_in_rules(content_of(request.rules_file, "--rules: "), request.rules_file);
  if (!request.bench_file.empty())
    return measured_in_bench(content_of(request.bench_file, "--bench: "), request.bench_file);
  return {};
}

void tell(const Request& request) {
  std::vector<Run> runs;
  for (const std::string& file : request.profiles) runs.push_back(run_in(file));
  const Measured measured = measured_by(request);
  const Account account = account_of(runs, measured);
  const std::string content = request.format == "csv"    ? csv_of(account)
                              : request.format == "json" ? json_of(account, runs, measured)
                                                         : text_of(account, runs, measured);
  if (request.output.empty())
    text::print("{}", content);
  else
    write_output("-o", request.output, content);
}

}  // namespace

int run(const Request& request) {
  return finished("report", [&] { tell(request); });
}

}  // namespace allfold::command::report
