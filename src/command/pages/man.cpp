#include <algorithm>
#include <cctype>
#include <sstream>

#include "allfold/allfold.h"
#include "command/help.hpp"
#include "command/pages/text.hpp"
#include "select/configuration.hpp"
#include "text/format.hpp"

namespace allfold::command::pages {

namespace {

/// Escapes text for roff: dashes stay dashes, and no line begins with a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    const bool begins_line = result.empty() || result.back() == '\n';
    if (begins_line && (letter == '.' || letter == '\'')) result += "\\&";
    if (letter == '-')
      result += "\\-";
    else if (letter == '\\')
      result += "\\e";
    else if (letter != '`')
      result += letter;
  }
  return result;
}

std::string bold(std::string_view text) { return text::format("\\fB{}\\fR", roff(text)); }
std::string italic(std::string_view text) { return text::format("\\fI{}\\fR", roff(text)); }

std::string head(const std::string& name, std::string_view summary) {
  std::string title = name;
  std::ranges::transform(title, title.begin(), [](unsigned char letter) {
    return static_cast<char>(std::toupper(letter));
  });
  return text::format(".TH {} 1 \"\" \"Allfold {}\" \"Allfold\"\n.SH NAME\n{} \\- {}\n", title,
                      ALLFOLD_VERSION, roff(name), roff(summary));
}

std::string item(const std::string& tag, std::string_view text) {
  return text::format(".TP\n{}\n{}\n", tag, roff(text));
}

std::string option_item(const DescribedOption& option) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += text::format("{}{}", tag.empty() ? "" : ", ", bold(name));
  if (!option.value.empty())
    tag += text::format("{}{}", tag.empty() ? "" : " ", italic(option.value));
  return item(tag, text_of(option));
}

std::string options_of(const DescribedCommand& command) {
  std::string text = ".SH OPTIONS\n";
  for (const DescribedOption& option : command.options) text += option_item(option);
  return text;
}

/// Sets placeholders, which are in capital letters, in italics, and other words in bold. Brackets
/// stay plain.
std::string synopsis(std::string_view usage) {
  std::string text = ".SH SYNOPSIS\n";
  const auto end_word = [&](std::string& word) {
    const bool is_placeholder =
        std::ranges::all_of(word, [](unsigned char letter) { return std::isupper(letter) != 0; });
    if (!word.empty()) text += is_placeholder ? italic(word) : bold(word);
    word.clear();
  };
  std::string word;
  for (std::size_t i = 0; i < usage.size(); ++i) {
    const bool is_dots = usage.substr(i).starts_with("...");
    if (usage[i] != ' ' && usage[i] != '[' && usage[i] != ']' && !is_dots) {
      word += usage[i];
      continue;
    }
    end_word(word);
    text += is_dots ? std::string_view("...") : usage.substr(i, 1);
    if (is_dots) i += 2;
  }
  end_word(word);
  return text + '\n';
}

std::string examples_section(const CommandLines& lines) {
  std::string text = ".SH EXAMPLES\n.nf\n";
  for (const std::string_view example : lines.examples) text += roff(example) + '\n';
  return text + ".fi\n";
}

/// Each line of a help text becomes a paragraph.
std::string paragraphs(const std::string& text) {
  std::string result;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    result += text::format("{}{}\n", result.empty() ? "" : ".br\n", roff(line));
  return result;
}

std::string variables_section() {
  std::string text = ".SH ENVIRONMENT\n";
  for (const select::Variable& variable : select::variables())
    text += item(bold(variable.name), text::format("{}. Values: {} (default: {})", variable.summary,
                                                   variable.values, variable.by_default));
  return text;
}

constexpr std::string_view status_section =
    ".SH EXIT STATUS\n"
    ".TP\n0\nsuccess\n"
    ".TP\n1\nsomething failed, or \\fBcheck\\fR or \\fBdoctor\\fR found a problem\n"
    ".TP\n2\nthe command line is invalid\n";

}  // namespace

std::string man_page(const DescribedCommand& allfold) {
  const CommandLines& lines = command_lines_of("allfold");
  std::string text = head("allfold", allfold.summary) + synopsis(lines.usage);
  text += text::format(".SH DESCRIPTION\n{}.\n.SH SUBCOMMANDS\n", roff(allfold.summary));
  std::string others;
  for (const DescribedCommand& command : allfold.subcommands) {
    text += item(text::format("{}(1)", bold("allfold-" + command.name)), command.summary);
    others += text::format("{}{}(1)", others.empty() ? "" : ",\n", bold("allfold-" + command.name));
  }
  return text + options_of(allfold) + variables_section() + std::string(status_section) +
         examples_section(lines) + text::format(".SH SEE ALSO\n{}\n", others);
}

std::string man_page_of_subcommand(const DescribedCommand& command) {
  const CommandLines& lines = command_lines_of(command.name);
  std::string text = head("allfold-" + command.name, command.summary) + synopsis(lines.usage);
  text += text::format(".SH DESCRIPTION\n{}.\n", roff(command.summary));
  if (!command.footer.empty()) text += ".PP\n" + paragraphs(command.footer);
  return text + options_of(command) + examples_section(lines) +
         text::format(".SH SEE ALSO\n{}(1)\n", bold("allfold"));
}

}  // namespace allfold::command::pages
