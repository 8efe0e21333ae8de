#include "command/run/mpirun_rsh.hpp"

#include <charconv>
#include <cstdint>
#include <string_view>

#include "command/loading/launcher.hpp"
#include "command/run/launcher_options.hpp"
#include "command/usage_error.hpp"
#include "text/format.hpp"

namespace allfold::command::run {

namespace {

constexpr auto this_family = loading::Launcher::Family::mpirun_rsh;

/// What the options say about the words after them.
struct Options {
  enum class Programs : std::uint8_t { one_that_follows, in_a_file };
  enum class Hosts : std::uint8_t { may_follow, elsewhere };
  std::size_t words = 0;  ///< including the launcher
  std::size_t ranks = 0;
  Programs programs = Programs::one_that_follows;
  Hosts hosts = Hosts::may_follow;
};

/// Of an option's words: "-np=4", or "-np" and "4".
std::string_view value_of(std::span<const std::string> words) {
  const std::string_view first = words.front();
  const std::size_t sign = first.find('=');
  return sign == std::string_view::npos ? std::string_view(words[1]) : first.substr(sign + 1);
}

std::size_t number_in(std::string_view text) {
  std::size_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

void read(std::span<const std::string> option, Options& options) {
  const auto is = [&](std::string_view name) {
    return is_option(this_family, option.front(), name);
  };
  if (is("np")) options.ranks = number_in(value_of(option));
  if (is("config")) options.programs = Options::Programs::in_a_file;
  if (is("hostfile") || is("ppn")) options.hosts = Options::Hosts::elsewhere;
}

Options options_of(std::span<const std::string> words) {
  Options options{.words = 1};
  while (options.words < words.size() && words[options.words].starts_with('-')) {
    const std::span<const std::string> rest = words.subspan(options.words);
    if (rest.front() == "--") {
      ++options.words;
      break;
    }
    const auto length = words_of_option(this_family, rest);
    if (!length || *length > rest.size())
      throw UsageError(text::format(
          "{}: {}: expected an option of mpirun_rsh, and its value; set LD_PRELOAD and "
          "the variables of Allfold before the program, and start mpirun_rsh without "
          "allfold",
          rest.front(), length ? "missing value" : "unknown option of mpirun_rsh"));
    read(rest.first(*length), options);
    options.words += *length;
  }
  return options;
}

bool sets_variable(const std::string& word) { return word.find('=') != std::string::npos; }

}  // namespace

std::size_t program_of_mpirun_rsh(std::span<const std::string> words) {
  const Options options = options_of(words);
  if (options.programs == Options::Programs::in_a_file) return words.size();
  std::size_t at = options.words;
  // mpirun_rsh takes as many words for hosts as there are ranks, if more words than that follow.
  const bool has_hosts = options.hosts == Options::Hosts::may_follow &&
                         words.size() - at > options.ranks && !sets_variable(words[at]);
  if (has_hosts) at += options.ranks;
  while (at < words.size() && sets_variable(words[at])) ++at;
  return at;
}

}  // namespace allfold::command::run
