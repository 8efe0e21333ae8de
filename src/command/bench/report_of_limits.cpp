/// @file The table of --limits.
#include "command/bench/report.hpp"
#include "command/measure/format.hpp"
#include "command/sizes.hpp"
#include "text/format.hpp"

namespace allfold::command::bench {

void Report::begin_limits(int ranks, double flag_latency) const {
  title(text::format("Allreduce against what shared memory allows, separated, {}",
                     measure::counted(ranks, "rank")));
  text::print("{}",
              measure::wrapped(text::format(
                  "A flag takes {} ns from one processor to another. Write, read: GB/s of each "
                  "rank while all ranks write cache lines that another rank has read, or read "
                  "cache lines that another rank has written. Limit: the time of the least "
                  "that each rank must write and read, at these two speeds. Three passes: all "
                  "ranks copy their vector to shared memory, reduce their share of all "
                  "vectors, and copy the result from there. Copies: all ranks copy a vector "
                  "at the same time. Ratio: Allfold's time / the time to its left.",
                  measure::nanoseconds(flag_latency))));
  head(limit_columns());
}

void Report::add(const LimitRow& row) const {
  line(limit_columns(),
       {readable_bytes(row.bytes), measure::microseconds(row.allfold.median),
        measure::gigabytes(bandwidth(row.bytes, row.remote_write.median)),
        measure::gigabytes(bandwidth(row.bytes, row.remote_read.median)),
        measure::microseconds(row.predicted.median), measure::ratio_text(row.to_predicted.median),
        measure::interval(row.to_predicted, measure::ratio_text),
        measure::microseconds(row.three_passes.median),
        measure::ratio_text(row.to_three_passes.median), measure::microseconds(row.copies.median),
        measure::ratio_text(row.to_copies.median)});
}

Report::Columns Report::limit_columns() {
  return {{"size", 8},  {"Allfold", 7}, {"write", 6}, {"read", 6},
          {"limit", 7}, {"ratio", 6},   {"95 %", 11}, {"three passes", 12},
          {"ratio", 6}, {"copies", 7},  {"ratio", 6}};
}

}  // namespace allfold::command::bench
