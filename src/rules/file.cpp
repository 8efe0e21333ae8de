#include "rules/file.hpp"

#include <algorithm>

#include "cost/parameters.hpp"
#include "rules/keys.hpp"
#include "rules/reader.hpp"
#include "text/format.hpp"

namespace allfold::rules {

Rules RulesReader::file(const JsonNode& root) {
  Rules rules;
  const Spot spot{.node = &root, .path = ""};
  if (!form_.is_object(spot, rules_forms()[file_form])) return rules;
  with(spot, "format", [&](const Spot& member) { format(member); });
  with(spot, "machine", [&](const Spot& member) { rules.machine = machine(member); });
  with(spot, "model", [&](const Spot& member) { rules.model = model(member); });
  with(spot, "rules", [&](const Spot& member) {
    if (!form_.is_list(member, R"([{"collective": "allreduce", ...}])")) return;
    for (const Spot& element : member.elements())
      if (auto read = rule(element)) rules.rules.push_back(std::move(*read));
  });
  with(spot, "timing", [&](const Spot& member) { rules.timing = timing(member); });
  with(spot, "measurements", [&](const Spot& member) { measurements(member, rules); });
  with(spot, "ways", [&](const Spot& member) { early_ways(member, rules); });
  return rules;
}

std::string RulesReader::duplicate(std::string_view entry, int line) {
  return text::format("{}: duplicate of line {}: expected one entry; remove one of them", entry,
                      line);
}

void RulesReader::no_json(const JsonMistake& mistake) {
  form_.say(mistake.line, "", text::format("invalid JSON: {}; correct this line", mistake.what));
}

void RulesReader::format(const Spot& spot) {
  const auto name = form_.text(spot, text::format("\"{}\"", rules_format));
  if (name && *name != rules_format)
    form_.say(
        spot,
        text::format("unknown format '{}': expected \"{}\"; change it if the file has this format",
                     *name, rules_format));
}

std::optional<MachineFingerprint> RulesReader::machine(const Spot& spot) {
  if (!form_.is_object(spot, rules_forms()[machine_form])) return std::nullopt;
  const std::size_t mistakes = form_.mistakes();
  MachineFingerprint machine;
  const auto read = [&](std::string_view name, std::string_view example, std::string& value) {
    with(spot, name, [&](const Spot& member) {
      if (const auto text = form_.text(member, example)) value = *text;
    });
  };
  read("processor", "\"AMD EPYC 7763\"", machine.processor);
  number(spot, "processors", 1, machine.processors);
  read("network", "\"tcp\"", machine.network);
  read("mpi", "\"Open MPI 4.1.4\"", machine.mpi);
  if (parts_named(machine) == 0 && form_.mistakes() == mistakes)
    form_.say(spot,
              "no part of a machine is named: expected processor, processors, network or mpi; add "
              "one, or remove \"machine\" if the rules are for all machines");
  return machine;
}

std::optional<cost::CostModel> RulesReader::model(const Spot& spot) {
  if (!form_.is_object(spot, rules_forms()[model_form])) return std::nullopt;
  cost::CostModel model;
  const std::size_t mistakes = form_.mistakes();
  for (const cost::ModelTerm& term : cost::model_terms())
    with(spot, term.name, [&](const Spot& member) {
      if (term.unit == cost::ModelTerm::Unit::nodes) {
        const auto nodes = form_.whole(member, cost::fewest_nodes_in_group, "16");
        if (nodes && *nodes <= cost::most_nodes_in_group)
          term.of(model) = static_cast<double>(*nodes);
        else if (nodes)
          form_.say(member, text::format("{} is too large: expected {} at most, for example 16",
                                         *nodes, cost::most_nodes_in_group));
        return;
      }
      const auto text = form_.text(member, "\"2us\"");
      if (!text) return;
      if (const auto seconds = cost::parse_seconds(*text))
        term.of(model) = *seconds;
      else
        form_.say(member,
                  text::format("invalid time '{}': expected a number with a unit, up to 1e30s, for "
                               "example \"2us\" or \"0.1ns\"",
                               *text));
    });
  // If a value is invalid, its meaning is not known, and the network is not checked.
  if (form_.mistakes() > mistakes) return model;
  if (const std::string mistake = cost::mistake_in_network(model); !mistake.empty())
    form_.say(spot, mistake);
  return model;
}

std::optional<schedule::Collective> RulesReader::collective(const Spot& spot) {
  const auto name = form_.text(spot, R"("allreduce")");
  if (!name) return std::nullopt;
  const auto found = schedule::find_collective(*name);
  if (!found)
    form_.say(spot, text::format("unknown collective '{}': expected {}", *name,
                                 schedule::expected_names()));
  return found;
}

std::optional<OperationClass> RulesReader::operation(const Spot& spot) {
  const auto name = form_.text(spot, R"("predefined")");
  if (!name) return std::nullopt;
  const auto* const found = std::ranges::find(
      operation_classes, *name, [](OperationClass operation) { return name_of(operation); });
  if (found != operation_classes.end()) return *found;
  form_.say(
      spot,
      text::format("unknown class of operations '{}': expected predefined, commutative or ordered",
                   *name));
  return std::nullopt;
}

Rules parse_rules(std::string_view text, const std::string& file_name,
                  std::vector<std::string>& errors) {
  RulesReader reader(file_name);
  JsonMistake mistake;
  Rules rules;
  if (const auto root = parse_json(text, mistake))
    rules = reader.file(*root);
  else
    reader.no_json(mistake);
  rules.source = file_name;
  for (std::string& error : reader.errors()) errors.push_back(std::move(error));
  return rules;
}

}  // namespace allfold::rules
