#include "report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string_view>

#include "allfold/allfold.h"

namespace allfold::bench {
namespace {

std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text;
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string_view all(text.data(), static_cast<std::size_t>(length));
  return std::string(all.substr(0, all.find(',')));
}

std::string readable_bytes(std::uint64_t bytes) {
  if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) return fmt::format("{} MiB", bytes >> 20);
  if (bytes >= 1 << 10 && bytes % (1 << 10) == 0) return fmt::format("{} KiB", bytes >> 10);
  return fmt::format("{} B", bytes);
}

/// Microseconds with three or more significant digits.
std::string microseconds(double seconds) {
  const double value = 1e6 * seconds;
  return fmt::format("{:.{}f}", value, value < 100 ? 2 : value < 1000 ? 1 : 0);
}

std::string columns(const Median& time) {
  return fmt::format("{:>9} {:>9} ..{:>8}", microseconds(time.value), microseconds(time.low),
                     microseconds(time.high));
}

std::string exact_columns(const Median& time) {
  return fmt::format("{:.9e}\t{:.9e}\t{:.9e}", time.value, time.low, time.high);
}

/// A '~' stands for "no difference shown".
std::string ratio(const Times& times) {
  return fmt::format("{:.2f}{}", times.native.value / times.allfold.value,
                     overlap(times.native, times.allfold) ? '~' : ' ');
}

}  // namespace

Report::Report(MPI_Comm comm, const std::string& table_file) {
  MPI_Comm_rank(comm, &rank_);
  MPI_Comm_size(comm, &ranks_);
  int failed = 0;
  if (rank_ == 0 && !table_file.empty()) {
    table_.reset(std::fopen(table_file.c_str(), "w"));
    failed = table_ == nullptr;
  }
  MPI_Bcast(&failed, 1, MPI_INT, 0, comm);
  if (failed != 0) throw std::runtime_error("cannot write " + table_file);
  if (rank_ != 0) return;
  if (table_) {
    fmt::print(table_.get(),
               "subject\tranks\ttiming\tbytes\tnative\tnative_low\tnative_high\t"
               "allfold\tallfold_low\tallfold_high\tkernel\n");
  }
  fmt::print(
      "Allfold {} and {} on {} ranks, {} processors: microseconds of the slowest rank,\n"
      "median and its 95 % interval; ratio: native over Allfold, ~ where the intervals overlap\n",
      allfold_version(), mpi_version(), ranks_, sysconf(_SC_NPROCESSORS_ONLN));
}

void Report::begin(Collective collective) {
  if (rank_ != 0) return;
  fmt::print("\n{} ranks, {:<9} {:^38} {:^38}\n", ranks_, name(collective), "native", "Allfold");
  fmt::print("{:>8}  {:<12} {:>9} {:>20} {:>9} {:>20}  {:>9}  {}\n", "size", "timing", "median",
             "95 % interval", "median", "95 % interval", "ratio", "kernel");
  bytes_above_ = 0;
}

void Report::add(Collective collective, Timing timing, std::uint64_t bytes, const Times& times,
                 const std::string& kernels) {
  if (kernels.empty()) {
    throw std::runtime_error("Allfold saw no call: MPI's own functions come before it here");
  }
  if (rank_ != 0) return;
  fmt::print("{:>8}  {:<12} {} {}  {:>9}  {}\n", bytes == bytes_above_ ? "" : readable_bytes(bytes),
             name(timing), columns(times.native), columns(times.allfold), ratio(times), kernels);
  std::fflush(stdout);
  bytes_above_ = bytes;
  write_row(name(collective), name(timing), bytes, times, kernels);
}

void Report::add(const CommunicatorTimes& times) {
  if (rank_ != 0) return;
  fmt::print(
      "\n{} ranks, a communicator made for one call: MPI_Comm_dup, allreduce of 8 B, "
      "MPI_Comm_free\n",
      ranks_);
  fmt::print("{:<22} {:>9} {:>20}\n", "", "median", "95 % interval");
  fmt::print("{:<22} {}\n", "without the allreduce", columns(times.no_call));
  fmt::print("{:<22} {}\n", "native", columns(times.native));
  const Times both = {.native = times.native, .allfold = times.allfold};
  fmt::print("{:<22} {}  ratio {}\n", "Allfold", columns(times.allfold), ratio(both));
  std::fflush(stdout);
  write_row("communicator", "one call", sizeof(double), both, "-");
}

void Report::write_row(const std::string& subject, const std::string& timing, std::uint64_t bytes,
                       const Times& times, const std::string& kernels) {
  if (!table_) return;
  fmt::print(table_.get(), "{}\t{}\t{}\t{}\t{}\t{}\t{}\n", subject, ranks_, timing, bytes,
             exact_columns(times.native), exact_columns(times.allfold), kernels);
  std::fflush(table_.get());
}

}  // namespace allfold::bench
