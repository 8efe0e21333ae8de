#include "command/bench/record.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "allfold/allfold.h"
#include "command/measure/stopping.hpp"
#include "system/written_file.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

namespace {

using Json = nlohmann::ordered_json;

void add(Json& object, const std::string& name, const rules::Interval& median) {
  object[name] = median.median;
  object[name + "_low"] = median.low;
  object[name + "_high"] = median.high;
}

Json times_of(const Times& times) {
  Json object;
  add(object, "native", times.native);
  add(object, "allfold", times.allfold);
  add(object, "ratio", times.ratio);
  add(object, "added", times.added);
  object["turns"] = times.turns;
  object["late_turns"] = times.late_turns;
  object["calls"] = times.calls;
  return object;
}

Json row_of(const Row& row) {
  Json object = {{"subject", schedule::name_of(row.collective)},
                 {"ranks", row.ranks},
                 {"timing", measure::name_of(row.timing)},
                 {"bytes", row.bytes}};
  object.update(times_of(row.times));
  object["kernel"] = row.times.served.by;
  object["reason"] = row.times.served.why;
  object["algorithm"] = row.times.algorithm;
  object["ranks_per_node"] = row.ranks_per_node;
  object["native_p95"] = row.times.native_p95;
  object["allfold_p95"] = row.times.allfold_p95;
  object["native_bandwidth"] = bandwidth(row.bytes, row.times.native.median);
  object["allfold_bandwidth"] = bandwidth(row.bytes, row.times.allfold.median);
  object["native_bus_bandwidth"] = bus_bandwidth(row, row.times.native.median);
  object["allfold_bus_bandwidth"] = bus_bandwidth(row, row.times.allfold.median);
  if (row.times.regret.median > 0) add(object, "regret", row.times.regret);
  if (row.times.natives.empty()) return object;
  const NativeTime& best = row.times.natives.front();
  object["best_native"] = best.name;
  add(object, "best", best.time);
  add(object, "best_ratio", row.times.best_ratio);
  return object;
}

/// The MPI library's algorithms that took part.
Json natives_of(const Row& row) {
  Json list = Json::array();
  for (const NativeTime& native : row.times.natives) {
    Json object = {{"name", native.name}};
    add(object, "time", native.time);
    add(object, "ratio", native.ratio);
    object["time_p95"] = native.p95;
    list.push_back(object);
  }
  return list;
}

Json rows_of(const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(row_of(row));
  return list;
}

Json limit_of(const LimitRow& row) {
  Json object = {{"ranks", row.ranks}, {"bytes", row.bytes}};
  add(object, "allfold", row.allfold);
  add(object, "three_passes", row.three_passes);
  add(object, "copies", row.copies);
  add(object, "remote_write", row.remote_write);
  add(object, "remote_read", row.remote_read);
  add(object, "predicted", row.predicted);
  add(object, "to_predicted", row.to_predicted);
  add(object, "to_three_passes", row.to_three_passes);
  add(object, "to_copies", row.to_copies);
  return object;
}

Json summary_of(const Summary& summary) {
  Json object = {{"subject", schedule::name_of(summary.collective)},
                 {"ranks", summary.ranks},
                 {"timing", measure::name_of(summary.timing)},
                 {"algorithm", summary.worst.times.algorithm},
                 {"ratio_all", summary.all},
                 {"worst_ratio", summary.worst.times.ratio.median},
                 {"worst_bytes", summary.worst.bytes}};
  if (!summary.worst.times.natives.empty()) object["best_ratio_all"] = summary.to_best;
  if (summary.long_vectors > 0) object["ratio_from_256_KiB"] = summary.long_vectors;
  return object;
}

/// The same object as in rules files.
Json machine_of(const rules::MachineFingerprint& machine) {
  return {{"processor", machine.processor},
          {"processors", machine.processors},
          {"network", machine.network},
          {"mpi", machine.mpi}};
}

/// All measured rows in one table, whatever was asked for.
std::vector<Json> all_rows_of(const Results& results) {
  std::vector<Json> rows;
  for (const Row& row : results.rows) rows.push_back(row_of(row));
  for (const Row& row : results.communicators) {
    rows.push_back(row_of(row));
    rows.back()["subject"] = "communicator";
  }
  // A measurement of other calls on one rank includes the overhead, too.
  if (results.rows.empty())
    for (const Row& row : results.overhead) {
      rows.push_back(row_of(row));
      rows.back()["subject"] = text::format("overhead of {}", schedule::name_of(row.collective));
    }
  for (const LimitRow& row : results.limits) {
    rows.push_back(limit_of(row));
    rows.back()["subject"] = "limits";
  }
  return rows;
}

/// The union of all columns, since rows differ in them.
std::vector<std::string> columns_of(const std::vector<Json>& rows) {
  std::vector<std::string> columns;
  for (const Json& row : rows)
    for (const auto& [name, value] : row.items())
      if (std::ranges::find(columns, name) == columns.end()) columns.push_back(name);
  return columns;
}

std::string cell_of(const Json& row, const std::string& name) {
  const auto found = row.find(name);
  if (found == row.end()) return "-";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

void write(const std::string& file, const std::string& text) {
  if (const std::string problem = system::write_file(file, text); !problem.empty())
    throw std::runtime_error(text::format(
        "{}: cannot be written: {}; the results are only in the printed tables", file, problem));
}

}  // namespace

void write_json(const std::string& file, const measure::Setup& setup, const Results& results) {
  const measure::Surroundings& there = results.surroundings;
  Json document = {
      {"allfold", allfold_version()},   {"mpi", mpi_version()},
      {"ranks", there.ranks},           {"hosts", there.hosts},
      {"processors", there.processors}, {"start", there.is_clock_shared() ? "clock" : "barrier"},
      {"type", setup.type->name},       {"op", setup.op->name},
      {"in_place", setup.in_place},     {"root", setup.root},
      {"algorithm", setup.algorithm},   {"machine", machine_of(results.machine)},
      {"started", results.started},     {"complete", results.is_complete()},
      {"points", results.points},       {"measured", results.measured}};
  if (results.stopped_by != 0) document["stopped_by"] = measure::name_of_signal(results.stopped_by);
  for (const measure::Match& match : setup.matches) {
    const std::string collective(schedule::name_of(match.collective));
    document["native"][collective] = measure::native_text(match);
    document["allfold_by"][collective] = allfold_text(setup, match.collective);
  }
  document["notes"] = setup.notes;
  document["rows"] = rows_of(results.rows);
  for (std::size_t i = 0; i < results.rows.size(); ++i)
    if (!results.rows[i].times.natives.empty())
      document["rows"][i]["natives"] = natives_of(results.rows[i]);
  document["left_out"] = left_out(results.rows);
  document["summaries"] = Json::array();
  for (const Summary& summary : summaries(results.rows))
    document["summaries"].push_back(summary_of(summary));
  document["overhead"] = rows_of(results.overhead);
  document["communicators"] = Json::array();
  for (const Row& row : results.communicators) {
    document["communicators"].push_back({{"ranks", row.ranks}});
    document["communicators"].back().update(times_of(row.times));
  }
  document["limits"] = Json::array();
  for (const LimitRow& row : results.limits) document["limits"].push_back(limit_of(row));
  if (!results.limits.empty()) document["flag_latency"] = results.flag_latency;
  write(file, document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void write_table(const std::string& file, const Results& results) {
  const std::vector<Json> rows = all_rows_of(results);
  const std::vector<std::string> columns = columns_of(rows);
  std::string text = rows.empty() ? "" : text::format("{}\n", fmt::join(columns, "\t"));
  for (const Json& row : rows) {
    std::vector<std::string> cells(columns.size());
    std::ranges::transform(columns, cells.begin(),
                           [&](const std::string& name) { return cell_of(row, name); });
    text += text::format("{}\n", fmt::join(cells, "\t"));
  }
  write(file, text);
}

}  // namespace allfold::command::bench
