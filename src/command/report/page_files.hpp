/// @file The contents of a report's HTML page: the files of page/ and of third_party/plot/. The
/// build generates the source file.
#pragma once

#include <string_view>

namespace allfold::command::report::page_files {

extern const std::string_view html;     ///< with placeholders for the other files
extern const std::string_view style;    ///< of the page
extern const std::string_view library;  ///< draws charts
extern const std::string_view script;   ///< fills the page

}  // namespace allfold::command::report::page_files
