# ALLFOLD_RUNTIME_OPTIONS: how the library and the command are linked with the C++ library. Static where that is there:
# the programs into which Allfold is loaded, and the nodes on which they run, need no C++ library then, and may have any.
include(CheckCXXSourceCompiles)

set(ALLFOLD_STATIC_RUNTIME auto CACHE STRING "Static C++ library: auto (where there is one), yes or no")
set_property(CACHE ALLFOLD_STATIC_RUNTIME PROPERTY STRINGS auto yes no)
if(NOT ALLFOLD_STATIC_RUNTIME MATCHES "^(auto|yes|no)$")
  message(FATAL_ERROR "ALLFOLD_STATIC_RUNTIME: invalid value '${ALLFOLD_STATIC_RUNTIME}': expected auto, yes or no")
endif()

# The C++ library, too: Clang takes that of the GCC that it finds.
set(CMAKE_REQUIRED_FLAGS "-std=c++20")
check_cxx_source_compiles("
  #include <version>
  #if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE < 11
  #error too old
  #endif
  #include <bit>
  #include <concepts>
  #include <ranges>
  #include <span>
  enum class Colour { red };
  using enum Colour;
  int main() { return std::bit_cast<int>(0.0F) + static_cast<int>(red); }" ALLFOLD_COMPILES_CXX20)
if(NOT ALLFOLD_COMPILES_CXX20)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}): does not compile "
    "C++20 as Allfold needs it: expected GCC 11 or newer, or Clang 14 or newer with the C++ library of GCC 11 or newer; "
    "load a newer compiler, or name it: -D CMAKE_CXX_COMPILER=g++-12 -D CMAKE_C_COMPILER=gcc-12")
endif()
unset(CMAKE_REQUIRED_FLAGS)

set(CMAKE_REQUIRED_LINK_OPTIONS -static-libstdc++)
check_cxx_source_compiles("#include <string>\nint main(int n, char**) { return std::to_string(n).size() == 0; }"
                          ALLFOLD_HAS_STATIC_RUNTIME)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(ALLFOLD_STATIC_RUNTIME STREQUAL "yes" AND NOT ALLFOLD_HAS_STATIC_RUNTIME)
  message(FATAL_ERROR "libstdc++.a: not found: expected it, since ALLFOLD_STATIC_RUNTIME is yes; install it (libstdc++-static "
    "on RHEL), or configure with -D ALLFOLD_STATIC_RUNTIME=auto")
endif()

if(ALLFOLD_HAS_STATIC_RUNTIME AND NOT ALLFOLD_STATIC_RUNTIME STREQUAL "no")
  set(ALLFOLD_RUNTIME_OPTIONS -static-libstdc++)
  set(ALLFOLD_RUNTIME_USED "static")
else()
  set(ALLFOLD_RUNTIME_OPTIONS "")
  set(ALLFOLD_RUNTIME_USED
      "shared: the nodes on which programs run need libstdc++.so.6 of GCC ${CMAKE_CXX_COMPILER_VERSION} or newer")
  if(NOT ALLFOLD_HAS_STATIC_RUNTIME)
    string(APPEND ALLFOLD_RUNTIME_USED " (there is no libstdc++.a; RHEL has it in libstdc++-static)")
  endif()
endif()
