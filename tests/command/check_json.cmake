# cmake -D FILE=... -D RANKS=... -P check_json.cmake: checks the output of `allfold bench --json`.
include(${CMAKE_CURRENT_LIST_DIR}/expect_json.cmake)
file(READ ${FILE} text)

expect(${RANKS} ranks)
expect(sum op)
expect(clock start)
expect("as it chooses" native allreduce)

# Two collectives, two timings, two sizes.
expect_length(8 rows)
expect(allreduce rows 0 subject)
expect("back to back" rows 0 timing)
expect(8 rows 0 bytes)
expect(65536 rows 1 bytes)
expect(separated rows 2 timing)
expect(reduce rows 4 subject)
foreach(i RANGE 7)
  string(JSON row GET "${text}" rows ${i})
  expect_positive("${row}" native native_low native_high allfold allfold_low allfold_high ratio
                  turns calls)
  foreach(name kernel reason)
    string(JSON ${name} GET "${row}" ${name})
    if(${name} STREQUAL "")
      message(FATAL_ERROR "row ${i} has no ${name}")
    endif()
  endforeach()
endforeach()
expect_length(4 summaries)
