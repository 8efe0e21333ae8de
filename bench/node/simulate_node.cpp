/// Simulates the ranks of one node, and prints how long their reductions take. See --help.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "candidate.hpp"
#include "command/collectives.hpp"
#include "command/ranks.hpp"
#include "command/sizes.hpp"
#include "command/usage_error.hpp"
#include "known_nodes.hpp"
#include "measurement.hpp"
#include "text/format.hpp"

namespace {

using namespace allfold;
using command::UsageError;

/// The options as written.
struct Options {
  std::string node = "milan";
  std::string ranks;
  std::string bind = "core";
  std::string sizes = "8,512,1k,4k,64k,1m";
  std::string collective = "allreduce";
  std::vector<std::string> candidates;
  std::vector<std::string> set;
  bool rewritten = true;
  bool describe = false;
  bool designs = false;
};

void add_options(CLI::App& app, Options& options) {
  std::string nodes;
  for (const std::string& each : bench::names_of_nodes()) nodes += each + ", ";
  app.add_option("--node", options.node, nodes + "or a node file")->capture_default_str();
  app.add_option("--ranks", options.ranks, "numbers of ranks [default: a rank on each core]");
  app.add_option("--bind", options.bind,
                 "core: ranks on successive cores; socket: on the sockets in turns; both")
      ->capture_default_str();
  app.add_option("--sizes", options.sizes, "bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR")
      ->capture_default_str();
  app.add_option("--collective", options.collective, std::string(command::names_of_collectives))
      ->capture_default_str();
  app.add_option("--candidate", options.candidates,
                 "what reduces, see below; may be repeated [default: allfold]")
      ->take_all()
      ->allow_extra_args(false);
  app.add_option("--set", options.set,
                 "a parameter of the node with another value, as in latency.same_l3=30; may be "
                 "repeated")
      ->take_all()
      ->allow_extra_args(false);
  app.add_flag("--rewritten,!--unchanged", options.rewritten,
               "ranks write their inputs before each call [default], or only once");
  app.add_flag("--describe", options.describe,
               "print the parameters of the node with their sources, and simulate nothing");
  app.add_flag("--designs", options.designs,
               "print the candidates that the node file names, and simulate nothing");
  app.footer("Candidates:\n" + bench::names_of_candidates());
}

std::vector<std::pair<std::string, bench::Binding>> bindings_of(const Options& options) {
  const std::vector<std::pair<std::string, bench::Binding>> both{
      {"core", bench::Binding::core}, {"socket", bench::Binding::socket}};
  if (options.bind == "both") return both;
  for (const auto& each : both)
    if (each.first == options.bind) return {each};
  throw UsageError(
      text::format("--bind: unknown value '{}': expected core, socket or both", options.bind));
}

command::NodeFile node_of(const Options& options) {
  command::NodeFile file = bench::read_node(options.node);
  for (const std::string& each : options.set) command::set_parameter(file.node, each);
  return file;
}

void describe(const command::NodeFile& file) {
  text::print("{}: {}\n", file.node.name, file.node.description);
  const auto& parameters = node_model::parameters();
  for (std::size_t i = 0; i < parameters.size(); ++i)
    text::print("{:24} {:>12} {} ({})\n", parameters[i].name, parameters[i].get(file.node),
                parameters[i].meaning, file.sources[i]);
}

void check_sizes(const std::vector<std::int64_t>& sizes) {
  if (sizes.front() < 1 || sizes.back() > bench::most_bytes_measured)
    throw UsageError(text::format("--sizes: {} bytes: expected 1 to {}",
                                  sizes.front() < 1 ? sizes.front() : sizes.back(),
                                  bench::most_bytes_measured));
}

/// Prints a line of results, or on the standard error why there is none.
void print_row(const bench::Request& request, const std::string& subject) {
  bench::Measured measured;
  try {
    measured = bench::measure(request);
  } catch (const bench::Unsuitable& problem) {
    return text::print(stderr, "left out: {}\n", problem.what());
  }
  text::print("{}\t{}\t{}\t{}\t{:.6g}\t{}\t{}\t{}\n", subject, request.ranks, request.bytes,
              request.candidate, measured.seconds, measured.traffic.between_sockets,
              measured.traffic.between_caches, measured.traffic.memory);
  static_cast<void>(std::fflush(stdout));
}

int simulate(const Options& options) {
  const command::NodeFile file = node_of(options);
  const std::vector<int> ranks =
      options.ranks.empty() ? std::vector{file.node.cores.all}
                            : command::parse_ranks(options.ranks, file.node.cores.all, "--ranks");
  const std::vector<std::int64_t> sizes = command::parse_sizes(options.sizes);
  check_sizes(sizes);
  const auto collectives = command::parse_collectives(options.collective);
  const auto bindings = bindings_of(options);
  const std::vector<std::string> candidates =
      options.candidates.empty() ? std::vector<std::string>{"allfold"} : options.candidates;
  text::print(
      "subject\tranks\tbytes\tcontestant\tseconds\tbetween_sockets\tbetween_caches\tmemory\n");
  for (const schedule::Collective collective : collectives)
    for (const auto& [binding_name, binding] : bindings)
      for (const int each : ranks)
        for (const std::string& candidate : candidates)
          for (const std::int64_t bytes : sizes)
            print_row(
                {.node = file.node,
                 .ranks = each,
                 .binding = binding,
                 .collective = collective,
                 .inputs = options.rewritten ? bench::Inputs::rewritten : bench::Inputs::unchanged,
                 .bytes = bytes,
                 .candidate = candidate},
                text::format("{}, by {}", schedule::name_of(collective), binding_name));
  return 0;
}

int run(int argc, char** argv) {
  CLI::App app(
      "Simulates ranks on the caches and links of a node, and times their reductions there.");
  app.name("simulate_node");
  app.get_formatter()->column_width(24);
  Options options;
  add_options(app, options);
  CLI11_PARSE(app, argc, argv);
  if (options.describe) {
    describe(node_of(options));
  } else if (options.designs) {
    for (const std::string& each : node_of(options).designs) text::print("{}\n", each);
  } else {
    return simulate(options);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const UsageError& error) {
    text::print(stderr, "simulate_node: {}\n", error.what());
    return 2;
  } catch (const command::NodeFileError& error) {
    text::print(stderr, "simulate_node: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    text::print(stderr, "simulate_node: {}\n", error.what());
    return 1;
  }
}
