# As a script: writes the header OUTPUT with a digest of the files under SOURCE that make up the library.
#   cmake -DSOURCE=... -DOUTPUT=... -P SourcesDigest.cmake
file(GLOB_RECURSE files ${SOURCE}/*.cpp ${SOURCE}/*.hpp)
list(FILTER files EXCLUDE REGEX "^${SOURCE}/(command|picture|proof)/")
list(SORT files)
set(digests "")
foreach(file IN LISTS files)
  file(SHA256 ${file} digest)
  string(APPEND digests ${digest})
endforeach()
string(SHA256 digest "${digests}")
file(WRITE ${OUTPUT} "// Written by cmake/SourcesDigest.cmake.
#pragma once

#include <string_view>

namespace allfold::mpi {

inline constexpr std::string_view sources_digest = \"${digest}\";

}  // namespace allfold::mpi
")
