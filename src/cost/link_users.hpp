/// @file Link users: who uses a link at the same time.
#pragma once

namespace allfold::cost {

/// The messages on a link in one round, or at one place of it. Ranks that all send to one rank count
/// as one, since that takes one message after the other.
class LinkUsers {
 public:
  /// An end of a message of `rank`, whose ends come one after the other and which stands for `ranks`.
  void add(int rank, int peer, double ranks = 1) {
    if (peer_ >= 0 && peer_ != peer) has_one_peer_ = false;
    peer_ = peer;
    if (latest_ == rank) return;
    latest_ = rank;
    ranks_ += ranks;
    ++ranks_seen_;
  }
  /// The messages that can go at the same time, on each link of a torus in the mean.
  [[nodiscard]] double at_once() const { return ranks_seen_ > 1 && has_one_peer_ ? 1 : ranks_; }

 private:
  double ranks_ = 0;
  int ranks_seen_ = 0;
  int latest_ = -1;
  int peer_ = -1;
  bool has_one_peer_ = true;
};

}  // namespace allfold::cost
