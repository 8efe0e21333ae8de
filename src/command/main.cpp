/// The command `allfold`: shows what the library holds, proves it, draws it, and measures it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <optional>
#include <span>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "algorithms/kernel_name.hpp"
#include "algorithms/registry.hpp"
#include "allfold/allfold.h"
#include "command/bench/bench.hpp"
#include "command/cost/cost.hpp"
#include "command/doctor/doctor.hpp"
#include "command/explain/explain.hpp"
#include "command/job.hpp"
#include "command/launched.hpp"
#include "command/pages/pages.hpp"
#include "command/plan.hpp"
#include "command/replay/replay.hpp"
#include "command/report/report.hpp"
#include "command/run/run.hpp"
#include "command/tables.hpp"
#include "command/try_out/try_out.hpp"
#include "command/tune/tune.hpp"
#include "proof/prove_all.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace {

using namespace allfold;

struct Check {
  std::string kernel;  ///< "": all
  int most_ranks = 64;
  int jobs = proof::processors();
};

/// Proofs allocate and free programs all the time: freed memory is kept for the next one.
void keep_memory() {
#if defined(__GLIBC__)
  constexpr int much = 1 << 30;
  mallopt(M_TRIM_THRESHOLD, much);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TOP_PAD, 64 << 20);
#endif
}

/// Proves kernels for all numbers of ranks up to the most; returns the exit status.
int check_kernels(const Check& check) {
  keep_memory();
  const auto begin = std::chrono::steady_clock::now();
  std::vector<const algorithms::Kernel*> chosen;
  for (const algorithms::Kernel& kernel : algorithms::kernels())
    if (check.kernel.empty() || kernel.name == check.kernel) chosen.push_back(&kernel);
  std::vector<int> ranks(static_cast<std::size_t>(check.most_ranks));
  std::iota(ranks.begin(), ranks.end(), 1);

  const std::vector<proof::Tally> tallies = proof::prove_all(chosen, ranks, check.jobs);
  std::int64_t proofs = 0;
  std::size_t failures = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const proof::Tally& tally = tallies[k];
    text::print(
        "{:<28} {:>7} proofs  {}\n", chosen[k]->name, tally.proofs,
        tally.failures.empty() ? "all hold" : text::format("{} FAIL", tally.failures.size()));
    for (const std::string& failure : tally.failures) text::print("  {}\n", failure);
    proofs += tally.proofs;
    failures += tally.failures.size();
  }
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  text::print("{} proofs on 1 to {} ranks in {:.1f} s: {}\n", proofs, check.most_ranks,
              time.count(), failures == 0 ? "all hold" : text::format("{} FAIL", failures));
  text::print("{}", proof::scope_text());
  return failures == 0 ? 0 : 1;
}

/// What is wrong with the name of an algorithm; "": nothing.
std::string mistake_in_algorithm(const std::string& name) {
  std::string error;
  const algorithms::NamedKernel named = algorithms::parse_kernel(name, error);
  if (named.kernel != nullptr && named.kernel->name != name)
    return "proofs are for all values of parameters: expected a name alone";
  return error;
}

int refuse(std::string_view command, std::string_view problem) {
  return command::give_up(
      command::Status::usage, command,
      text::format("{} (see allfold {}{}--help)", problem, command, command.empty() ? "" : " "));
}

std::string chosen_in(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "" : chosen.front()->get_name();
}

/// What is wrong with a word as it stands, before CLI11 takes the next one for its value; "": nothing.
std::string mistake_in(std::string_view word, const CLI::App& command) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with('-') || equals == std::string_view::npos) return "";
  const std::string name(word.substr(0, equals));
  if (command.get_option_no_throw(name) == nullptr) return "";
  if (!name.starts_with("--"))
    return text::format("{}: a short option with '=': expected {} VALUE, or the long option", word,
                        name);
  if (equals + 1 == word.size())
    return text::format(
        "{}: no value: expected one behind '='; see whether a variable of the shell is empty",
        name);
  return "";
}

