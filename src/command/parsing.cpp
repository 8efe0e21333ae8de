#include "command/parsing.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command/job.hpp"
#include "command/launched.hpp"
#include "text/format.hpp"
#include "text/nearest.hpp"

namespace allfold::command {

namespace {

int refuse(std::string_view command, std::string_view problem) {
  return give_up(
      Status::usage, command,
      text::format("{}; see 'allfold {}{}--help'", problem, command, command.empty() ? "" : " "));
}

std::string chosen_in(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "" : chosen.front()->get_name();
}

/// The message about a mistake in a single word, or "". Must be called before CLI11 takes the next
/// word for its value.
std::string mistake_in(std::string_view word, const CLI::App& command) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with('-') || equals == std::string_view::npos) return "";
  const std::string name(word.substr(0, equals));
  if (command.get_option_no_throw(name) == nullptr) return "";
  if (!name.starts_with("--"))
    return text::format("{}: short option with '=': expected '{} VALUE', or the long option", word,
                        name);
  if (equals + 1 == word.size())
    return text::format(
        "{}: missing value: expected a value after '='; check whether a variable of the shell is "
        "empty",
        name);
  return "";
}

/// Whether the option takes the next word as its value.
bool takes_next(std::string_view word, const CLI::App& command) {
  const CLI::Option* const option =
      word.starts_with('-') ? command.get_option_no_throw(std::string(word)) : nullptr;
  return option != nullptr && option->get_items_expected_min() > 0;
}

using Words = std::span<char*>;

/// The same for all words of the subcommand, without those of a program that it starts.
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

/// The subcommand that was named; null for none, or for an option.
const CLI::App* asked_for(const CLI::App& app, Words words) {
  for (const CLI::App* each : subcommands_of(app))
    if (!words.empty() && each->get_name() == words[0]) return each;
  return nullptr;
}

std::vector<std::string_view> names_of_subcommands(const CLI::App& app) {
  std::vector<std::string_view> names;
  for (const CLI::App* each : subcommands_of(app)) names.push_back(each->get_name());
  return names;
}

int refuse_unknown(const CLI::App& app, std::string_view word) {
  const std::vector<std::string_view> names = names_of_subcommands(app);
  const std::string suggestion = text::did_you_mean(word, names);
  return refuse("", text::format("unknown subcommand '{}'{}", word,
                                 suggestion.empty() ? ": expected " + text::alternatives(names)
                                                    : suggestion));
}

std::string unknown_option(std::string_view word, const CLI::App& command) {
  std::vector<std::string_view> names;
  for (const CLI::Option* each : command.get_options())
    for (const std::string& name : each->get_lnames()) names.emplace_back(name);
  std::string_view name = word;
  name.remove_prefix(name.starts_with("--") ? 2 : 1);
  const std::string_view nearest = text::nearest(name.substr(0, name.find('=')), names);
  return text::format("unknown option '{}'{}", word,
                      nearest.empty() ? "" : text::format(" (did you mean '--{}'?)", nearest));
}

/// The message about words that the parser did not expect.
std::string mistake_in_rest(const CLI::App& command) {
  const std::vector<std::string> rest = command.remaining();
  const auto option = std::ranges::find_if(
      rest, [](const std::string& word) { return word.starts_with('-') && word.size() > 1; });
  if (option != rest.end()) return unknown_option(*option, command);
  return text::format(
      "unexpected argument '{}': expected {}", rest.front(),
      command.get_options([](const CLI::Option* each) { return each->get_positional(); }).empty()
          ? "options only"
          : "no further argument");
}

/// The expected value of an option that a subcommand requires.
std::string_view expected_for(std::string_view option) {
  struct Expected {
    std::string_view option;
    std::string_view value;
  };
  constexpr std::array all{
      Expected{.option = "--algorithm", .value = "a name, for example --algorithm ring"},
      Expected{.option = "--ranks", .value = "a number of ranks, for example -p 13"},
      Expected{.option = "FILE", .value = "a file saved by 'allfold run --compare'"},
      Expected{.option = "FOLDER", .value = "a folder to write to"}};
  const auto* const found = std::ranges::find(all, option, &Expected::option);
  return found == all.end() ? "a value" : found->value;
}

/// CLI11's error in the common form of messages.
std::string text_of(const CLI::ParseError& error, const CLI::App& command) {
  std::string said = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr && !command.remaining().empty())
    return mistake_in_rest(command);
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr && said.starts_with("--"))
    return text::format("{}: {}", std::string_view(said).substr(0, said.find(':')),
                        said.find("received") == std::string::npos
                            ? "missing value: expected a value after the option"
                            : "given several times: expected once");
  constexpr std::string_view missing = " is required";
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && said.ends_with(missing)) {
    const std::string_view name = std::string_view(said).substr(0, said.size() - missing.size());
    return subcommands_of(command).empty()
               ? text::format("{}: missing: expected {}", name, expected_for(name))
               : "missing subcommand: expected " +
                     text::alternatives(names_of_subcommands(command));
  }
  constexpr std::string_view excludes = " excludes ";
  if (const std::size_t at = said.find(excludes);
      dynamic_cast<const CLI::ExcludesError*>(&error) != nullptr && at != std::string::npos)
    return text::format("{}, {}: cannot be combined: expected one of them; remove the other",
                        std::string_view(said).substr(0, at),
                        std::string_view(said).substr(at + excludes.size()));
  constexpr std::string_view not_converted = "Could not convert: ";
  constexpr std::string_view is = " = ";
  if (const std::size_t at = said.find(is);
      said.starts_with(not_converted) && at != std::string::npos)
    return text::format(
        "{}: invalid number '{}': expected a number, for example 0.2",
        std::string_view(said).substr(not_converted.size(), at - not_converted.size()),
        std::string_view(said).substr(at + is.size()));
  return said;
}

}  // namespace

std::optional<int> parse(CLI::App& app, int argc, char** argv) {
  const Words words(argv + 1, static_cast<std::size_t>(std::max(argc, 1) - 1));
  const CLI::App* const command = asked_for(app, words);
  if (command == nullptr && !words.empty() && *words[0] != '-')
    return refuse_unknown(app, words[0]);
  if (command == nullptr && !words.empty() && app.get_option_no_throw(words[0]) == nullptr)
    return refuse("", unknown_option(words[0], app));
  if (command != nullptr)
    if (const std::string problem = mistake_in(words.subspan(1), *command); !problem.empty())
      return refuse(command->get_name(), problem);
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::Success& asked) {
    return !runs_as_job(chosen_in(app)) || speaks_for_job() ? app.exit(asked) : 0;
  } catch (const CLI::ParseError& error) {
    return refuse(chosen_in(app), text_of(error, command != nullptr ? *command : app));
  }
}

}  // namespace allfold::command
