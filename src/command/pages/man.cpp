#include <algorithm>
#include <cctype>
#include <sstream>

#include "allfold/allfold.h"
#include "command/pages/text.hpp"
#include "select/configuration.hpp"
#include "text/format.hpp"

namespace allfold::command::pages {

namespace {

/// Text for roff: dashes stay dashes, and no line begins with a request.
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

std::string text_of(const DescribedOption& option) {
  std::string tag;
  for (const std::string& name : option.names)
    tag += text::format("{}{}", tag.empty() ? "" : ", ", bold(name));
  if (!option.value.empty())
    tag += text::format("{}{}", tag.empty() ? "" : " ", italic(option.value));
  std::string help = option.help;
  if (!option.by_default.empty()) help += text::format(" [default: {}]", option.by_default);
  return item(tag, help);
}

std::string options_of(const DescribedCommand& command) {
  std::string text = ".SH OPTIONS\n";
  for (const DescribedOption& option : command.options) text += text_of(option);
  return text;
}

/// A paragraph for each line, since those of help texts are.
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
    text += item(bold(variable.name), text::format("{}. Values: {} [default: {}]", variable.summary,
                                                   variable.values, variable.by_default));
  return text;
}

constexpr std::string_view status_section =
    ".SH EXIT STATUS\n"
    ".TP\n0\nsuccess\n"
    ".TP\n1\nsomething failed, or \\fBcheck\\fR or \\fBdoctor\\fR found a problem\n"
    ".TP\n2\nthe command line cannot be used\n";

}  // namespace

std::string man_page(const DescribedCommand& allfold) {
  std::string text = head("allfold", allfold.summary);
  text += text::format(".SH SYNOPSIS\n{} {} [{}...]\n", bold("allfold"), italic("SUBCOMMAND"),
                       italic("OPTION"));
  text +=
      ".SH DESCRIPTION\nAllfold replaces MPI_Allreduce and MPI_Reduce in existing MPI programs.\n"
      ".SH SUBCOMMANDS\n";
  std::string others;
  for (const DescribedCommand& command : allfold.subcommands) {
    text += item(text::format("{}(1)", bold("allfold-" + command.name)), command.summary);
    others += text::format("{}{}(1)", others.empty() ? "" : ",\n", bold("allfold-" + command.name));
  }
  return text + options_of(allfold) + variables_section() + std::string(status_section) +
         text::format(".SH SEE ALSO\n{}\n", others);
}

std::string man_page_of_subcommand(const DescribedCommand& command) {
  std::string text = head("allfold-" + command.name, command.summary);
  text +=
      text::format(".SH SYNOPSIS\n{} [{}...]", bold("allfold " + command.name), italic("OPTION"));
  for (const DescribedOption& option : command.options)
    if (option.names.empty()) text += text::format(" [{}]", italic(option.value));
  if (command.rest == DescribedCommand::Rest::command_line)
    text += text::format(" [{}] {} [{}...]", bold("--"), italic("LAUNCHER"), italic("ARGUMENT"));
  text += text::format("\n.SH DESCRIPTION\n{}.\n", roff(command.summary));
  if (!command.footer.empty()) text += ".PP\n" + paragraphs(command.footer);
  return text + options_of(command) + text::format(".SH SEE ALSO\n{}(1)\n", bold("allfold"));
}

}  // namespace allfold::command::pages