/// Whether the option takes the word that follows it.
bool takes_next(std::string_view word, const CLI::App& command) {
  const CLI::Option* const option =
      word.starts_with('-') ? command.get_option_no_throw(std::string(word)) : nullptr;
  return option != nullptr && option->get_items_expected_min() > 0;
}

using Words = std::span<char*>;

/// The same of the subcommand's words, without those of a program that it starts.
std::string mistake_in(Words words, const CLI::App& command) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::string problem = mistake_in(words[i], command); !problem.empty()) return problem;
    if (takes_next(words[i], command))
      ++i;
    else if (*words[i] != '-' && command.get_prefix_command())
      break;
  }
  return "";
}

std::vector<const CLI::App*> subcommands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

/// The subcommand that is asked for; null: none, or an option.
const CLI::App* asked_for(const CLI::App& app, Words words) {
  for (const CLI::App* each : subcommands_of(app))
    if (!words.empty() && each->get_name() == words[0]) return each;
  return nullptr;
}

int refuse_unknown(const CLI::App& app, std::string_view word) {
  std::vector<std::string_view> names;
  for (const CLI::App* each : subcommands_of(app)) names.push_back(each->get_name());
  return refuse("", text::format("unknown subcommand '{}': did you mean {}?", word,
                                 text::nearest(word, names)));
}

/// What is wrong with the words that the subcommand did not expect.
std::string mistake_in_rest(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  const auto option = std::ranges::find_if(
      rest, [](const std::string& word) { return word.starts_with('-') && word.size() > 1; });
  if (option == rest.end())
    return text::format(
        "unexpected word '{}': expected {}", rest.front(),
        command.get_options([](const CLI::Option* each) { return each->get_positional(); }).empty()
            ? "options only"
            : "no more than are there before it");
  std::vector<std::string_view> names;
  for (const CLI::Option* each : command.get_options())
    for (const std::string& name : each->get_lnames()) names.emplace_back(name);
  std::string_view name = *option;
  name.remove_prefix(name.starts_with("--") ? 2 : 1);
  return text::format("unknown option '{}': did you mean --{}?", *option,
                      text::nearest(name.substr(0, name.find('=')), names));
}

/// What CLI11 found wrong, in the form of all messages.
std::string text_of(const CLI::ParseError& error, const CLI::App& command) {
  std::string said = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !command.remaining().empty())
    return mistake_in_rest(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && said.starts_with("--"))
    return text::format("{}: {}", std::string_view(said).substr(0, said.find(':')),
                        said.find("received") == std::string::npos
                            ? "a value is missing: expected one behind it"
                            : "given several times: expected once");
  constexpr std::string_view not_converted = "Could not convert: ";
  constexpr std::string_view is = " = ";
  if (const std::size_t at = said.find(is);
      said.starts_with(not_converted) && at != std::string::npos)
    return text::format(
        "{}: '{}' is no number: expected one",
        std::string_view(said).substr(not_converted.size(), at - not_converted.size()),
        std::string_view(said).substr(at + is.size()));
  return said;
}

/// The exit status, if there is nothing to run.
std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  const Words words(argv + 1, static_cast<std::size_t>(std::max(argc, 1) - 1));
  const CLI::App* const command = asked_for(app, words);
  if (command == nullptr && !words.empty() && *words[0] != '-')
    return refuse_unknown(app, words[0]);
  if (command != nullptr)
    if (const std::string problem = mistake_in(words.subspan(1), *command); !problem.empty())
      return refuse(command->get_name(), problem);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::Success& asked) {
    return !command::runs_as_job(chosen_in(app)) || command::speaks_for_job() ? app.exit(asked) : 0;
  } catch (const CLI::ParseError& error) {
    return refuse(chosen_in(app), text_of(error, command != nullptr ? *command : app));
  }
}

/// The subcommands for the user's own programs, and the pages on all of them.
struct ProgramCommands {
  command::try_out::Request attempt = {};
  command::run::Request start = {};
  command::doctor::Request patient = {};
  command::replay::Request scene = {};
  command::pages::Request papers = {};
  const CLI::App* tryer;
  const CLI::App* starter;
  const CLI::App* doctor;
  const CLI::App* replay;
  const CLI::App* pages;

