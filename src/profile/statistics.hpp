/// @file Statistics: the table of calls that ALLFOLD_STATS prints.
#pragma once

#include <string>
#include <string_view>

#include "profile/profile.hpp"

namespace allfold::profile {

/// The calls of one rank by collective, number of ranks, size, algorithm and reason only. Made on
/// each rank before the profiles of ranks are added up: a row shows the time of the slowest rank,
/// and the maxima of the finer classes may be of several ranks.
[[nodiscard]] Profile statistics_of(const Profile& of_one_rank);

/// Statistics as lines of text. `of_whom` is, for example, "3 ranks".
[[nodiscard]] std::string table_of(const Profile& statistics, std::string_view of_whom);

}  // namespace allfold::profile
