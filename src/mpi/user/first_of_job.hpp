/// @file FirstOfJob: lets one process of a job on each node report what all of them would report.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

namespace allfold::mpi::user {

/// One thing to report.
class FirstOfJob {
 public:
  /// `what` must outlive this.
  explicit FirstOfJob(std::string_view what) : what_(what) {}
  ~FirstOfJob() { close(); }
  FirstOfJob(const FirstOfJob&) = delete;
  FirstOfJob& operator=(const FirstOfJob&) = delete;

  /// Whether this process is the first of its job on its node to ask, and asks for the first time.
  /// True if that cannot be determined.
  [[nodiscard]] bool is_first();
  /// Allows another process to be the first.
  void close();

 private:
  std::string_view what_;
  std::mutex mutex_;
  int named_socket_ = -1;  ///< bound to a name that one process of a job can have on a node
};

/// A few things to report, each by one process of a job on each node.
class FewOfJob {
 public:
  static constexpr std::size_t most = 3;

  /// `what` must outlive this.
  explicit FewOfJob(std::string_view what) : what_(what) {}
  ~FewOfJob() { close(); }
  FewOfJob(const FewOfJob&) = delete;
  FewOfJob& operator=(const FewOfJob&) = delete;

  /// Whether this process is the first of its job on its node to ask for `thing`, before which at
  /// most `others`, and fewer than `most`, were reported. True if that cannot be determined, for
  /// `most` things of this process.
  [[nodiscard]] bool is_first(std::uint64_t thing, std::size_t others);
  /// Allows another report of `thing`, which is one more of the few.
  void forget(std::uint64_t thing);
  /// Allows other processes to report.
  void close();

 private:
  struct Reported {
    std::uint64_t thing;
    int of_thing;  ///< sockets, bound to the name of the thing...
    int of_place;  ///< ...and to that of its place among the few
  };

  std::string_view what_;
  std::mutex mutex_;
  std::array<Reported, most> reported_ = {};
  std::size_t count_ = 0;
};

}  // namespace allfold::mpi::user
