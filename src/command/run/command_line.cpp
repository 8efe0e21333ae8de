#include "command/run/command_line.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <span>

#include "command/loading/environment.hpp"
#include "command/run/launcher_options.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::run {

namespace {

using Family = loading::Launcher::Family;
using Words = std::vector<std::string>;

constexpr std::string_view preload_variable = "LD_PRELOAD";

/// Whether `text` is "NAME" or "NAME=value".
bool sets(std::string_view text, std::string_view name) {
  return text == name || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
}

[[noreturn]] void refuse_own_preload(std::string_view option) {
  throw UsageError(
      text::format("{} {}: LD_PRELOAD is set in the launcher's command line: expected it in the "
                   "environment; write LD_PRELOAD=... allfold run ...",
                   option, preload_variable));
}

/// The options of a context, without the program if its place is known.
std::span<const std::string> options_of(const Words& words, const Context& context) {
  return std::span(words).subspan(context.begin, context.program - context.begin);
}

void check_open_mpi(std::span<const std::string> options) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (options[i] == "--app" || options[i] == "-app")
      throw UsageError(
          "--app: mpirun ignores all other options beside --app: expected the programs on the "
          "command line, separated by ':'; or write '-x LD_PRELOAD=...' into each line of the "
          "file, and start mpirun without allfold");
    if ((options[i] == "-x" || options[i] == "--x") && i + 1 < options.size() &&
        sets(options[i + 1], preload_variable))
      refuse_own_preload("-x");
  }
}

/// Refuses an option, such as "-genv", "--genv", "-e" or "--env=", that sets LD_PRELOAD.
void check_names(std::span<const std::string> options, std::span<const std::string_view> names) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    std::string_view option = options[i];
    option.remove_prefix(std::min(option.find_first_not_of('-'), option.size()));
    const std::size_t sign = option.find('=');
    if (std::ranges::find(names, option.substr(0, sign)) == names.end()) continue;
    const std::string_view value = sign != std::string_view::npos ? option.substr(sign + 1)
                                   : i + 1 < options.size()       ? std::string_view(options[i + 1])
                                                                  : std::string_view();
    if (sets(value, preload_variable))
      refuse_own_preload(std::string_view(options[i]).substr(0, options[i].find('=')));
  }
}

/// Whether the launcher's options that set variables are for all contexts, and belong to the first.
bool is_global(Family family) { return family != Family::open_mpi && family != Family::slurm; }

/// Refuses a variable of mpirun_rsh that is LD_PRELOAD. `words` precede the program.
void check_mpirun_rsh(std::span<const std::string> words) {
  for (const std::string& word : words)
    if (sets(word, preload_variable)) refuse_own_preload("mpirun_rsh");
}

/// Refuses options that set LD_PRELOAD, or exclude setting it. Those of srun are read later.
void check(Family family, std::span<const std::string> options) {
  constexpr std::array<std::string_view, 2> of_hydra{"genv", "env"};
  constexpr std::array<std::string_view, 2> of_aprun{"e", "environment-override"};
  if (family == Family::open_mpi) check_open_mpi(options);
  if (family == Family::mpirun_rsh) check_mpirun_rsh(options);
  if (family == Family::aprun) check_names(options, of_aprun);
  if (family == Family::hydra || family == Family::intel || family == Family::pals)
    check_names(options, of_hydra);
}

/// The words that set a variable.
Words words_for(Family family, const Variable& variable) {
  const std::string assignment = variable.name + "=" + variable.value;
  if (family == Family::mpirun_rsh) return {assignment};
  if (family == Family::open_mpi) return {"-x", assignment};
  if (family == Family::aprun) return {"-e", assignment};
  if (family == Family::pals) return {"--env", assignment};
  return {"-genv", variable.name, variable.value};
}

/// The options of srun.
struct SlurmOptions {
  std::optional<std::string> exported;  ///< the value of the last --export, which overrides others
  Words others;                         ///< without --export
};

SlurmOptions slurm_options_in(std::span<const std::string> options) {
  SlurmOptions found;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (!is_option(Family::slurm, options[i], "export"))
      found.others.push_back(options[i]);
    else if (const std::size_t sign = options[i].find('='); sign != std::string::npos)
      found.exported = options[i].substr(sign + 1);
    else if (++i < options.size())
      found.exported = options[i];
  return found;
}

