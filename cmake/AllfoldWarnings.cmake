# Every target of the project is compiled with these.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(ALLFOLD_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=")
set(ALLFOLD_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
add_compile_options(
  "$<$<COMPILE_LANGUAGE:C,CXX>:${ALLFOLD_WARNINGS}>"
  # Results do not depend on which processor's instructions computed them.
  "$<$<COMPILE_LANGUAGE:C,CXX>:-ffp-contract=off>")
if(ALLFOLD_SANITIZE)
  add_compile_options(-fsanitize=${ALLFOLD_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${ALLFOLD_SANITIZE})
endif()
option(ALLFOLD_FUZZ "Build what fuzzes the readers; needs clang" OFF)
if(ALLFOLD_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
