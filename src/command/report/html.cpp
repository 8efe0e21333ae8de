#include <array>
#include <string_view>

#include "command/report/page_files.hpp"
#include "command/report/text.hpp"

namespace allfold::command::report {

namespace {

/// Escapes JSON so that it can neither close the element around it nor begin a comment.
std::string inside_element(std::string_view json) {
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

struct Place {
  std::string_view mark;
  std::string_view content;
};

}  // namespace

std::string html_of(const std::string& json) {
  const std::string data = inside_element(json);
  const std::array places{Place{.mark = "/*style*/", .content = page_files::style},
                          Place{.mark = "/*data*/", .content = data},
                          Place{.mark = "/*library*/", .content = page_files::library},
                          Place{.mark = "/*script*/", .content = page_files::script}};
  std::string page;
  std::string_view rest = page_files::html;
  for (const Place& place : places) {
    const std::size_t at = rest.find(place.mark);
    page.append(rest.substr(0, at)).append(place.content);
    rest.remove_prefix(at + place.mark.size());
  }
  return page.append(rest);
}

}  // namespace allfold::command::report