/// What srun exports already, from its option or its variables, of which the first one counts.
std::string exported(const SlurmOptions& options) {
  const char* variable = std::getenv("SRUN_EXPORT_ENV");
  if (variable == nullptr) variable = std::getenv("SLURM_EXPORT_ENV");
  if (!options.exported) return variable == nullptr ? "ALL" : variable;
  if (*options.exported == "NONE" || *options.exported == "NIL")
    throw UsageError(
        text::format("--export={}: with this option srun passes no variables: expected ALL, or a "
                     "list of variables; remove it",
                     *options.exported));
  return *options.exported;
}

/// srun ends a value at a comma. Variables with commas are passed in its environment instead.
bool has_comma(const Variable& variable) { return variable.value.find(',') != std::string::npos; }

std::string export_option(const SlurmOptions& options, const std::vector<Variable>& variables) {
  std::string value = exported(options);
  if (value == "NONE" || value == "NIL") value = "ALL";
  if (text::format(",{}", value).find(text::format(",{}=", preload_variable)) != std::string::npos)
    refuse_own_preload("--export");
  for (const Variable& variable : variables) {
    value += text::format(",{}", variable.name);
    if (!has_comma(variable)) value += text::format("={}", variable.value);
    // In srun's own environment this would load the library into srun.
    else if (variable.name == preload_variable)
      throw UsageError(
          text::format("{}={}: srun ends a value at a comma: expected a value without commas; use "
                       "paths without commas",
                       variable.name, variable.value));
  }
  return "--export=" + value;
}

/// The options of a context, extended by the variables.
Words options_for(Family family, std::span<const std::string> options,
                  const std::vector<Variable>& variables) {
  Words result;
  if (family == Family::slurm) {
    const SlurmOptions found = slurm_options_in(options);
    result.push_back(export_option(found, variables));
    result.insert(result.end(), found.others.begin(), found.others.end());
    return result;
  }
  for (const Variable& variable : variables)
    std::ranges::move(words_for(family, variable), std::back_inserter(result));
  // Those of mpirun_rsh follow its options, the hosts, and the user's variables.
  result.insert(family == Family::mpirun_rsh ? result.begin() : result.end(), options.begin(),
                options.end());
  return result;
}

/// Adds single quotes unless the word needs none in any shell.
std::string quoted(const std::string& word) {
  constexpr std::string_view harmless =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%^";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string::npos) return word;
  std::string text = "'";
  for (const char letter : word)
    text += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return text + "'";
}

}  // namespace

CommandLine with_variables(Family family, const Words& words, const std::vector<Context>& contexts,
                           const std::vector<Variable>& variables) {
  CommandLine line{.words = {words.front()}};
  for (const Context& context : contexts) {
    const std::span<const std::string> options = options_of(words, context);
    check(family, options);
    const bool is_first = context.begin == 1;
    if (!is_first) line.words.emplace_back(":");
    const Words set = options_for(
        family, options, is_first || !is_global(family) ? variables : std::vector<Variable>{});
    line.words.insert(line.words.end(), set.begin(), set.end());
    line.words.insert(line.words.end(),
                      words.begin() + static_cast<std::ptrdiff_t>(context.program),
                      words.begin() + static_cast<std::ptrdiff_t>(context.end));
  }
  // With ALL, srun prefers its own environment to the values of --export.
  for (const Variable& variable : variables) {
    if (family != Family::slurm) break;
    if (has_comma(variable))
      line.set.push_back(variable);
    else if (std::getenv(variable.name.c_str()) != nullptr)
      line.unset.push_back(variable.name);
  }
  return line;
}

std::vector<std::string> environment_of(const CommandLine& line) {
  Words set;
  for (const Variable& variable : line.set)
    set.push_back(text::format("{}={}", variable.name, variable.value));
  return loading::environment_with(set, line.unset);
}

std::string text_of(const CommandLine& line) {
  std::string text = line.unset.empty() ? "" : "env";
  for (const std::string& name : line.unset) text += text::format(" -u {}", name);
  for (const Variable& variable : line.set)
    text += text::format("{}{}={}", text.empty() ? "" : " ", variable.name, quoted(variable.value));
  for (const std::string& word : line.words)
    text += text::format("{}{}", text.empty() ? "" : " ", quoted(word));
  return text;
}

}  // namespace allfold::command::run
