# For scripts that check a JSON document, `text`.

# Fails unless the value at the path ARGN is `value`.
function(expect value)
  string(JSON found GET "${text}" ${ARGN})
  if(NOT found STREQUAL value)
    message(FATAL_ERROR "${ARGN}: ${found} instead of ${value}")
  endif()
endfunction()

# Fails unless there are `length` elements at the path ARGN.
function(expect_length length)
  string(JSON found LENGTH "${text}" ${ARGN})
  if(NOT found EQUAL length)
    message(FATAL_ERROR "${found} ${ARGN} instead of ${length}")
  endif()
endfunction()

# Fails unless the object's members ARGN are positive numbers.
function(expect_positive object)
  foreach(name ${ARGN})
    string(JSON found GET "${object}" ${name})
    if(NOT found MATCHES "^[0-9.]+(e-?[0-9]+)?$" OR found MATCHES "^[0.]+$")
      message(FATAL_ERROR "${name} is ${found} in ${object}")
    endif()
  endforeach()
endfunction()
