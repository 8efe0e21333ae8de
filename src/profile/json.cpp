#include "profile/json.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <stdexcept>
#include <vector>

#include "profile/json_values.hpp"
#include "text/format.hpp"
#include "text/size_class.hpp"

namespace allfold::profile {

namespace {

constexpr int format = 1;
constexpr std::string_view kind_of_file = "profile";

/// The range of bytes of a size class: its first number, and the first beyond it.
Json json_of_size(int size_class) {
  if (size_class == Kind::any_size) return nullptr;
  const Lengths lengths = lengths_of(size_class);
  return {lengths.from, lengths.below};
}

int size_class_in(const Json& value) {
  return value.is_null()
             ? Kind::any_size
             : text::size_class_of(std::max<std::int64_t>(value.at(0).get<std::int64_t>(), 0));
}

Json json_of(const Site& site) {
  return {{"object", site.object},
          {"offset", site.offset},
          {"function", site.function},
          {"function_offset", site.function_offset}};
}

Site site_of(const Json& value) {
  return {.object = value.at("object"),
          .offset = value.at("offset"),
          .function = value.at("function"),
          .function_offset = value.at("function_offset")};
}

Json json_of(const CommunicatorKind& kind, const CommunicatorSums& sums) {
  return {{"name", kind.name},
          {"ranks", known(kind.ranks)},
          {"nodes", known(kind.nodes)},
          {"ranks_per_node", known(kind.ranks_per_node)},
          {"communicators", sums.communicators},
          {"set_up_seconds", {{"sum", sums.set_up.sum}, {"max", sums.set_up.max}}}};
}

CommunicatorKind communicator_of(const Json& value) {
  return {.name = value.at("name"),
          .ranks = number_or_none(value, "ranks"),
          .nodes = number_or_none(value, "nodes"),
          .ranks_per_node = number_or_none(value, "ranks_per_node")};
}

Json json_of_waiting(const ClassSums& sums) {
  if (sums.sampled_calls == 0) return nullptr;
  return {{"of_seconds", sums.known_seconds},
          {"sampled_calls", sums.sampled_calls},
          {"seconds", json_of(sums.waiting, sums.ranks)},
          {"rest", json_of(sums.rest, sums.ranks)}};
}

Json json_of(const ClassKey& key, const ClassSums& sums, std::size_t communicator) {
  Json value = {{"communicator", communicator},
                {"collective", schedule::name_of(key.kind.collective)},
                {"bytes", json_of_size(key.kind.size_class)},
                {"operation", key.kind.operation},
                {"type", key.kind.type},
                {"algorithm", key.kind.algorithm},
                {"reason", key.kind.reason}};
  if (!key.site.object.empty()) value["site"] = json_of(key.site);
  value["calls"] = sums.calls;
  value["calls_in_place"] = sums.calls_in_place;
  value["total_bytes"] = sums.bytes;
  value["ranks"] = sums.ranks;
  value["seconds"] = json_of(sums.seconds, sums.ranks);
  value["waiting"] = json_of_waiting(sums);
  return value;
}

ClassKey key_of(const Json& value, const std::vector<CommunicatorKind>& communicators) {
  const auto collective =
      schedule::find_collective(value.at("collective").get_ref<const std::string&>());
  if (!collective) throw nlohmann::json::other_error::create(501, "unknown collective", &value);
  return {.communicator = communicators.at(value.at("communicator").get<std::size_t>()),
          .kind = {.collective = *collective,
                   .size_class = size_class_in(value.at("bytes")),
                   .operation = value.at("operation"),
                   .type = value.at("type"),
                   .algorithm = value.at("algorithm"),
                   .reason = value.at("reason")},
          .site = value.contains("site") ? site_of(value.at("site")) : Site{}};
}

ClassSums sums_of(const Json& value) {
  constexpr std::uint64_t none = 0;
  ClassSums sums{.calls = number_in(value, "calls", none),
                 .calls_in_place = number_in(value, "calls_in_place", none),
                 .bytes = number_in(value, "total_bytes", none),
                 .ranks = number_in(value, "ranks", none),
                 .seconds = spread_of(value.at("seconds"))};
  const Json& waiting = value.at("waiting");
  if (waiting.is_null()) return sums;
  sums.known_seconds = waiting.at("of_seconds");
  sums.sampled_calls = waiting.at("sampled_calls");
  sums.waiting = spread_of(waiting.at("seconds"));
  sums.rest = spread_of(waiting.at("rest"));
  return sums;
}

Json json_of(const Profile& profile) {
  Json value = {{"format", format},
                {"kind", kind_of_file},
                {"partial", known(profile.partial)},
                {"program", profile.program},
                {"allfold", profile.allfold},
                {"mpi", profile.mpi},
                {"mode", profile.mode},
                {"ranks", profile.ranks},
                {"nodes", known(profile.nodes)},
                {"ranks_per_node", known(profile.ranks_per_node)},
                {"ranks_observed", profile.ranks_observed},
                {"run_seconds", json_of(profile.run, profile.ranks_observed)},
                {"clock_error_seconds", profile.clock_error},
                {"merged_calls", profile.merged_calls}};
  std::map<CommunicatorKind, CommunicatorSums> communicators = profile.communicators;
  for (const auto& [key, sums] : profile.classes) communicators[key.communicator].add({});
  value["communicators"] = Json::array();
  for (const auto& [kind, sums] : communicators)
    value["communicators"].push_back(json_of(kind, sums));
  Json classes = Json::array();
  for (const auto& [key, sums] : profile.classes) {
    const auto place = std::distance(communicators.begin(), communicators.find(key.communicator));
    classes.push_back(json_of(key, sums, static_cast<std::size_t>(place)));
  }
  value["classes"] = std::move(classes);
  return value;
}

Profile profile_of(const Json& value) {
  Profile profile{.program = value.at("program"),
                  .allfold = value.at("allfold"),
                  .mpi = value.at("mpi"),
                  .mode = value.at("mode"),
                  .partial = text_or_none(value.at("partial")),
                  .ranks = number_in(value, "ranks", 1),
                  .nodes = number_or_none(value, "nodes"),
                  .ranks_per_node = number_or_none(value, "ranks_per_node"),
                  .ranks_observed = number_in(value, "ranks_observed", std::uint64_t{0}),
                  .run = spread_of(value.at("run_seconds")),
                  .clock_error = value.at("clock_error_seconds"),
                  .merged_calls = value.at("merged_calls")};
  std::vector<CommunicatorKind> communicators;
  for (const Json& each : list_in(value, "communicators")) {
    communicators.push_back(communicator_of(each));
    profile.communicators[communicators.back()].add(
        {.communicators = each.at("communicators"),
         .set_up = spread_of(each.at("set_up_seconds"))});
  }
  for (const Json& each : list_in(value, "classes"))
    profile.classes[key_of(each, communicators)].add(sums_of(each));
  return profile;
}

}  // namespace

std::string text_of(const Profile& profile, Style style) {
  // Names of the program and of files need not be UTF-8.
  return json_of(profile).dump(style == Style::for_people ? 1 : -1, ' ', false,
                               Json::error_handler_t::replace) +
         "\n";
}

std::optional<Profile> parse(std::string_view text, std::string& problem) {
  const Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) {
    problem = "invalid JSON: expected a complete profile; profile the program again";
    return std::nullopt;
  }
  if (!value.is_object() || value.value("kind", Json()) != kind_of_file) {
    problem = text::format(
        "not a profile: expected \"kind\": \"{}\"; name a file that "
        "ALLFOLD_PROFILE wrote",
        kind_of_file);
    return std::nullopt;
  }
  if (value.value("format", Json()) != format) {
    const Json found = value.value("format", Json());
    problem =
        text::format("unknown format{}: expected {}; use the version of Allfold that wrote it",
                     found.is_number_integer() ? " " + found.dump() : "", format);
    return std::nullopt;
  }
  try {
    return profile_of(value);
  } catch (const std::bad_alloc&) {
    throw;  // not a problem of the text
  } catch (const std::exception& error) {
    std::string_view what = error.what();
    // Removes the JSON library's error number.
    if (what.starts_with("[json.exception.")) what.remove_prefix(what.find("] ") + 2);
    problem = text::format("invalid profile: {}; profile the program again", what);
    return std::nullopt;
  }
}

}  // namespace allfold::profile