  explicit ProgramCommands(CLI::App& app)
      : tryer(command::try_out::add_command(app, attempt)),
        starter(command::run::add_command(app, start)),
        doctor(command::doctor::add_command(app, patient)),
        replay(command::replay::add_command(app, scene)),
        pages(command::pages::add_command(app, papers)) {}

  /// The exit status; none if another subcommand was chosen.
  [[nodiscard]] std::optional<int> run(const CLI::App& app) const {
    if (*tryer) return command::try_out::run(attempt);
    if (*starter) return command::run::run(start);
    if (*doctor) return command::doctor::run(patient);
    if (*replay) return command::replay::run(scene);
    if (*pages) return command::pages::run(papers, command::pages::describe(app));
    return std::nullopt;
  }
};

int run(int argc, char** argv) {
  CLI::App app{"Allfold: MPI_Allreduce and MPI_Reduce, replaced"};
  app.set_version_flag("--version", "allfold " ALLFOLD_VERSION);
  app.require_subcommand(1);

  bool markdown = false;
  bool lists_parameters = false;
  auto* list = app.add_subcommand("list", "The algorithms and their parameters");
  list->add_flag("--markdown", markdown, "The algorithms as a table for documentation, with costs");
  list->add_flag(
      "--parameters", lists_parameters,
      "What their parameters mean, as in composed:steps=2h-2 or mesh-adaptive:rows=4,strip=2");
  auto* environment = app.add_subcommand("variables", "The variables of the environment");
  environment->add_flag("--markdown", markdown, "As a table for documentation");

  Check proofs;
  auto* check = app.add_subcommand("check", "Prove the algorithms, without MPI");
  check->add_option("--max-p", proofs.most_ranks, "On 1 to this many ranks")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  check->add_option("--algorithm", proofs.kernel, "One algorithm only")
      ->check(CLI::Validator(mistake_in_algorithm, "NAME"));
  check->add_option("--jobs", proofs.jobs, "Threads; default: all processors")
      ->check(CLI::Range(1, 4096));

  command::measure::Request request;
  const auto* comparison = command::bench::add_command(app, request);
  command::tune::Request tuning;
  const auto* tuner = command::tune::add_command(app, tuning);
  command::cost::Request cost_request;
  const auto* costs = command::cost::add_command(app, cost_request);
  command::explain::Request question;
  const auto* explanation = command::explain::add_command(app, question);
  command::report::Request account;
  const auto* report = command::report::add_command(app, account);
  command::plan::Request picture;
  const auto* plan = command::plan::add_command(app, picture);

  const ProgramCommands programs(app);
  const int words = command::without_separator(argc, argv, app);
  if (const std::optional<int> status = parse(app, words, argv)) return *status;
  const command::TableStyle style =
      markdown ? command::TableStyle::markdown : command::TableStyle::terminal;
  if (*list)
    text::print("{}",
                lists_parameters ? command::parameter_table(style) : command::kernel_table(style));
  if (*environment) text::print("{}", command::variable_table(style));
  if (*comparison) return command::bench::run(request);
  if (*tuner) return command::tune::run(tuning);
  if (*costs) return command::cost::run(cost_request);
  if (*explanation) return command::explain::run(question);
  if (*report) return command::report::run(account);
  if (*plan) return command::plan::run(picture);
  if (const std::optional<int> status = programs.run(app)) return *status;
  return *check ? check_kernels(proofs) : 0;
}

/// What was printed may not have arrived, as where a disk is full.
int with_output(int status) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return status;
  return command::give_up(
      command::Status::failed, "",
      text::format("standard output: cannot be written: {}; write to another place",
                   errno != 0 ? std::strerror(errno) : "an error"));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return with_output(run(argc, argv));
  } catch (const std::exception& failure) {
    for (const char* part : {"allfold: ", failure.what(), "\n"})
      static_cast<void>(std::fputs(part, stderr));
    return static_cast<int>(command::Status::failed);
  }
}
