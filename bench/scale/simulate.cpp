/// Simulates the ranks of a large machine and times their reductions. See --help.
#include <simgrid/forward.h>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "algorithms/kernel_name.hpp"
#include "command/collectives.hpp"
#include "command/ranks.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "contest.hpp"
#include "cost/parameters.hpp"
#include "folder.hpp"
#include "node_times.hpp"
#include "platform.hpp"
#include "schedule/collective.hpp"
#include "smpi_options.hpp"
#include "text/format.hpp"

// Declared in smpi/smpi.h, which is for simulated programs only.
extern "C" int smpi_main(const char* program, int argc, char* argv[]);

namespace {

using namespace allfold;
using command::UsageError;

/// The options as written.
struct Request {
  std::string platform = "flat";
  std::string hosts_file;
  int ranks = 0;
  int ppn = 1;
  std::string node_times;
  std::string sizes = "8,512,8k,64k,512k,4m";
  std::string collective = "both";
  std::vector<std::string> contestants{"auto"};
  std::string latency = "0.6us";
  double rate = 12.5;
  double taper = 2;
  std::string overhead = "0.2us";
  std::string gamma = "0.02ns";
  std::string copy = "0.05ns";
  bool check = false;
  bool model = false;
  bool plain = false;
  bool describe = false;
};

double seconds_of(const std::string& option, const std::string& text) {
  if (const auto seconds = cost::parse_seconds(text)) return *seconds;
  throw UsageError(text::format(
      "{}: invalid time '{}': expected a number with a unit, for example 1us", option, text));
}

void add_options(CLI::App& app, Request& request) {
  app.add_option("--platform", request.platform,
                 "flat, fat-tree, dragonfly, torus or ideal, or a platform file of SimGrid's")
      ->capture_default_str();
  app.add_option("--hosts", request.hosts_file,
                 "names of the hosts of a platform file, a line each [default: all of it]");
  app.add_option("--ranks", request.ranks, "how many ranks")->required();
  app.add_option("--ppn", request.ppn, "ranks a host")->capture_default_str();
  app.add_option("--node-times", request.node_times,
                 "output of simulate_node: times of shared memory, if hosts have several ranks");
  app.add_option("--sizes", request.sizes, "bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR")
      ->capture_default_str();
  app.add_option("--collective", request.collective, std::string(command::names_of_collectives))
      ->capture_default_str();
  app.add_option(
         "--contestant", request.contestants,
         "auto, an algorithm of Allfold's as in ring or NAME:halvings=2, every of these, or "
         "smpi:NAME, an algorithm or a selector of SMPI's; may be repeated")
      ->take_all()
      ->allow_extra_args(false)
      ->capture_default_str();
  app.add_option("--latency", request.latency, "from host to host by two links")
      ->capture_default_str();
  app.add_option("--rate", request.rate, "GB/s of a link, each way")->capture_default_str();
  app.add_option("--taper", request.taper, "how many times less upper links carry than lower ones")
      ->capture_default_str();
  app.add_option("--overhead", request.overhead, "of a message, at each of its ends")
      ->capture_default_str();
  app.add_option("--gamma", request.gamma, "to reduce a byte")->capture_default_str();
  app.add_option("--copy", request.copy, "to copy a byte in memory")->capture_default_str();
  app.add_flag("--check", request.check, "check all values");
  app.add_flag("--model", request.model, "also print what the cost model says of algorithms");
  app.add_flag("--plain-model", request.plain, "the cost model knows no links that ranks share");
  app.add_flag("--describe", request.describe, "print what the platform is, and simulate nothing");
}

void check(const Request& request) {
  constexpr int most_ranks = 1 << 20;
  if (request.ranks < 1 || request.ranks > most_ranks)
    throw UsageError(
        text::format("--ranks: {} ranks: expected 1 to {}", request.ranks, most_ranks));
  if (request.ppn < 1)
    throw UsageError(text::format("--ppn: {} ranks a host: expected 1 or more", request.ppn));
  if (request.ppn > 1 && request.node_times.empty() && !request.describe)
    throw UsageError(
        "--ppn: the times of shared memory are not known: expected --node-times FILE, too");
  if (!(request.rate > 0))
    throw UsageError(text::format("--rate: {} GB/s: expected more than 0", request.rate));
  if (!(request.taper >= 1))
    throw UsageError(text::format("--taper: {}: expected 1 or more", request.taper));
  const bool is_file = !bench::is_kind(request.platform);
  if (is_file && !std::filesystem::is_regular_file(request.platform))
    throw UsageError(
        text::format("--platform: there is no file '{}': expected {}, or a platform file",
                     request.platform, bench::kinds_of_platforms()));
  if (is_file && request.ppn > 1 && request.hosts_file.empty())
    throw UsageError("--ppn: the hosts of a platform file are not known: expected --hosts FILE");
  if (!is_file && !request.hosts_file.empty())
    throw UsageError("--hosts: that is for a platform file: expected --platform FILE.xml");
}

/// Checks names before the simulation. Only SMPI knows the names of its own algorithms.
void check_contestant(const std::string& name) {
  if (name == "auto" || name == "every" || name.starts_with(bench::peer_prefix)) return;
  std::string error;
  if (algorithms::parse_kernel(name, error).kernel == nullptr)
    throw UsageError(text::format("--contestant: {}; or smpi:NAME", error));
}

std::vector<std::string> collectives_of(const Request& request) {
  std::vector<std::string> names;
  for (const schedule::Collective each : command::parse_collectives(request.collective))
    names.emplace_back(schedule::name_of(each));
  return names;
}

bench::NodeTimes node_times_of(const Request& request) {
  return request.node_times.empty() ? bench::NodeTimes{}
                                    : bench::read_node_times(request.node_times);
}

bench::Platform platform_of(const Request& request) {
  return {.kind = request.platform,
          .hosts = (request.ranks + request.ppn - 1) / request.ppn,
          .latency = seconds_of("--latency", request.latency),
          .rate = request.rate * 1e9,
          .taper = request.taper};
}

bench::Contest contest_of(const Request& request, std::vector<simulation::NodeTime> node_times) {
  for (const std::string& each : request.contestants) check_contestant(each);
  return {.contestants = request.contestants,
          .collectives = collectives_of(request),
          .bytes = command::parse_sizes(request.sizes),
          .ranks_per_host = request.ppn,
          .reduction = seconds_of("--gamma", request.gamma),
          .copy = seconds_of("--copy", request.copy),
          .gap = 2 * seconds_of("--overhead", request.overhead),
          .node_times = std::move(node_times),
          .shared = bench::shared_links_of(platform_of(request)),
          .knows_sharing = !request.plain,
          .is_checked = request.check,
          .is_predicted = request.model};
}

/// The file with the hosts of the ranks; "" if SimGrid uses the hosts of the platform in order.
std::string places_of(const Request& request, const bench::Folder& folder) {
  if (bench::is_kind(request.platform))
    return folder.write("hosts", bench::text_of_places(request.ranks, request.ppn));
  if (request.hosts_file.empty()) return "";
  std::string text;
  std::ifstream file(request.hosts_file);
  for (std::string host; std::getline(file, host);)
    for (int rank = 0; rank < request.ppn && !host.empty(); ++rank) text += host + "\n";
  if (text.empty())
    throw UsageError(
        text::format("--hosts: '{}' names no host: expected a name a line", request.hosts_file));
  return folder.write("hosts", text);
}

int simulate(const Request& request) {
  bench::NodeTimes times = node_times_of(request);
  bench::Platform platform = platform_of(request);
  platform.inside = times.messages;
  const std::string contest = bench::text_of(contest_of(request, std::move(times.work)));
  const bench::Folder folder;
  std::vector<std::string> arguments{ALLFOLD_SCALE_RANKS};
  const double overhead = seconds_of("--overhead", request.overhead);
  for (const std::string& option :
       bench::smpi_options(text::format("{:.9g}", overhead), folder.file("")))
    arguments.push_back(option);
  arguments.push_back(text::format("--cfg=smpi/np:{}", request.ranks));
  if (const std::string places = places_of(request, folder); !places.empty())
    arguments.push_back("--cfg=smpi/hostfile:" + places);
  arguments.push_back(bench::is_kind(request.platform)
                          ? folder.write("platform.xml", bench::text_of(platform))
                          : request.platform);
  arguments.push_back(contest);
  std::vector<char*> pointers;
  for (std::string& each : arguments) pointers.push_back(each.data());
  const int status =
      smpi_main(ALLFOLD_SCALE_RANKS, static_cast<int>(pointers.size()), pointers.data());
  if (std::getenv(bench::end_variable) == nullptr)
    throw std::runtime_error("the simulation ended before its ranks did: an MPI call has failed");
  return status;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Simulates ranks of a large machine with SimGrid, and times their reductions there.");
  app.name("simulate");
  app.get_formatter()->column_width(24);
  Request request;
  add_options(app, request);
  CLI11_PARSE(app, argc, argv);
  check(request);
  if (!request.describe) return simulate(request);
  text::print("{}\n", bench::is_kind(request.platform) ? bench::description_of(platform_of(request))
                                                       : request.platform);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    text::print(stderr, "simulate: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    text::print(stderr, "simulate: {}\n", error.what());
    return 1;
  }
}
