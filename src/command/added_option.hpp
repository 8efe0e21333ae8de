/// @file The addition of an option to a subcommand, and help texts that several subcommands share.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace allfold::command {

inline constexpr const char* sizes_help =
    "Lengths of vectors in bytes: 8,2k,1m, FROM:TO or FROM:TO:FACTOR";
inline constexpr const char* root_help = "Root of the Reduce";
inline constexpr const char* markdown_help = "Print tables as Markdown";

/// Adds an option. If it has a default, `help` states it.
inline CLI::Option* add(CLI::App& app, const char* name, auto& value, const char* type,
                        const std::string& help) {
  return app.add_option(name, value, help)->type_name(type);
}

/// Adds an option whose default is the value that it has.
inline CLI::Option* add_with_default(CLI::App& app, const char* name, auto& value, const char* type,
                                     const std::string& help) {
  return add(app, name, value, type, help)->capture_default_str();
}

}  // namespace allfold::command
