#include "command/doctor/measured_limits.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "system/read_file.hpp"
#include "text/format.hpp"

namespace allfold::command::doctor {

namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& file, std::string_view problem) {
  throw std::runtime_error(
      text::format("--limits: {}: {}: expected the output of 'mpirun -n RANKS allfold bench "
                   "--limits --json FILE'",
                   file, problem));
}

MeasuredLimits::Row row_of(const Json& row) {
  return {.ranks = row.at("ranks").get<int>(),
          .bytes = row.at("bytes").get<std::int64_t>(),
          .copies = row.at("copies").get<double>(),
          .remote_write = row.at("remote_write").get<double>(),
          .remote_read = row.at("remote_read").get<double>()};
}

}  // namespace

MeasuredLimits parse_limits(std::string_view text, const std::string& file) {
  MeasuredLimits limits{.file = file};
  try {
    const Json document = Json::parse(text);
    limits.processor = document.at("machine").at("processor").get<std::string>();
    for (const Json& row : document.at("limits")) limits.rows.push_back(row_of(row));
    limits.flag_latency = document.value("flag_latency", 0.0);
  } catch (const Json::parse_error& error) {
    refuse(file, text::format("not JSON (byte {})", error.byte));
  } catch (const Json::exception&) {
    refuse(file, "not a result of 'allfold bench'");
  }
  if (limits.rows.empty()) refuse(file, "no limits were measured");
  if (limits.flag_latency <= 0) refuse(file, "measured on one rank");
  return limits;
}

MeasuredLimits read_limits(const std::string& file) {
  constexpr std::size_t most_bytes = std::size_t{64} << 20;
  std::string content;
  if (const std::string problem = system::read_file(file, most_bytes, content); !problem.empty())
    refuse(file, problem);
  return parse_limits(content, file);
}

}  // namespace allfold::command::doctor
