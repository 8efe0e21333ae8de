/// @file The files of a report's page: those of page/, and of third_party/plot/. The build writes
/// the source.
#pragma once

#include <string_view>

namespace allfold::command::report::page_files {

extern const std::string_view html;     ///< with places for the others
extern const std::string_view style;    ///< of the page
extern const std::string_view library;  ///< that draws charts
extern const std::string_view script;   ///< that fills the page

}  // namespace allfold::command::report::page_files
