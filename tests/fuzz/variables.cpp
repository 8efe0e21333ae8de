/// The environment: lines of NAME=value. A configuration can be written, and reading it again gives
/// the same.
#include <string>
#include <vector>

#include "algorithms/kernel_name.hpp"
#include "cost/parameters.hpp"
#include "reader.hpp"
#include "select/configuration.hpp"

namespace {

using namespace allfold;

void check_values(const select::Configuration& configuration) {
  select::Configuration again;
  for (const select::Variable& variable : select::variables()) {
    const std::string value = variable.get(configuration);
    fuzz::require(variable.set(again, value).empty(), "a value that was written can be set");
    fuzz::require(variable.get(again) == value, "and is then the same");
  }
  fuzz::require(select::fingerprint(again) == select::fingerprint(configuration),
                "equal for equal configurations");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> lines;
  for (std::string_view rest = fuzz::text_of(data, size); !rest.empty();) {
    const std::size_t end = rest.find('\n');
    lines.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  std::vector<const char*> environment;
  for (const std::string& line : lines) environment.push_back(line.c_str());
  environment.push_back(nullptr);
  check_values(select::read_environment(environment.data()).configuration);
  for (const std::string& line : lines) {
    select::Configuration configuration;
    const std::size_t equals = std::min(line.find('='), line.size());
    static_cast<void>(
        select::set_variable(configuration, line.substr(0, equals),
                             std::string_view(line).substr(std::min(equals + 1, line.size()))));
    check_values(configuration);
    cost::ModelParameters parameters = {};
    static_cast<void>(cost::set_model(parameters, line));
    std::string error;
    static_cast<void>(algorithms::parse_kernel(line, error, "auto"));
  }
  return 0;
}
