# The headers of the standard library, compiled once: to read them takes longer than to compile most
# of the sources. No source relies on it: where a compiler cache is used, which could not look into
# them, there are none, so that a missing #include is an error.
if(CMAKE_CXX_COMPILER_LAUNCHER)
  set(compiles_headers OFF)
else()
  set(compiles_headers ON)
endif()
option(ALLFOLD_PRECOMPILED_HEADERS "Compile common headers once" ${compiles_headers})

# allfold_precompile_headers(TARGET [HEADERS...]): TARGET has its own, these besides the standard ones.
function(allfold_precompile_headers target)
  if(ALLFOLD_PRECOMPILED_HEADERS)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <atomic> <bit> <charconv> <cmath> <cstddef> <cstdint>
      <cstdio> <cstdlib> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <span>
      <stdexcept> <string> <string_view> <tuple> <utility> <vector> ${ARGN})
  endif()
endfunction()

# allfold_reuse_headers(FROM TARGET...): the targets use those of FROM.
function(allfold_reuse_headers from)
  if(ALLFOLD_PRECOMPILED_HEADERS)
    foreach(target ${ARGN})
      target_precompile_headers(${target} REUSE_FROM ${from})
    endforeach()
  endif()
endfunction()
