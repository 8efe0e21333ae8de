#include "command/pages/pages.hpp"

#include <filesystem>

#include "command/job.hpp"
#include "command/output.hpp"
#include "command/pages/text.hpp"

namespace allfold::command::pages {

namespace {

/// Creates missing parent folders.
void write(const std::filesystem::path& file, const std::string& content) {
  std::error_code failure;  // reported when the file is written
  std::filesystem::create_directories(file.parent_path(), failure);
  write_output("FOLDER", file, content);
}

}  // namespace

int run(const Request& request, const DescribedCommand& allfold) {
  return finished("pages", [&] {
    const std::filesystem::path folder = request.folder;
    write(folder / "man1/allfold.1", man_page(allfold));
    for (const DescribedCommand& command : allfold.subcommands)
      write(folder / ("man1/allfold-" + command.name + ".1"), man_page_of_subcommand(command));
    write(folder / "bash/allfold", bash_completion(allfold));
    write(folder / "zsh/_allfold", zsh_completion(allfold));
    write(folder / "fish/allfold.fish", fish_completion(allfold));
  });
}

}  // namespace allfold::command::pages
