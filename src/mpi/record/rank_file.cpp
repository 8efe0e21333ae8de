#include "mpi/record/rank_file.hpp"

#include "system/process_name.hpp"
#include "text/format.hpp"

namespace allfold::mpi::record {

system::NewFile write_file_of_rank(const std::string& setting, int rank, std::string_view ending,
                                   const std::string& text) {
  const std::string of_rank = rank == 0 ? "" : text::format(".{}", rank);
  const std::string name = system::named_for_job(setting);
  if (system::is_folder(name))
    return system::write_new_file(name, system::process_name(),
                                  text::format("{}{}", ending, of_rank), text);
  const std::string file = name + of_rank;
  return {.name = file, .problem = system::write_file(file, text)};
}

}  // namespace allfold::mpi::record
