#include <algorithm>
#include <iterator>

#include "command/pages/text.hpp"
#include "text/format.hpp"

namespace allfold::command::pages {

namespace {

using Rest = DescribedCommand::Rest;

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words)
    text += text::format("{}{}", text.empty() ? "" : between, word);
  return text;
}

std::vector<std::string> all_names(const std::vector<DescribedOption>& options) {
  std::vector<std::string> names;
  for (const DescribedOption& option : options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

/// Quotes text with single quotes for all three shells. The characters `escaped` get a backslash.
/// Of these, only fish understands an escaped quote there, so a quote becomes an apostrophe.
std::string shell_quoted(std::string_view text, std::string_view escaped = "") {
  std::string result;
  for (const char letter : text) {
    if (letter == '`') continue;
    if (escaped.find(letter) != std::string_view::npos) result += '\\';
    if (letter == '\'')
      result += "\xe2\x80\x99";
    else
      result += letter;
  }
  return result;
}

std::string bash_case(const DescribedCommand& command) {
  std::string text = text::format("    {})\n      options='{}'\n", command.name,
                                  joined(all_names(command.options), " "));
  std::vector<std::string> with_value;
  std::string cases;
  for (const DescribedOption& option : command.options) {
    if (option.names.empty() || option.value.empty()) continue;
    if (option.choices.empty())
      with_value.insert(with_value.end(), option.names.begin(), option.names.end());
    else
      cases += text::format("        {}) values='{}' ;;\n", joined(option.names, " | "),
                            joined(option.choices, " "));
  }
  // Complete file names if a file, or a value that cannot be listed, is expected.
  if (!with_value.empty())
    cases += text::format("        {}) return ;;\n", joined(with_value, " | "));
  if (!cases.empty()) text += text::format("      case $previous in\n{}      esac\n", cases);
  if (command.rest == Rest::command_line)
    text += text::format("      _allfold_launcher '{}' && return\n", joined(with_value, " "));
  return text + "      ;;\n";
}

/// Completes the launcher's command line if it has begun; otherwise the launcher.
constexpr std::string_view bash_launcher = R"(# _allfold_launcher OPTIONS: those that take a value
_allfold_launcher() {
  local i
  for ((i = 2; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      -*) [[ " $1 " != *" ${COMP_WORDS[i]} "* ]] || ((++i)) ;;
      *)
        if declare -F _command_offset > /dev/null; then _command_offset "$i"; fi
        return 0
        ;;
    esac
  done
  [[ ${COMP_WORDS[COMP_CWORD]} != -* ]] || return 1
  mapfile -t COMPREPLY < <(compgen -c -- "${COMP_WORDS[COMP_CWORD]}")
}
)";

/// The specifications of an option for _arguments: one word per name of the option.
std::vector<std::string> zsh_words(const DescribedOption& option) {
  if (option.names.empty()) return {text::format("'1:{}:_files'", option.value)};
  std::string value;
  if (!option.value.empty())
    value = option.choices.empty()
                ? text::format(":{}:_files", shell_quoted(option.value))
                : text::format(":{}:({})", shell_quoted(option.value), joined(option.choices, " "));
  const std::string help = shell_quoted(option.help, "[]:\\");
  const std::string names = joined(option.names, " ");
  std::vector<std::string> words;
  for (const std::string& name : option.names)
    words.push_back(text::format("'({}){}[{}]{}'", names, name, help, value));
  return words;
}

std::string zsh_arguments(const DescribedCommand& command, std::vector<std::string> more) {
  std::vector<std::string> words;
  for (const DescribedOption& option : command.options)
    std::ranges::move(zsh_words(option), std::back_inserter(words));
  std::ranges::move(more, std::back_inserter(words));
  return joined(words, " \\\n        ");
}

std::string zsh_case(const DescribedCommand& command) {
  std::vector<std::string> rest;
  if (command.rest == Rest::command_line)
    rest = {"'(-)1:launcher:_command_names -e'", "'*::arguments:_normal'"};
  return text::format("    {})\n      _arguments \\\n        {}\n      ;;\n", command.name,
                      zsh_arguments(command, rest));
}

std::string fish_option(const DescribedOption& option, std::string_view condition) {
  if (option.names.empty()) return "";
  std::string text = text::format("complete -c allfold -n '{}'", condition);
  for (const std::string& name : option.names)
    text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty())
    text += text::format(" -x -a '{}'", joined(option.choices, " "));
  else if (!option.value.empty())
    text += " -r";
  return text + text::format(" -d '{}'\n", shell_quoted(option.help));
}

}  // namespace

std::string bash_completion(const DescribedCommand& allfold) {
  std::vector<std::string> first = all_names(allfold.options);
  std::string cases;
  for (const DescribedCommand& command : allfold.subcommands) {
    first.push_back(command.name);
    cases += bash_case(command);
  }
  return text::format(
      "# bash completion for allfold, written by 'allfold pages'\n{}\n"
      "_allfold() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  local options='' values=''\n"
      "  COMPREPLY=()\n"
      "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")\n"
      "    return\n"
      "  fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{}  esac\n"
      "  if [ -n \"$values\" ]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$current\")\n"
      "  elif [[ $current == -* ]]; then\n"
      "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n"
      "  fi\n"
      "}}\n"
      "complete -o bashdefault -o default -F _allfold allfold\n",
      bash_launcher, joined(first, " "), cases);
}

std::string zsh_completion(const DescribedCommand& allfold) {
  std::string commands;
  std::string cases;
  for (const DescribedCommand& command : allfold.subcommands) {
    commands += text::format("    '{}:{}'\n", command.name, shell_quoted(command.summary, ":\\"));
    cases += zsh_case(command);
  }
  const std::string arguments =
      zsh_arguments(allfold, {"'1:subcommand:->subcommand'", "'*::argument:->argument'"});
  return text::format(
      "#compdef allfold\n# zsh completion for allfold, written by 'allfold pages'\n"
      "_allfold() {{\n"
      "  local state line\n"
      "  local -a subcommands=(\n{}  )\n"
      "  _arguments -C \\\n        {}\n"
      "  if [ \"$state\" = subcommand ]; then\n"
      "    _describe subcommand subcommands\n"
      "    return\n"
      "  fi\n"
      "  [ \"$state\" = argument ] || return\n"
      "  case $words[1] in\n{}  esac\n"
      "}}\n"
      "_allfold \"$@\"\n",
      commands, arguments, cases);
}

std::string fish_completion(const DescribedCommand& allfold) {
  constexpr std::string_view first = "__fish_use_subcommand";
  std::string text = "# fish completion for allfold, written by 'allfold pages'\n";
  for (const DescribedOption& option : allfold.options) text += fish_option(option, first);
  for (const DescribedCommand& command : allfold.subcommands)
    text += text::format("complete -c allfold -n '{}' -f -a {} -d '{}'\n", first, command.name,
                         shell_quoted(command.summary));
  for (const DescribedCommand& command : allfold.subcommands) {
    const std::string condition = "__fish_seen_subcommand_from " + command.name;
    for (const DescribedOption& option : command.options) text += fish_option(option, condition);
    if (command.rest == Rest::command_line)
      text += text::format(
          "complete -c allfold -n '{}' -x -a '(__fish_complete_subcommand --fcs-skip=2)'\n",
          condition);
  }
  return text;
}

}  // namespace allfold::command::pages
